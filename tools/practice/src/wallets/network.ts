import * as z from 'zod';
import { type Family, families, familyIds } from '../families.ts';

const address = (schemes: readonly string[]) =>
  z
    .url()
    .refine((text) => schemes.includes(new URL(text).protocol), `an address with ${schemes.join(' or ')}`);

/** A network of a practice wallet. */
const networkShape = z.strictObject({
  /** CAIP-2, such as `eip155:31337`. */
  id: z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/),
  /** What the approval window calls it. */
  title: z.string().min(1),
  /** JSON-RPC addresses over http(s), the preferred one first. */
  rpc: z.tuple([address(['http:', 'https:'])], address(['http:', 'https:'])),
  /** The websocket address, where the family has one. The wallets have no need of it. */
  ws: address(['ws:', 'wss:']).optional(),
  /** The native coin, such as `ETH`. */
  symbol: z.string().min(1),
  /** Decimal places of the native coin. */
  decimals: z.int().min(0).max(36),
  explorer: z.string().optional(),
  isTest: z.literal(true).optional(),
});
export type Network = z.infer<typeof networkShape>;

/** At least one network, in the order the page offers them. */
export type Networks = readonly [Network, ...Network[]];

/** The networks of those families that a page has. */
export type FamilyNetworks = Readonly<Partial<Record<Family, Networks>>>;

/** Finds a network by its CAIP-2 id. */
export function findNetwork(networks: readonly Network[], id: string): Network | undefined {
  return networks.find((network) => network.id === id);
}

const optionsShape = z.strictObject({ networks: z.record(z.string(), z.array(networkShape)) });

/**
 * The networks of a page that asks for practice wallets. Families are told apart by the namespace of their networks; one
 * that practice has no wallets for is ignored. Throws a TypeError that names the field.
 */
export function parseNetworks(options: unknown): FamilyNetworks {
  const { data, error } = optionsShape.safeParse(options);
  if (error)
    throw new TypeError(`options.${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`, {
      cause: error,
    });
  const all = Object.values(data.networks).flat();
  const of = (family: Family) => {
    const own = all.filter(({ id }) => id.startsWith(`${families[family].namespace}:`));
    return own.filter(({ id }, at) => own.findIndex((one) => one.id === id) === at);
  };
  return Object.fromEntries(
    familyIds.map((family) => [family, of(family)] as const).filter(([, list]) => list.length > 0),
  );
}
