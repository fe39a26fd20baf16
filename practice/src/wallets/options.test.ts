import { describe, expect, it } from 'vitest';
import { parseOptions } from './options.ts';
import { testNetworks } from './testing/test-page.ts';

const [network] = testNetworks.evm;
const withEvm = (...evm: unknown[]) => ({ networks: { ...testNetworks, evm } });

describe('parseOptions', () => {
  it('takes networks of every family, and switches by wallet', () => {
    const switches = { 'near-second': { answersLateMs: 5 } };
    expect(parseOptions({ networks: testNetworks, switches })).toEqual({ networks: testNetworks, switches });
  });

  it.each([
    ['nothing', undefined, 'options must be an object'],
    [
      'a family left out',
      { networks: { evm: [network], near: [] } },
      'options.networks.solana must be a list',
    ],
    ['no network', withEvm(), 'options.networks.evm must not be empty'],
    ['an unknown field', { networks: testNetworks, extra: 1 }, 'unknown field "extra"'],
    ['an id of another family', withEvm({ ...network, id: 'near:x' }), 'options.networks.evm[0].id'],
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
});
