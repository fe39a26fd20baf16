import { setTimeout as delay } from 'node:timers/promises';

const lookEveryMs = 50;

/**
 * Looks until something is so, and answers it. Rejects with `tell()` where it takes longer. A page may be on its way to
 * another meanwhile, in which nothing can be looked at: the engines have no common event for what is waited for here.
 */
export async function until<Value>(
  look: () => Promise<Value | undefined | false>,
  { withinMs, tell }: { readonly withinMs: number; readonly tell: () => Promise<string> },
): Promise<Value> {
  const deadline = performance.now() + withinMs;
  let cause: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > deadline) break;
    await delay(lookEveryMs);
  }
  throw new Error(`Not within ${withinMs} ms: ${await tell().catch(String)}`, { cause });
}
