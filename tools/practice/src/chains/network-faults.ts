import { z } from 'zod';
import { type Control, ControlRefusal } from '../fault-control/answer-control.ts';

/** How the server of a network answers, in the order of the panel. */
export const chainAnswers = [
  /** As it should. */
  'soundly',
  /** 429, with `Retry-After`. */
  'rateLimited',
  /** Resets every connection. */
  'down',
  /** An HTML page instead of JSON, like a captive portal. */
  'html',
  /** 500. */
  'serverError',
  /** Truncated JSON. */
  'malformed',
] as const;
export type ChainAnswers = (typeof chainAnswers)[number];

const faultsShape = z.strictObject({
  answers: z.enum(chainAnswers).default('soundly'),
  /** The delay of each answer in milliseconds. 0 is off. */
  slowMs: z.int().min(0).max(600_000).default(0),
  /** It reports that it is another chain: `eth_chainId`, `getGenesisHash`, `status`. */
  lies: z.boolean().default(false),
  /** It makes no blocks, and transactions wait for the next one. */
  stopsBlocks: z.boolean().default(false),
  /** It accepts transactions and drops them. */
  forgets: z.boolean().default(false),
});

/** The faults of one network. */
export type ChainFaults = Readonly<z.infer<typeof faultsShape>>;

/** No fault. */
export const noChainFaults: ChainFaults = faultsShape.parse({});

type Listener = (faults: ChainFaults) => void | Promise<void>;

/** The faults of a running network, and what depends on them. It starts without any. */
export class NetworkFaults {
  #current = noChainFaults;
  readonly #listeners = new Set<Listener>();
  readonly #held: (() => unknown)[] = [];

  read(): ChainFaults {
    return this.#current;
  }

  /** Replaces all faults: a fault that is not named is off. Settles once the network has adapted. */
  async change(faults: Partial<ChainFaults>): Promise<void> {
    this.#current = { ...noChainFaults, ...faults };
    for (const listener of [...this.#listeners]) await listener(this.#current);
    if (this.#current.stopsBlocks) return;
    for (const send of this.#held.splice(0)) {
      try {
        await send();
      } catch {
        // The sender has its answer already.
      }
    }
  }

  /** Calls the listener on each change, which waits for it. Returns a function that removes it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Runs `send` as soon as the network makes blocks again. A transaction that is refused then leaves no trace. */
  hold(send: () => unknown): void {
    this.#held.push(send);
  }
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

/** Lets requests read and change the faults of a server's networks by network id. */
export function toControl(
  networks: ReadonlyMap<string, NetworkFaults>,
): Control<Readonly<Record<string, ChainFaults>>> {
  return {
    shape: z.record(z.string(), faultsShape),
    read: () => Object.fromEntries([...networks].map(([id, faults]) => [id, faults.read()])),
    async change(wanted) {
      const unknown = Object.keys(wanted).find((id) => !networks.has(id));
      if (unknown) throw new ControlRefusal('faults/unknown', `There is no network ${unknown} here.`);
      for (const [id, faults] of Object.entries(wanted)) await networks.get(id)?.change(faults);
    },
  };
}
