import { expandConfig } from '@linkspan/contract/short-config';
import { describe, expect, it } from 'vitest';
import { practicePage } from './index.ts';

const short = { title: 'Harbour ferry', networks: ['ethereum', 'solana', 'near'], practice: true };
const module = '/practice/wallets.js';
const expand = (env: Readonly<Record<string, string>>) =>
  expandConfig(short, { ...practicePage(env), module }) as {
    readonly families: readonly { readonly id: string; readonly networks: readonly object[] }[];
    readonly identities: readonly object[];
    readonly practice: object;
  };

describe('the practice of a page', () => {
  it('gives a short configuration two networks of each family, marked as tests', () => {
    const { families } = expand({});
    expect(families.map(({ id, networks }) => [id, networks.length])).toEqual([
      ['evm', 2],
      ['solana', 2],
      ['near', 2],
    ]);
    for (const { networks } of families)
      for (const network of networks) expect(network).toMatchObject({ isTest: true });
  });

  it('gives it both wallets in one row each, their module, and the word for the chains', () => {
    const { identities, practice } = expand({});
    const families = ['evm', 'solana', 'near'];
    expect(identities).toEqual([
      { identity: 'practice.linkspan.wallet', families },
      { identity: 'practice.linkspan.second', families },
    ]);
    expect(practice).toEqual({ module, label: 'Practice' });
  });

  it('has the ports of the environment', () => {
    const env = { LINKSPAN_EVM_CHAIN_TWO_PORT: '9001', LINKSPAN_SOLANA_CHAIN_WS_PORT: '9002' };
    const [evm, solana] = expand(env).families;
    expect(evm?.networks).toMatchObject([
      { rpc: ['http://127.0.0.1:8545'] },
      { rpc: ['http://127.0.0.1:9001'] },
    ]);
    expect(solana?.networks).toMatchObject([
      { rpc: ['http://127.0.0.1:8899'], ws: 'ws://127.0.0.1:9002' },
      { rpc: ['http://127.0.0.1:8899/second'], ws: 'ws://127.0.0.1:9002/second' },
    ]);
  });

  it('names the variable that is no port', () => {
    expect(() => practicePage({ LINKSPAN_NEAR_CHAIN_PORT: 'harbour' })).toThrow('LINKSPAN_NEAR_CHAIN_PORT');
  });
});
