import { type Family, families, namespaces } from './family.ts';
import { findNetwork, type Networks } from './network.ts';
import { parseNetwork } from './parse-network.ts';
import { isRecord, parseList, parseRecord } from './shape.ts';
import { parseSwitches, type Switches } from './switches.ts';
import { type WalletId, walletIds } from './wallet-id.ts';

/** The networks of those families that a page has. */
export type FamilyNetworks = Readonly<Partial<Record<Family, Networks>>>;

/** What the page tells the practice wallets. */
export interface AnnounceOptions {
  /** The networks of each family that the page has, the preferred one first. */
  readonly networks: FamilyNetworks;
  /** Switches to set at the start, by wallet; they are remembered as if set in the panel. */
  readonly switches?: Readonly<Partial<Record<WalletId, Partial<Switches>>>>;
}

/** Reads the options. Throws a TypeError that names the field. */
export function parseOptions(value: unknown): AnnounceOptions {
  const given = parseRecord(value, 'options', ['networks', 'switches']);
  const networks = parseNetworks(given.networks, 'options.networks');
  if (given.switches === undefined) return { networks };
  const switches = parseRecord(given.switches, 'options.switches', walletIds);
  return {
    networks,
    switches: Object.fromEntries(
      Object.entries(switches).map(([id, some]) => [id, parseSwitches(some, `options.switches.${id}`)]),
    ),
  };
}

/**
 * Reads the networks of a page, by the page's own names of its families. Families are told apart by the namespace of
 * their networks; one that practice has no wallets for is ignored. Throws a TypeError that names the field.
 */
export function parseNetworks(value: unknown, where: string): FamilyNetworks {
  if (!isRecord(value)) throw new TypeError(`${where} must be an object.`);
  const found: Partial<Record<Family, Networks>> = {};
  for (const [name, list] of Object.entries(value)) {
    const family = toFamily(name, list);
    if (family === undefined) continue;
    const networks = parseDistinct(list, `${where}.${name}`, family);
    found[family] = join(found[family], networks);
  }
  return found;
}

/** By the first network's namespace, else by the name. */
function toFamily(name: string, list: unknown): Family | undefined {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  const id = isRecord(first) ? first.id : undefined;
  const namespace = typeof id === 'string' ? id.split(':', 1)[0] : undefined;
  return (
    families.find((family) => namespaces[family] === namespace) ?? families.find((family) => family === name)
  );
}

/** Two families of a page may have networks of one namespace. */
function join(some: Networks | undefined, more: Networks): Networks {
  if (some === undefined) return more;
  return [...some, ...more.filter(({ id }) => findNetwork(some, id) === undefined)];
}

function parseDistinct(value: unknown, where: string, family: Family): Networks {
  const networks = parseList(value, where, parseNetwork(family));
  const twice = networks.find(({ id }, at) => networks.findIndex((other) => other.id === id) !== at);
  if (twice) throw new TypeError(`${where} names ${twice.id} twice.`);
  return networks;
}
