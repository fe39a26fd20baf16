import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import type { Sample } from '../figures/sample.ts';
import type { Subject } from '../visit/subject.ts';
import { takeVisit } from '../visit/take-visit.ts';
import type { Actions } from '../visit/watch.ts';

/** What everyone who visits the pages has. */
export interface Equipment {
  /** Starts the browser, with a profile of its own. */
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
  readonly actions: Actions;
}

/** Somebody with a browser that has been nowhere, and has the instant wallets. */
export interface Visitor extends AsyncDisposable {
  visit(planned: Planned): Promise<Sample>;
}

/** In CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** The window of a person at a desk. */
const viewport = { width: 1280, height: 800 };

/**
 * How long a browser is open before it goes anywhere. One that starts is busy with itself for some two seconds, and whom
 * is measured has had it open before; this pause is what is modelled, and nothing is waited for in it.
 */
const openMs = 2_500;

/** Lends a visitor. In a private window, which would cost less, Chromium sets up no connections ahead. */
export async function openVisitor(equipment: Equipment): Promise<Visitor> {
  const { startProfile, wallets, ...means } = equipment;
  const context = await startProfile(viewport);
  await context.addInitScript({ content: wallets });
  await setTimeout(openMs);
  return {
    async visit({ subject, scenario, round, actions }) {
      const values = Object.entries(await takeVisit(context, { subject, actions, ...means }));
      // What was not seen is left out: nothing stands for it.
      const seen = Object.fromEntries(values.filter(([, value]) => Number.isFinite(value)));
      return { subject: subject.name, scenario, round, values: seen };
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}
