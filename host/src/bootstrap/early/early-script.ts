import type { EarlyScope } from '../inline/run-page.ts';
import { openEarly } from './main.ts';

// The early script as the script of a deployed page: the inline script, which has run by now, waits for it. Nobody is to find the way later.
const scope = globalThis as EarlyScope;
const { linkspanEnter: handOver } = scope;
delete scope.linkspanEnter;
handOver?.(openEarly());
