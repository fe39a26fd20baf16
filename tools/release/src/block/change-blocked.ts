import { resolve } from 'node:path';
import type { Blocked } from '@linkspan/trust';
import type { Asked } from '../ask/asked.ts';
import { openAskedStore } from '../ask/store-option.ts';
import { changeBlocklist } from '../documents/change-blocklist.ts';
import { askedHostKeys, readHostKeys } from '../keys/host-keys.ts';
import { openAtLeastOneSigner } from '../keys/open-signers.ts';
import type { Means } from '../means.ts';
import { StoreConflict } from '../store/error.ts';
import { tryAnew } from '../try-anew.ts';
import type { Outcome } from '../verb.ts';
import { toBlockedLines } from './blocked-lines.ts';

/** Two who block at once both mean it: what one adds stays when the other adds something. */
const tries = 5;

/** Changes what is blocked as asked. Rejects with what `changeBlocklist` and reading the keys reject with. */
export async function changeBlocked(
  asked: Asked,
  means: Means,
  toBlocked: (before: readonly Blocked[]) => readonly Blocked[],
): Promise<Outcome> {
  const file = askedHostKeys(asked, means);
  const former = asked.one('former-keys');
  const isDry = asked.has('dry-run');
  const wanted = {
    store: await openAskedStore(asked, means),
    hostKeys: await readHostKeys(file),
    formerKeys: await readHostKeys(former === undefined ? file : resolve(means.folder, former)),
    signers: await openAtLeastOneSigner(asked, means),
    now: means.now(),
    days: asked.whole('days') ?? 30,
    isDry,
    toBlocked,
  };
  const isLost = (error: unknown) => error instanceof StoreConflict;
  const next = await tryAnew(() => changeBlocklist(wanted), { isLost, tries });
  return {
    lines: [
      `The block list ${isDry ? 'would have' : 'has'} version ${next.version}, good until ${next.expiresAt}.`,
      ...toBlockedLines(next),
    ],
    facts: { store: wanted.store.address, ...next, isWritten: !isDry },
  };
}
