import { type Control, ControlRefusal } from '../../bench/answer-control.mjs';
import { type ChainFaults, noChainFaults } from './chain-faults.ts';
import { parseChainFaults } from './parse-chain-faults.ts';

/** What is wrong with one network now; it can be changed while the network runs. */
export interface NetworkFaults {
  read(): ChainFaults;
  /** Settles when the network does so. What is not named is off. */
  change(faults: Partial<ChainFaults>): Promise<void>;
  /** Calls at each change, which waits for it; returns what ends it. */
  listen(listener: (faults: ChainFaults) => void | Promise<void>): () => void;
}

/** Begins with no fault. */
export function createNetworkFaults(): NetworkFaults {
  let now = noChainFaults;
  const listeners = new Set<(faults: ChainFaults) => void | Promise<void>>();
  return {
    read: () => now,
    async change(faults) {
      now = { ...noChainFaults, ...faults };
      for (const listener of [...listeners]) await listener(now);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The faults of the networks of one server, by network id, to be read and changed by requests. */
export function toControl(networks: ReadonlyMap<string, NetworkFaults>): Control {
  return {
    read: () => Object.fromEntries([...networks].map(([id, faults]) => [id, faults.read()])),
    async change(wanted) {
      const changes = Object.entries(parseChainFaults(wanted));
      const unknown = changes.find(([id]) => !networks.has(id));
      if (unknown) throw new ControlRefusal('faults/unknown', `There is no ${unknown[0]} here.`);
      for (const [id, faults] of changes) await networks.get(id)?.change(faults);
    },
  };
}
