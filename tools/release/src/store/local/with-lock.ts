import { StoreError } from '../error.ts';
import { type Lock, type LockPlace, takeLock } from './lock.ts';

const patienceMs = 20_000;
/** How long to wait between looks: at first, and at most, where many wait. */
const pauseMs = { first: 8, most: 64 };

/** Does the work while no other process holds the lock. Throws `store/busy` where it does not become free. */
export async function withLock<T>(
  place: LockPlace & { readonly path: string },
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

async function waitForLock(place: LockPlace & { readonly path: string }): Promise<Lock> {
  const begun = place.clock.now();
  for (let pause = pauseMs.first; ; pause = Math.min(2 * pause, pauseMs.most)) {
    const taken = await takeLock(place);
    if (!('holder' in taken)) return taken;
    if (place.clock.now() - begun > patienceMs)
      throw new StoreError('store/busy', { path: place.path, holder: taken.holder });
    await place.clock.pause(pause);
  }
}
