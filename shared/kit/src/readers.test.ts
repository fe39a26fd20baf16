import { failure, type Port, toError } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import { readBy } from './readers.ts';
import type { Asked } from './session.ts';

const alder = 'eip155:1:0xa';
const locked = failure('wallet/locked', { wallet: 'Harbour' });
const networks = ['eip155:1', 'eip155:2'].map((id) => ({ id, title: id }));

/** A request to a wallet that can do nothing, on a network that the page has. */
function ask(connected: object | undefined = {}): Asked<string, unknown> {
  const own = {
    ...{ wallet: 'Harbour', accounts: [alder], capabilities: [], caller: undefined },
    assertShown: () => undefined,
  };
  return {
    ...{
      method: 'send',
      params: [],
      network: 'eip155:1',
      port: { family: 'evm', networks } as unknown as Port,
    },
    connected: connected && { ...own, ...connected },
  } as unknown as Asked<string, unknown>;
}

const lockedWallet = {
  assertShown() {
    throw toError(locked);
  },
};

describe('the check of a request', () => {
  /** Each request is wrong in all that the later ones are. */
  it.each([
    ['a wallet is connected', { ...ask(), connected: undefined }, '0xb', 'eip155:9', 'wallet/not-connected'],
    ['it shows an account', ask(lockedWallet), '0xb', 'eip155:9', 'wallet/locked'],
    ['the account is in use', ask(), '0xb', 'eip155:9', 'wallet/account-changed'],
    ['the wallet can do it', ask(), '0xa', 'eip155:9', 'wallet/unsupported'],
  ])('asks first whether %s', (_, asked, address, network, code) => {
    expect(() => check(asked, { address, network })).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['a wallet that cannot do it', ask(), {}, 'wallet/unsupported'],
    ['what its remote says that it cannot do', ask(), { can: false }, 'wallet/unsupported'],
    [
      'a network that the page does not have',
      ask(),
      { can: true, network: 'eip155:9' },
      'wallet/network-unsupported',
    ],
    [
      'a network that the wallet is not on',
      ask(),
      { can: true, network: 'eip155:2' },
      'wallet/network-changed',
    ],
  ])('refuses %s', (_, asked, needs, code) => {
    expect(() => check(asked, needs)).toThrow(expect.objectContaining({ code }));
  });

  it('answers the account in use, and its network if the request needs it', () => {
    const found = check(ask(), { account: alder, can: true, network: 'eip155:1' });
    expect(found).toMatchObject({ account: alder, address: '0xa', network: networks[0] });
    expect(check(ask({ capabilities: ['send'] }))).not.toHaveProperty('network');
  });
});

describe('a request', () => {
  it('without a reader is refused, also while no wallet is connected', async () => {
    const asked = { ...ask(), connected: undefined };
    const refusal = { code: 'wallet/unsupported', context: { wallet: '', method: 'send' } };
    await expect(readBy(new Map(), asked)).rejects.toMatchObject(refusal);
  });
});
