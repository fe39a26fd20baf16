import {
  type Accepts,
  acceptsShape,
  assertAccepts,
  missingRequirements,
  type Network,
} from '@linkspan/contract';
import { type NetworkName, publicFamilies } from '@linkspan/contract/public-networks';
import { expandConfig } from '@linkspan/contract/short-config';
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

/** A short configuration in the long form, as far as it is read here. */
interface Expanded {
  readonly families: readonly [Parameters<typeof assertAccepts>[1]];
  readonly connect?: readonly string[];
  readonly frames?: readonly string[];
  readonly framedBy?: readonly string[];
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

  it('accepts every public network in a short configuration, which has what all wallets need', () => {
    const family = publicFamilies.find((one) => one.namespace === namespace);
    const networks = Object.keys(family?.networks ?? {}) as NetworkName[];
    const { families, ...allowed } = expandConfig({
      ...{ title: 'Quay', networks, walletConnect: { projectId: '0123456789abcdef' } },
    }) as Expanded;
    expect(families[0].networks).toHaveLength(networks.length);
    expect(() => assertAccepts(accepts, families[0], 'families[0]')).not.toThrow();
    expect(missingRequirements(accepts, allowed, families[0].remote.options)).toEqual(new Map());
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
