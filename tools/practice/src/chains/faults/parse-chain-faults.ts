import { z } from 'zod';
import { ControlRefusal } from '../../bench/answer-control.mjs';
import { type ChainFaults, chainAnswers, MOST_SLOW_MS, noChainFaults } from './chain-faults.ts';

const faults = z.strictObject({
  answers: z.enum(chainAnswers).default(noChainFaults.answers),
  slowMs: z.int().min(0).max(MOST_SLOW_MS).default(noChainFaults.slowMs),
  lies: z.boolean().default(noChainFaults.lies),
  stopsBlocks: z.boolean().default(noChainFaults.stopsBlocks),
  forgets: z.boolean().default(noChainFaults.forgets),
});

const byNetwork = z.record(z.string(), faults);

/** Reads the faults of some networks by their ids; what is not named is off. Throws `faults/malformed`. */
export function parseChainFaults(value: unknown): Readonly<Record<string, ChainFaults>> {
  const { data, error } = byNetwork.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const place = issue?.path.join('.') || 'what was sent';
  throw new ControlRefusal('faults/malformed', `${place}: ${issue?.message ?? 'unknown'}`, { cause: error });
}
