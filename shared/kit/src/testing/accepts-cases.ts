import { type Accepts, acceptsShape, assertAccepts, type Network } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';

/** A network of a configuration in a test, with this identity. */
export type NetworkAt = (id: Network['id'], changes?: Partial<Network>) => Network;

/** What a network on the same machine has in place of an address on the web. */
export const local = { rpc: ['http://localhost:8545/'] } as const;

/** The networks that a remote accepts and refuses; each refusal names the field and a part of what is expected. */
export interface AcceptsCases {
  namespace: 'eip155' | 'solana' | 'near';
  symbol: string;
  decimals: number;
  accepted(at: NetworkAt): [title: string, network: Network][];
  refused(at: NetworkAt): [title: string, network: Network, field: keyof Network, expected: string][];
}

/** Describes what a remote accepts in the configuration of a page. */
export function describeAccepts(accepts: Accepts, cases: AcceptsCases): void {
  const { namespace, symbol, decimals } = cases;
  const at: NetworkAt = (id, changes = {}) => ({
    id,
    title: 'A network',
    rpc: ['https://node.example/'],
    symbol,
    decimals,
    ...changes,
  });
  const check = (network: Network) => () =>
    assertAccepts(
      accepts,
      { namespace, networks: [network], remote: { options: { practice: true } } },
      'families[0]',
    );

  it('is what a build can declare', () => {
    expect(acceptsShape(accepts, 'accepts')).toEqual(accepts);
  });

  describe('the configuration of a page', () => {
    it.each(cases.accepted(at))('may name %s', (_, network) => {
      expect(check(network)).not.toThrow();
    });

    it.each(cases.refused(at))('may not name %s', (_, network, field, expected) => {
      expect(check(network)).toThrow(
        expect.objectContaining({
          code: 'config/malformed',
          context: { place: `families[0].networks[0].${field}`, expected: expect.stringContaining(expected) },
        }),
      );
    });
  });
}
