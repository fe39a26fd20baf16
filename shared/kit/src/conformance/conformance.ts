import { attemptCases } from './attempt-cases.ts';
import type { Case } from './case.ts';
import { commandCases } from './command-cases.ts';
import { connectionCases } from './connection-cases.ts';
import { discoveryCases } from './discovery-cases.ts';
import { settleCases } from './settle-cases.ts';
import { unmountCases } from './unmount-cases.ts';

/** What every remote does, whatever its family. */
export const conformance: readonly Case[] = [
  ...discoveryCases,
  ...attemptCases,
  ...connectionCases,
  ...commandCases,
  ...settleCases,
  ...unmountCases,
];
