import { type Family, families } from './family.ts';
import type { Networks } from './network.ts';
import { parseNetwork } from './parse-network.ts';
import { parseList, parseRecord } from './shape.ts';
import { parseSwitches, type Switches } from './switches.ts';
import { type WalletId, walletIds } from './wallet-id.ts';

/** What the page tells the practice wallets. */
export interface AnnounceOptions {
  /** The networks of each family, the preferred one first. */
  readonly networks: Readonly<Record<Family, Networks>>;
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

/** Reads the networks of every family. Throws a TypeError that names the field. */
export function parseNetworks(value: unknown, where: string): AnnounceOptions['networks'] {
  const given = parseRecord(value, where, families);
  const read = (family: Family) => parseDistinct(given[family], `${where}.${family}`, family);
  return { evm: read('evm'), solana: read('solana'), near: read('near') };
}

function parseDistinct(value: unknown, where: string, family: Family): Networks {
  const networks = parseList(value, where, parseNetwork(family));
  const twice = networks.find(({ id }, at) => networks.findIndex((other) => other.id === id) !== at);
  if (twice) throw new TypeError(`${where} names ${twice.id} twice.`);
  return networks;
}
