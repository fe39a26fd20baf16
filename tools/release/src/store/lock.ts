import { hostname } from 'node:os';
import { join } from 'node:path';
import { lockPauseMs, maxLockHeldMs, maxLockWaitMs } from '../limits.ts';
import { type Disk, isDiskError, unless, withPart } from './disk.ts';
import { toBusy } from './errors.ts';
import type { Clock } from './store.ts';

/** Does the work while no other process holds the lock. Throws `store/busy` if it does not become free. */
export async function withLock<T>(
  place: LockOptions & { readonly path: string },
  work: (lock: Lock) => Promise<T>,
): Promise<T> {
  const lock = await waitForLock(place);
  try {
    return await work(lock);
  } finally {
    // What was to be written is written or not by now; a lock that cannot be given back ends with its process.
    await lock.release().catch(() => undefined);
  }
}

async function waitForLock(place: LockOptions & { readonly path: string }): Promise<Lock> {
  const begun = place.clock.now();
  for (let pause = lockPauseMs.first; ; pause = Math.min(2 * pause, lockPauseMs.most)) {
    const taken = await takeLock(place);
    if (!('holder' in taken)) return taken;
    if (place.clock.now() - begun > maxLockWaitMs) throw toBusy(place.path, taken.holder);
    await place.clock.pause(pause);
  }
}

/** The right to write, held by one process at a time. */
export interface Lock {
  /** Whether it is still ours, with a margin: one held for too long may have been taken over. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** Where a lock is, and what it is made with. */
export interface LockOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly folder: string;
  /** For files on their way into place. */
  readonly parts: string;
}

/** Old turns stay a while, so that nobody who listed the folder long ago can take a number again. */
const keptTurns = 16;
const free = 'free';

/**
 * Takes the lock, or answers with who has it.
 *
 * Turns are numbered files, made by linking, so that one process alone gets a number. The highest number has the
 * lock, until its file reads `free`, its process is dead, or a minute has passed. The highest is never deleted.
 * So a crash leaves nothing to clean up, and two that take over from the same dead holder cannot both succeed.
 */
export async function takeLock(place: LockOptions): Promise<Lock | { readonly holder: string }> {
  const turn = (await lastTurn(place)) ?? 0;
  const holder = await holderOf(place, turn);
  if (holder !== undefined) return { holder };
  const since = place.clock.now();
  const text = JSON.stringify({ host: hostname(), pid: process.pid, since });
  const isOurs = await takeTurn(place, turn + 1, text);
  if (!isOurs) return { holder: 'another publisher' };
  return {
    isHeld: () => Math.abs(place.clock.now() - since) < maxLockHeldMs / 2,
    release: () => writeTurn(place, turn + 1, free),
  };
}

async function takeTurn(place: LockOptions, turn: number, text: string): Promise<boolean> {
  const { disk, folder } = place;
  await disk.mkdir(folder, { recursive: true });
  const file = join(folder, String(turn));
  try {
    await withPart({ disk, folder: place.parts, flush: false }, text, (part) => disk.link(part, file));
  } catch (error) {
    if (isDiskError(error, 'EEXIST')) return false;
    throw error;
  }
  const turns = await turnsOf(place);
  // A number far behind the others can be free again: it gives no right.
  if (turns.some((other) => other > turn)) {
    await disk.rm(file, { force: true });
    return false;
  }
  const old = turns.filter((other) => other <= turn - keptTurns);
  await Promise.all(old.map((other) => disk.rm(join(folder, String(other)), { force: true })));
  return true;
}

async function writeTurn({ disk, folder, parts }: LockOptions, turn: number, text: string): Promise<void> {
  const file = join(folder, String(turn));
  await withPart({ disk, folder: parts, flush: false }, text, (part) => disk.rename(part, file));
}

async function lastTurn(place: LockOptions): Promise<number | undefined> {
  return (await turnsOf(place)).reduce<number | undefined>(
    (highest, turn) => Math.max(highest ?? turn, turn),
    undefined,
  );
}

async function turnsOf({ disk, folder }: LockOptions): Promise<readonly number[]> {
  const names = (await unless(['ENOENT'], disk.readdir(folder))) ?? [];
  return names.filter((name) => /^[1-9]\d{0,14}$/.test(name)).map(Number);
}

/** Who holds this turn, or undefined if nobody does any more. */
async function holderOf({ disk, clock, folder }: LockOptions, turn: number): Promise<string | undefined> {
  if (turn === 0) return undefined;
  const text = await unless(['ENOENT'], disk.readFile(join(folder, String(turn)), 'utf8'));
  // Gone between the list and here: others have moved on.
  if (text === undefined) return 'another publisher';
  const holder = parseHolder(text);
  if (holder === undefined || Math.abs(clock.now() - holder.since) > maxLockHeldMs) return undefined;
  if (holder.host === hostname() && !isRunning(holder.pid)) return undefined;
  return `process ${holder.pid} on ${holder.host}`;
}

interface Holder {
  readonly host: string;
  readonly pid: number;
  readonly since: number;
}

/** Undefined for `free`, and for what a failure of power has left half-written: nobody alive holds that. */
function parseHolder(text: string): Holder | undefined {
  try {
    const { host, pid, since } = JSON.parse(text);
    return typeof host === 'string' && Number.isSafeInteger(pid) && Number.isFinite(since)
      ? { host, pid, since }
      : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isDiskError(error, 'EPERM');
  }
}
