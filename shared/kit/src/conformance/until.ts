import { Misfit } from './assert.ts';

const lookEveryMs = 10;

/** The promise's outcome, or the sentence as an error once so many milliseconds have passed. */
export async function within<Value>(promise: Promise<Value>, ms: number, sentence: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Misfit(sentence)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The first answer that is not undefined, of something that can only be looked at. */
export async function until<Value>(
  look: () => Value | undefined,
  ms: number,
  sentence: string,
): Promise<Value> {
  const end = performance.now() + ms;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Misfit(sentence);
    await pause(lookEveryMs);
  }
}

/** Long enough for anything that is to be feared to have happened. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
