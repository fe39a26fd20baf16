import { describe, expect, it } from 'vitest';
import { createWallets } from './create-wallets.ts';
import { parseOptions } from './options.ts';
import { openTestPage, testNetworks } from './testing/test-page.ts';

const [network] = testNetworks.evm;
const withEvm = (...evm: unknown[]) => ({ networks: { ...testNetworks, evm } });

describe('parseOptions', () => {
  it('takes networks of every family, and switches by wallet', () => {
    const switches = { 'near-second': { answersLateMs: 5 } };
    expect(parseOptions({ networks: testNetworks, switches })).toEqual({ networks: testNetworks, switches });
  });

  it.each([
    ['nothing', undefined, 'options must be an object'],
    ['a family of no list', { networks: { near: {} } }, 'options.networks.near must be a list'],
    ['no network', withEvm(), 'options.networks.evm must not be empty'],
    ['an unknown field', { networks: testNetworks, extra: 1 }, 'unknown field "extra"'],
    ['an id of another family', withEvm(network, { ...network, id: 'near:x' }), 'options.networks.evm[1].id'],
    ['an id of no form', withEvm({ ...network, id: 'x' }), 'options.networks.evm[0].id'],
    [
      'an address of another kind',
      withEvm({ ...network, rpc: ['ftp://a'] }),
      'options.networks.evm[0].rpc[0]',
    ],
    ['a websocket over http', withEvm({ ...network, ws: 'http://a' }), 'options.networks.evm[0].ws'],
    ['broken decimals', withEvm({ ...network, decimals: 1.5 }), 'options.networks.evm[0].decimals'],
    ['a network twice', withEvm(network, network), 'names eip155:31337 twice'],
    ['an unknown wallet', { networks: testNetworks, switches: { bitcoin: {} } }, 'unknown field "bitcoin"'],
    ['an unknown switch', { networks: testNetworks, switches: { evm: { explodes: true } } }, '"explodes"'],
    ['a switch of a wrong kind', { networks: testNetworks, switches: { evm: { locked: 1 } } }, 'evm.locked'],
  ])('refuses %s and names it', (_what, options, words) => {
    expect(() => parseOptions(options)).toThrow(words);
  });

  const { evm, solana, near } = testNetworks;
  const aptos = [{ id: 'aptos:1', title: 'Aptos', anything: true }];
  it.each([
    ['one family fewer', { evm, near }, ['evm', 'near']],
    ['one family alone', { solana }, ['solana']],
    ['a fourth family', { evm, solana, near, aptos }, ['evm', 'solana', 'near']],
    ['a fourth family in place of one', { evm, aptos, near }, ['evm', 'near']],
    ['a fourth family without networks of a known form', { evm, other: null }, ['evm']],
    ['families of other names', { ethereum: evm, sol: solana }, ['evm', 'solana']],
    ['no family that it has wallets for', { aptos }, []],
  ])('takes the wallets of those that are there: %s', (_what, given, wanted) => {
    const { networks } = parseOptions({ networks: given });
    const { platform } = openTestPage();
    const wallets = createWallets({
      networks,
      platform,
      ask: () => Promise.reject(new Error('nobody asks')),
    });
    expect(wallets.map(({ core }) => core.id)).toEqual(wanted.flatMap((id) => [id, `${id}-second`]));
  });

  it('joins two families of one namespace', () => {
    const [first, second] = testNetworks.evm;
    const { networks } = parseOptions({ networks: { evm: [first], more: [first, second] } });
    expect(networks.evm).toEqual([first, second]);
  });
});
