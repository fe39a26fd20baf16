import { join } from 'node:path';
import type { PracticeData } from '@linkspan/contract/short-config';
import { readAddresses } from '../addresses.ts';
import type * as published from '../index.d.ts';
import { openChains } from './chains/open-chains.ts';
import { toPracticePage } from './practice-page.ts';

// What an application installs. Its types are those that the package has.

type Environment = Readonly<Record<string, string | undefined>>;

/** What a page's configuration takes from the practice, beside the address of its wallets. Throws as `readAddresses` does. */
export function practicePage(env: Environment): Omit<PracticeData, 'module'> {
  return toPracticePage(readAddresses(env));
}

/** The absolute path of the built module of the practice wallets: the same from here and from the built package. */
export const walletsFile = join(import.meta.dirname, '../dist/wallets.js');

/**
 * Starts the chains of all families, unless all of them answer already; then `close` ends nothing. Calls `onReady` with a
 * line about each server that is ready. Throws `chain/port-in-use`, `chain/no-binary`, `chain/not-ready`, or as
 * `readAddresses` does.
 */
export function startChains(
  env: Environment,
  onReady?: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
  return openChains(readAddresses(env), onReady);
}

({ practicePage, walletsFile, startChains }) satisfies typeof published;
