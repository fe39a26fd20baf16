import type { Cluster } from './cluster.ts';

/** The methods of one part of the RPC, bound to their cluster by the dialect. */
export type Methods = Readonly<Record<string, (cluster: Cluster, params: unknown) => unknown>>;

/** Wraps a value as Solana's RPC does where the slot of reading matters. */
export function inContext<Value>({ blocks }: Cluster, value: Value) {
  return { context: { apiVersion: '1.5.0', slot: blocks.height() }, value };
}
