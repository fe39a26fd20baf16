import { hasCode, Misshapen } from '@linkspan/contract';
import {
  type Blocked,
  type Blocklist,
  blocklistFormat,
  type HostKeys,
  verifyBlocklist,
} from '@linkspan/trust';
import {
  createPayload,
  type Payload,
  type Signer,
  signEnvelope,
  toEnvelopeBytes,
} from '@linkspan/trust/sign';
import { CommandError, UsageError } from '../command-error.ts';
import { liveHeaders } from '../store/headers.ts';
import { probeStore } from '../store/probe-store.ts';
import type { Store } from '../store/store.ts';
import { type BlocklistNow, readBlocklistNow } from './blocklist-now.ts';
import { toInstant } from './instant.ts';
import { blocklistPath } from './paths.ts';

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
  const { store, signers, now, days } = change;
  const before = await readBlocklistNow(store);
  if (before !== undefined) await assertOwn(before, change);
  const next: Blocklist = {
    version: Math.max((before?.blocklist.version ?? 0) + 1, toMinutes(now)),
    expiresAt: toInstant(now, days),
    blocked: change.toBlocked(before?.blocklist.blocked ?? []),
  };
  const bytes = toEnvelopeBytes(await signEnvelope(toPayload(next), signers));
  await assertSigned(bytes, change);
  if (!change.isDry) await write(store, before, bytes);
  return next;
}

/**
 * The least version of a list that is made now: the minutes since 1970. Were the one before lost, or an old one put
 * back, pages would refuse a list that merely counts on from there.
 */
function toMinutes(now: number): number {
  return Math.floor(now / 60_000);
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

function toPayload(next: Blocklist): Payload {
  try {
    return createPayload(blocklistFormat, next);
  } catch (cause) {
    const wrong = (cause as Error).cause;
    if (!(wrong instanceof Misshapen)) throw cause;
    throw new UsageError(`This cannot be blocked: ${wrong.message}.`, { cause });
  }
}

async function assertSigned(bytes: Uint8Array, { hostKeys, now }: BlocklistChange): Promise<void> {
  try {
    await verifyBlocklist({ hostKeys, envelope: new Uint8Array(bytes), seen: 0, now });
  } catch (cause) {
    if (!hasCode(cause, 'release/unsigned')) throw cause;
    const { has, needs } = (cause as unknown as { context: { has: string; needs: string } }).context;
    throw new CommandError('command/blocklist-unsigned', { has, needs }, { cause });
  }
}

async function write(store: Store, before: BlocklistNow | undefined, bytes: Uint8Array): Promise<void> {
  const headers = liveHeaders(blocklistPath);
  if (before !== undefined)
    return void (await store.replaceIfUnchanged(blocklistPath, bytes, before.tag, headers));
  await probeStore(store);
  await store.createIfAbsent(blocklistPath, bytes, headers);
}
