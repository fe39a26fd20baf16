import { chromium } from './chromium.ts';
import type { EngineKind } from './engine.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

/** The three engines that people's browsers are made of. */
const engines: readonly EngineKind[] = [chromium, firefox, webkit];

const named = process.env.LINKSPAN_ENGINES || chromium.name;

/** The engines of this run: those that `LINKSPAN_ENGINES` names, separated by commas, or `all`; else Chromium. */
export const chosenEngines = engines.filter(({ name }) => named === 'all' || named.split(',').includes(name));
