import type { Clock } from '../clock.ts';
import { StoreConflict, StoreError } from '../error.ts';
import type { StoredFile, Tag } from '../store.ts';
import { isMet, type NewObject, type ObjectStorage } from './object-storage.ts';
import { mayPass, pausesMs, tryAgain } from './try-again.ts';

interface Place {
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

/**
 * Writes if the condition is met, and tells the loser what is there. A request whose answer is lost may have
 * written: so what is there is looked at before it is sent again, and our own bytes are no conflict then.
 */
export async function writeOnCondition(place: Place, path: string, object: NewObject): Promise<Tag> {
  const { storage, clock } = place;
  let isAnswerLost = false;
  let last: unknown = new StoreError('store/busy', { path, holder: 'another publisher' });
  for (const pauseMs of [...pausesMs, 0]) {
    const tag = await storage.put(path, object).catch((error: unknown) => {
      if (!mayPass(error)) throw error;
      isAnswerLost = true;
      last = error;
      return undefined;
    });
    if (tag !== undefined) return tag;
    const now = await tryAgain(clock, () => storage.get(path));
    if (isAnswerLost && now && isSame(now, object)) return now.tag;
    if (!isMet(object.condition, now)) throw toConflict(path, object, now);
    // Refused, and yet the condition holds: others were at it in the same moment.
    await clock.pause(pauseMs);
  }
  throw last;
}

function isSame(now: StoredFile, { bytes }: NewObject): boolean {
  return Buffer.compare(now.bytes, bytes) === 0;
}

function toConflict(path: string, { condition }: NewObject, now: StoredFile | undefined): StoreConflict {
  return new StoreConflict(condition.kind === 'absent' ? 'store/exists' : 'store/changed', path, now);
}
