import { resolve } from 'node:path';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { bundleScript } from '../page-scripts/bundle-script.ts';
import { choose } from './choose.ts';
import { hearTimes } from './hear-times.ts';
import type { Subject } from './subject.ts';
import { type Seen, toValues, type Values } from './to-values.ts';
import { recordTraffic } from './traffic.ts';
import { untilQuiet } from './until-quiet.ts';
import { type Actions, familyOf, type TimeName, type Watched } from './watch.ts';

/** One visit to a page. */
export interface Visit {
  readonly subject: Subject;
  readonly actions: Actions;
  /** How many times slower than this machine's the visitor's processor is. */
  readonly slower: number;
  /** What watches the page: see `watchScript`. */
  readonly script: string;
}

type Noted = Watched & { readonly instantWallets?: Pick<Seen, 'asked' | 'approved'> };

/** A page that has fetched nothing for so long rests. */
const quietMs = 2_000;
const deadlineMs = 60_000;

/** What watches a page, as one classic script. */
export function watchScript(): Promise<string> {
  return bundleScript(resolve(import.meta.dirname, 'injected.ts'));
}

/** Visits a page in a browser that may have been there before; answers when the page has come to rest. */
export async function takeVisit(
  context: BrowserContext,
  { subject, actions, slower, script }: Visit,
): Promise<Values> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const traffic = await recordTraffic(session);
    const untilNoted = await hearTimes(session, deadlineMs);
    const watching = `globalThis.watching = ${JSON.stringify({ marks: subject.marks, actions })};`;
    await page.addInitScript({ content: `${watching}\n${script}` });
    await page.goto(subject.url, { waitUntil: 'commit' });
    const until = async (time: TimeName) => {
      await untilNoted(time);
      await untilQuiet(session, traffic, { quietMs, deadlineMs });
    };
    if (actions.chooses) await until('list');
    const chosen = actions.chooses && (await choose(page, `${subject.marks.row[actions.chooses]}`, traffic));
    await until(lastOf(actions));
    const heapBytes = await readHeap(session);
    const seen = await readSeen(page);
    const shown = { seen, exchanges: traffic.exchanges, heapBytes, ...(chosen && { chosen }) };
    return toValues(shown, subject, actions);
  } finally {
    await page.close();
  }
}

/** What comes last in a visit: the family is connected, or where none is to be: the list is there, or the button. */
function lastOf(actions: Actions): TimeName {
  if (familyOf(actions) !== undefined) return 'connected';
  return actions.opens ? 'list' : 'button';
}

function readSeen(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const { sight, instantWallets } = globalThis as Noted;
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const inline = [...document.scripts].filter(({ src, type }) => src === '' && !/json|map/.test(type));
    return {
      sight,
      asked: { ...instantWallets?.asked },
      approved: { ...instantWallets?.approved },
      paintMs: paint?.startTime ?? Number.NaN,
      inlineScripts: inline.map(({ text }) => text),
    };
  });
}

/** Of what is still in use. */
async function readHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
