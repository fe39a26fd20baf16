import { describe, expect, it } from 'vitest';
import { type AcceptedFamily, type Accepts, acceptsShape, assertAccepts } from './accepts.ts';

const accepts: Accepts = {
  namespace: 'demo',
  networks: { reference: '[1-9a-f]{4}', decimals: 9, known: { mainnet: 'aaaa', testnet: 'bbbb' } },
  options: {
    practice: 'true',
    sites: { list: { id: 'text', url: 'address' } },
    relay: { replaces: 'wss://relay.example' },
  },
};
const open: Accepts = {
  ...accepts,
  networks: { reference: '[1-9]\\d{0,3}', decimals: 18, known: { mainnet: '1' }, isOpen: true },
};

const network = {
  id: 'demo:aaaa',
  title: 'Demo',
  rpc: ['https://node.example/'],
  symbol: 'D',
  decimals: 9,
} as const;
const local = { ...network, id: 'demo:cccc', rpc: ['http://localhost:1/', 'http://127.0.0.1:2/'] } as const;
const family = (changes: Partial<AcceptedFamily> = {}): AcceptedFamily => ({
  namespace: 'demo',
  networks: [network],
  remote: {},
  ...changes,
});
const check =
  (given: AcceptedFamily, declared: unknown = accepts) =>
  () =>
    assertAccepts(declared, given, 'families[1]');

describe('what a remote accepts', () => {
  const site = { id: 'one', url: 'https://one.example/' };

  it.each([
    ['a known network', family()],
    ['one whose nodes run on this machine', family({ networks: [network, local] })],
    [
      'its options',
      family({
        remote: {
          options: { practice: true, sites: [site, { ...site, id: 'two' }], relay: 'ws://127.0.0.1:1' },
        },
      }),
    ],
  ])('is %s', (_, given) => {
    expect(check(given)).not.toThrow();
  });

  it.each([
    ['other known', { id: 'demo:mainnet' }, 'networks[0].id', 'demo:aaaa'],
    [
      'mistyped',
      { id: 'demo:aaab' },
      'networks[0].id',
      'demo:aaaa (mainnet), demo:bbbb (testnet), or another',
    ],
    [
      'of a node elsewhere',
      { ...local, rpc: ['https://localhost.example/'] },
      'networks[0].id',
      'this machine',
    ],
    [
      'with one node elsewhere',
      { ...local, rpc: [...local.rpc, 'https://a.example/'] },
      'networks[0].id',
      'demo',
    ],
    ['of no form', { ...local, id: 'demo:xyz' }, 'networks[0].id', 'demo:aaaa'],
    ['with other decimals', { decimals: 6 }, 'networks[0].decimals', '9'],
  ] as const)('is no network that is %s', (_, changes, place, expected) => {
    expect(check(family({ networks: [{ ...network, ...changes }] }))).toThrow(
      expect.objectContaining({
        code: 'config/malformed',
        context: { place: `families[1].${place}`, expected: expect.stringContaining(expected) },
      }),
    );
  });

  it.each([
    ['0x1', 'demo:1'],
    ['01', 'demo:1'],
    ['99999', 'demo:1 (mainnet), or another id of this form'],
  ])('names the right id in place of %s', (reference, expected) => {
    const given = family({ networks: [{ ...network, id: `demo:${reference}`, decimals: 18 }] });
    expect(check(given, open)).toThrow(
      expect.objectContaining({ context: { place: 'families[1].networks[0].id', expected } }),
    );
  });

  it.each([
    ['unknown', { practise: true }, 'practise', 'left out: it is not a known field'],
    ['of another kind', { practice: 'yes' }, 'practice', 'true'],
    ['a list of what is none', { sites: [{ id: 'one' }] }, 'sites[0].url', 'http(s)'],
    ['with an unknown field', { sites: [{ ...site, name: 'x' }] }, 'sites[0].name', 'left out'],
    ['with one id twice', { sites: [site, site] }, 'sites[1].id', 'another one'],
    ['no address in place of another', { relay: 'relay.example' }, 'relay', 'ws(s)'],
    ['no object', [], '', 'an object'],
  ])('is no option that is %s', (_, options, place, expected) => {
    expect(check(family({ remote: { options } }))).toThrow(
      expect.objectContaining({
        context: {
          place: `families[1].remote.options${place && `.${place}`}`,
          expected: expect.stringContaining(expected),
        },
      }),
    );
  });

  it('is no other namespace', () => {
    expect(check(family({ namespace: 'other', networks: [] }))).toThrow(
      expect.objectContaining({ context: { place: 'families[1].namespace', expected: 'demo' } }),
    );
  });

  it.each([
    ['nothing', undefined],
    ['an option of a newer kind', { ...accepts, options: { practice: 'number' } }],
    ['no pattern', { ...accepts, networks: { ...accepts.networks, reference: '(' } }],
  ])('refuses nothing if a manifest declares %s', (_, declared) => {
    expect(() => assertAccepts(declared, family({ namespace: 'other' }), '')).not.toThrow();
  });
});

it('is of a form that a build holds to', () => {
  expect(acceptsShape(JSON.parse(JSON.stringify(open)), '')).toEqual(open);
  expect(() =>
    acceptsShape({ ...accepts, networks: { ...accepts.networks, reference: '(' } }, 'accepts'),
  ).toThrow('accepts.networks.reference should be a regular expression');
  expect(() => acceptsShape({ ...accepts, options: { relay: { replaces: 'wss://*' } } }, 'accepts')).toThrow(
    'accepts.options.relay.replaces should be a whole origin',
  );
});
