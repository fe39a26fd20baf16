import { field } from '@linkspan/contract';

/** Fields of a JSON object that was written earlier, maybe by another release. All are undefined if it cannot be read. */
export function readFields(text: string | undefined, names: readonly string[]): readonly unknown[] {
  const given = parse(text ?? '');
  return names.map((name) => field(given, name));
}

/** Whether a value counts something: blocks, slots, transactions. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
