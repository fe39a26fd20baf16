import { CommandError } from '../command-error.ts';
import type { Before } from './before.ts';
import { toLostRace } from './change-live.ts';
import { listFormer } from './former-releases.ts';
import { readLiveNow } from './live-now.ts';
import { isSignedLive } from './live-signers.ts';
import { mostByChanges } from './next-version.ts';

/**
 * Refuses to take over what is live where the team's online keys have not said so last: whoever can write the store
 * could else have an old release signed anew by the next refresh. What a person names is taken over from nothing.
 * Rejects with `command/live-strange`, or with `command/lost-race` where it was replaced meanwhile.
 */
export async function assertOwnLive(before: Before): Promise<void> {
  const { store, root, now } = before;
  const { remote } = root;
  if (now === undefined) return;
  const isOwn = now.live.remote === remote && (await isSignedLive(root, new Uint8Array(now.bytes)));
  if (isOwn && !(await isPutBack(before))) return;
  const again = await readLiveNow(store, remote);
  if (again?.tag !== now.tag) throw toLostRace(remote, again);
  throw new CommandError('command/live-strange', { remote, store: store.address });
}

/** Whether a document that came after it was replaced already. The versions of a thief are no one's. */
async function isPutBack({ store, root, now }: Before): Promise<boolean> {
  const former = await listFormer(store, root.remote);
  return former.some(({ version }) => version <= mostByChanges && version > (now?.live.version ?? 0));
}
