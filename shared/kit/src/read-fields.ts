import { field } from '@linkspan/contract';
import { tryTo } from './try-to.ts';

/**
 * Fields of a JSON object that was written earlier, maybe by another release: texts, and whole numbers from zero on.
 * Anything else is undefined, and all are if the text cannot be read.
 */
export function readFields(
  text: string | undefined,
  names: readonly string[],
): readonly (string | number | undefined)[] {
  const given = tryTo<unknown>(() => JSON.parse(text ?? ''));
  return names.map((name) => {
    const value = field(given, name);
    const isCount = Number.isSafeInteger(value) && Number(value) >= 0;
    return isCount || typeof value === 'string' ? (value as string | number) : undefined;
  });
}
