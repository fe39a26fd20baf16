import type { Addresses } from '../../addresses.ts';
import { areRunning } from './are-running.ts';
import { ChainError } from './listen.ts';

/** Practice chains in use. */
export interface OpenChains {
  /** Ends the chains that were started for this use, and none that ran before. */
  close(): Promise<void>;
}

/**
 * Starts the practice chains unless all of them answer already, and calls `onReady` with a line about each server that is
 * ready. Throws as `startChains` does, and `chain/no-binary` where Solana's program does not run.
 */
export async function openChains(
  addresses: Pick<Addresses, 'chains'>,
  onReady: (line: string) => void = () => undefined,
): Promise<OpenChains> {
  if (await areRunning(addresses.chains)) return { close: async () => undefined };
  const { startChains } = await loadChains();
  const { stop } = await startChains(addresses, { onReady });
  return { close: stop };
}

/** On demand: a deploy asks for the networks alone, also where litesvm does not run. */
async function loadChains() {
  try {
    // Alone: Node 20 would throw a failure within another module once more, past this `catch`.
    await import('litesvm');
  } catch (cause) {
    const message = `There is no litesvm for ${process.platform} ${process.arch}, so the practice chains cannot start. It has programs for Linux and macOS alone; there, install again with optional dependencies.`;
    throw new ChainError('chain/no-binary', message, { cause });
  }
  return import('./start-chains.ts');
}
