import { withDeadline } from '../async.ts';
import { lockMs } from '../limits.ts';
import { storagePrefix } from '../storage.ts';

/**
 * A lock that this page holds while it imports code of remotes. The browser releases it when the page ends, also by a
 * crash: Web Locks, "Termination of Locks".
 */
export interface PageLock {
  /** No other page has this name. */
  readonly name: string;
  /** Resolves when the lock is held, to what releases it. Never rejects: without locks nothing is held. */
  hold(): Promise<() => void>;
}

/** The browser's locks; undefined in one that has none, since it blocks storage. */
export type PageLocks = Pick<LockManager, 'request' | 'query'>;

export function createPageLock(locks: PageLocks | undefined): PageLock {
  const name = `${storagePrefix}page:${crypto.randomUUID()}`;
  let holders = 0;
  let held: Promise<() => void> | undefined;
  return {
    name,
    async hold() {
      holders += 1;
      held ??= request(locks, name);
      const release = await held;
      return () => {
        holders -= 1;
        if (holders > 0) return;
        held = undefined;
        release();
      };
    },
  };
}

function request(locks: PageLocks | undefined, name: string): Promise<() => void> {
  const granted = new Promise<() => void>((resolve, reject) => {
    if (locks === undefined) return reject(new Error('This browser has no locks.'));
    locks.request(name, () => new Promise<void>((release) => resolve(release))).catch(reject);
  });
  return withDeadline(granted, lockMs, () => new Error('late')).catch(() => () => undefined);
}

/** The names of the locks that pages of this origin hold; none if the browser does not tell. Never rejects. */
export async function readHeldLocks(locks: PageLocks | undefined): Promise<ReadonlySet<string>> {
  const asked = async () => (await locks?.query())?.held ?? [];
  const held = await withDeadline(asked(), lockMs, () => new Error('late')).catch(() => []);
  return new Set(held.map(({ name }) => `${name}`));
}
