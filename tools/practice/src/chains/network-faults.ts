import { z } from 'zod';
import { type Control, ControlRefusal } from '../bench/answer-control.mjs';
import { type ChainFaults, chainAnswers, noChainFaults } from './chain-faults.ts';

const MAX_SLOW_MS = 600_000;

/** The faults of a running network, and what depends on them. */
export interface NetworkFaults {
  read(): ChainFaults;
  /** Replaces all faults: a fault that is not named is off. Settles once the network has adapted. */
  change(faults: Partial<ChainFaults>): Promise<void>;
  /** Calls the listener on each change, which waits for it. Returns a function that removes it. */
  listen(listener: (faults: ChainFaults) => void | Promise<void>): () => void;
  /** Runs `send` as soon as the network makes blocks again. A transaction that is refused then leaves no trace. */
  hold(send: () => unknown): void;
}

/** Starts without a fault. */
export function createNetworkFaults(): NetworkFaults {
  let current = noChainFaults;
  const listeners = new Set<(faults: ChainFaults) => void | Promise<void>>();
  const held: (() => unknown)[] = [];
  return {
    read: () => current,
    async change(faults) {
      current = { ...noChainFaults, ...faults };
      for (const listener of [...listeners]) await listener(current);
      if (current.stopsBlocks) return;
      for (const send of held.splice(0)) {
        try {
          await send();
        } catch {
          // The sender has its answer already.
        }
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hold: (send) => void held.push(send),
  };
}

/** A clock in milliseconds since 1970 that stops while the network makes no blocks, and is late by that afterwards. */
export function createStoppableClock(now: () => number, faults: NetworkFaults): () => number {
  let lateMs = 0;
  let stoppedAt: number | undefined;
  faults.listen(({ stopsBlocks }) => {
    if (stopsBlocks) stoppedAt ??= now();
    else if (stoppedAt !== undefined) {
      lateMs += now() - stoppedAt;
      stoppedAt = undefined;
    }
  });
  return () => (stoppedAt ?? now()) - lateMs;
}

const faultsByNetwork = z.record(
  z.string(),
  z.strictObject({
    answers: z.enum(chainAnswers).default(noChainFaults.answers),
    slowMs: z.int().min(0).max(MAX_SLOW_MS).default(noChainFaults.slowMs),
    lies: z.boolean().default(noChainFaults.lies),
    stopsBlocks: z.boolean().default(noChainFaults.stopsBlocks),
    forgets: z.boolean().default(noChainFaults.forgets),
  }),
);

/** Reads faults by network id. A fault that is not named is off. Throws `faults/malformed`. */
function parseChainFaults(value: unknown): Readonly<Record<string, ChainFaults>> {
  const { data, error } = faultsByNetwork.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const message = `${issue?.path.join('.') || 'the request'}: ${issue?.message}`;
  throw new ControlRefusal('faults/malformed', message, { cause: error });
}

/** Lets requests read and change the faults of a server's networks by network id. */
export function toControl(networks: ReadonlyMap<string, NetworkFaults>): Control {
  return {
    read: () => Object.fromEntries([...networks].map(([id, faults]) => [id, faults.read()])),
    async change(wanted) {
      const changes = Object.entries(parseChainFaults(wanted));
      const unknown = changes.find(([id]) => !networks.has(id));
      if (unknown) throw new ControlRefusal('faults/unknown', `There is no network ${unknown[0]} here.`);
      for (const [id, faults] of changes) await networks.get(id)?.change(faults);
    },
  };
}
