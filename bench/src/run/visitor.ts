import type { Browser, BrowserContext } from 'playwright-core';
import type { Sample } from '../figures/sample.ts';
import type { Subject } from '../visit/subject.ts';
import { takeVisit } from '../visit/take-visit.ts';
import type { Deeds } from '../visit/watch.ts';
import type { Viewport } from './start-browser.ts';

/** What everyone who visits the pages has. */
export interface Equipment {
  readonly browser: Browser;
  /** Starts the browser once more, with a profile of its own. */
  startProfile(viewport: Viewport): Promise<BrowserContext>;
  /** How many times slower than this machine's the visitor's processor is. */
  readonly slower: number;
  /** Put into pages before their own scripts: the instant wallets, and what watches. */
  readonly wallets: string;
  readonly script: string;
}

/** One visit of somebody, and the name under which it counts. */
export interface Planned {
  readonly subject: Subject;
  readonly scenario: string;
  readonly round: number;
  readonly deeds: Deeds;
}

/** Somebody with a browser that has been nowhere, and has the instant wallets. */
export interface Visitor extends AsyncDisposable {
  visit(planned: Planned): Promise<Sample>;
}

/** The window of a person at a desk. */
const viewport = { width: 1280, height: 800 };

/**
 * Lends a visitor: in a private window, which costs little, or with a profile, since Chromium sets up no connections
 * ahead in private windows.
 */
export async function openVisitor(equipment: Equipment, isPrivate = true): Promise<Visitor> {
  const { browser, startProfile, wallets, ...means } = equipment;
  const context = await (isPrivate ? browser.newContext({ viewport }) : startProfile(viewport));
  await context.addInitScript({ content: wallets });
  return {
    async visit({ subject, scenario, round, deeds }) {
      const values = Object.entries(await takeVisit(context, { subject, deeds, ...means }));
      // What was not seen is left out: nothing stands for it.
      const seen = Object.fromEntries(values.filter(([, value]) => Number.isFinite(value)));
      return { subject: subject.name, scenario, round, values: seen };
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}
