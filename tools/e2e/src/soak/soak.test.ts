import { expect, it } from 'vitest';
import { chromium } from '../engines/chromium.ts';
import { runLife } from './run-life.ts';

const isLong = process.env.LINKSPAN_LONG === '1';
const budgetMs = isLong ? 15 * 60_000 : Number(process.env.LINKSPAN_SOAK_SECONDS || 60) * 1_000;
/** `SEED`, or `SEED:LIFE` for one life of it alone. */
const [seed = 20_261_122, only] = (process.env.LINKSPAN_SEED || '20261122').split(':').map(Number);
const actions = 30;
const mostGrownBytes = 2_000_000;

it('keeps to its rules whatever people, wallets, servers and browsers do', {
  timeout: budgetMs + 240_000,
}, async () => {
  await using engine = await chromium.start();
  const begun = performance.now();
  let done = 0;
  for (let number = only ?? 1; performance.now() - begun < budgetMs; number++) {
    const { log, wrong, grownBytes } = await runLife({ engine, seed, number, actions });
    expect(wrong, `LINKSPAN_SEED=${seed}:${number}\n${log.join('\n')}`).toEqual([]);
    expect(grownBytes, `LINKSPAN_SEED=${seed}:${number}`).toBeLessThan(mostGrownBytes);
    done += log.length;
    if (only !== undefined) break;
  }
  console.info(`${done} actions, LINKSPAN_SEED=${seed}`);
});
