import { verifyBlocklist } from '@linkspan/trust';
import type { Asked } from '../ask/asked.ts';
import { openAskedStore } from '../ask/store-option.ts';
import { readBlocklistNow } from '../documents/blocklist-now.ts';
import { explainRefusal } from '../explain-error.ts';
import { askedHostKeys, readHostKeys } from '../keys/host-keys.ts';
import type { Means } from '../means.ts';
import type { Outcome } from '../verb.ts';
import { toBlockedLines } from './blocked-lines.ts';

/** Tells what is blocked, and whether a page would take the list. */
export async function listBlocked(asked: Asked, means: Means): Promise<Outcome> {
  const store = await openAskedStore(asked, means);
  const there = await readBlocklistNow(store);
  if (there === undefined)
    return {
      lines: [`There is no block list in ${store.address}.`],
      facts: { store: store.address, state: 'none', blocked: [] },
    };
  const { blocklist, bytes } = there;
  const hostKeys = await readHostKeys(askedHostKeys(asked, means));
  const state = await verifyBlocklist({ hostKeys, envelope: bytes, seen: 0, now: means.now() }).then(
    () => 'good',
    (error: unknown) => explainRefusal(error).code,
  );
  return {
    lines: [
      `Version ${blocklist.version}, good until ${blocklist.expiresAt}.`,
      ...toAdvice(state),
      ...toBlockedLines(blocklist),
    ],
    facts: { store: store.address, state, ...blocklist },
    exitCode: state === 'good' ? 0 : 1,
  };
}

function toAdvice(state: string): readonly string[] {
  if (state === 'good') return [];
  if (state === 'release/expired')
    return [`It has expired (${state}). Run “npm run release -- block refresh”.`];
  return [`No page takes it (${state}), since it is not the host team’s. Find out who wrote it.`];
}
