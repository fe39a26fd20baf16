import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Conditions } from './conditions.ts';
import type { Sample } from './sample.ts';

/** A run as it is kept: what was measured, and how. */
export interface Raw {
  readonly conditions: Conditions;
  readonly samples: readonly Sample[];
}

const text = z.string().min(1);
const amount = z.number().nonnegative();
const rate = z.number().positive().nullable();
const count = z.int().positive();

const conditions = z.strictObject({
  rounds: count,
  link: z.strictObject({ roundTripMs: amount, downKbps: rate, upKbps: rate }),
  processorSlowdown: z.number().min(1),
  browser: text,
  machine: text,
  measuredAt: z.iso.datetime(),
  commit: text,
}) satisfies z.ZodType<Conditions>;

const sample = z.strictObject({
  subject: text,
  scenario: text,
  round: z.int().nonnegative(),
  values: z.record(text, amount),
}) satisfies z.ZodType<Sample>;

const raw = z.strictObject({ conditions, samples: z.array(sample) });

/** Reads a kept run. Throws a sentence that names each place where it is none. */
export function parseRaw(value: unknown): Raw {
  const { success, data, error } = raw.safeParse(value);
  if (success) return data;
  throw new Error(`This is no run of the bench. ${error.issues.map(toSentence).join(' ')}`);
}

/** Keeps a run in a file, as JSON that `parseRaw` reads. Throws as it does, before anything is written. */
export async function writeRaw(file: string, value: Raw): Promise<void> {
  await writeFile(file, `${JSON.stringify(parseRaw(value), null, 2)}\n`);
}

function toSentence({ path, message }: z.core.$ZodIssue): string {
  return `At ${path.join('.') || 'the top'}: ${message}.`;
}
