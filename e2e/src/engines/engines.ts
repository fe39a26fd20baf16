import { chromium } from './chromium.ts';
import type { EngineKind } from './engine.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

/** The three engines that people's browsers are made of. One that this machine has not is told by its `missing`. */
export const engines: readonly EngineKind[] = [chromium, firefox, webkit];
