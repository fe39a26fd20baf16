import { hasCode } from '@linkspan/contract';
import { assertSame } from './assert.ts';
import type { Stage } from './stage.ts';

/** Some wallets say that they grant nothing; others refuse to be read, or answer as they do while they are locked. */
const refusals = ['wallet/refuses', 'wallet/locked-or-ended'] as const;

/** Throws a sentence if the wallet, which grants nothing, is restored, or if restoring fails for another reason. */
export async function assertNotRestored(stage: Stage): Promise<void> {
  const restoring = stage.restore().catch((error: unknown) => {
    if (!refusals.some((code) => hasCode(error, code))) throw error;
  });
  const restored = await stage.within(restoring, 'restore does not settle');
  assertSame(restored, undefined, 'what was restored');
}
