import { hasCode } from '@linkspan/contract';
import {
  type Blocked,
  type Blocklist,
  blocklistFormat,
  type HostKeys,
  verifyBlocklist,
} from '@linkspan/trust';
import type { Signer } from '@linkspan/trust/sign';
import { CommandError } from '../command-error.ts';
import { liveHeaders } from '../store/headers.ts';
import { probeStore } from '../store/probe-store.ts';
import type { Store } from '../store/store.ts';
import { type BlocklistNow, readBlocklistNow } from './blocklist-now.ts';
import { toInstant } from './instant.ts';
import { blocklistPath } from './paths.ts';
import { signForHost, toHostVersion } from './sign-for-host.ts';

/** One change of the host team's block list. */
export interface BlocklistChange {
  readonly store: Store;
  /** Whose signatures the pages believe. */
  readonly hostKeys: HostKeys;
  /** Whose they believed, where the keys were replaced. */
  readonly formerKeys: HostKeys;
  readonly signers: readonly Signer[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long the list is good. */
  readonly days: number;
  readonly isDry: boolean;
  toBlocked(before: readonly Blocked[]): readonly Blocked[];
}

/**
 * Replaces the block list, if it is still the one that was read, by one that every page would believe.
 * Rejects with `command/blocklist-strange` where the one before is not the team's own, with
 * `command/blocklist-unsigned`, and with a `StoreConflict` where somebody else was first. Throws `UsageError` for what
 * cannot be in a list.
 */
export async function changeBlocklist(change: BlocklistChange): Promise<Blocklist> {
  const { store, hostKeys, signers, now, days } = change;
  const before = await readBlocklistNow(store);
  if (before !== undefined) await assertOwn(before, change);
  const next: Blocklist = {
    version: toHostVersion(before?.blocklist.version ?? 0, now),
    expiresAt: toInstant(now, days),
    blocked: change.toBlocked(before?.blocklist.blocked ?? []),
  };
  const { bytes } = await signForHost({
    format: blocklistFormat,
    value: next,
    signers,
    verb: 'blocked',
    unsigned: 'command/blocklist-unsigned',
    verify: (envelope) => verifyBlocklist({ hostKeys, envelope, seen: 0, now }),
  });
  if (!change.isDry) await write(store, before, bytes);
  return next;
}

/** What others wrote must not get the team's signature, so what is carried over was signed by it before. */
async function assertOwn({ bytes }: BlocklistNow, { store, formerKeys }: BlocklistChange): Promise<void> {
  try {
    // At the beginning of time nothing has expired: a list that was forgotten is still the team's own.
    await verifyBlocklist({ hostKeys: formerKeys, envelope: bytes, seen: 0, now: 0 });
  } catch (cause) {
    if (!hasCode(cause, 'release/unsigned')) throw cause;
    throw new CommandError('command/blocklist-strange', { store: store.address }, { cause });
  }
}

async function write(store: Store, before: BlocklistNow | undefined, bytes: Uint8Array): Promise<void> {
  const headers = liveHeaders(blocklistPath);
  if (before !== undefined)
    return void (await store.replaceIfUnchanged(blocklistPath, bytes, before.tag, headers));
  await probeStore(store);
  await store.createIfAbsent(blocklistPath, bytes, headers);
}
