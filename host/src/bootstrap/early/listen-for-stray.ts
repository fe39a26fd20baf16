import type { FamilyId, Happening } from '@linkspan/contract';
import { strayErrorsMs } from '../../limits.ts';
import type { FamilySlot } from '../../loader/family-slot.ts';
import { isOverwrite } from '../../loader/is-overwrite.ts';
import { isOfRelease, stackOf } from '../../loader/is-thrown-by.ts';

/** Who hears of errors that nobody has caught, and whose they may be. */
export interface StrayNeeds {
  readonly slots: readonly FamilySlot[];
  emit(happening: Happening): void;
}

/**
 * Tells errors and rejections that nobody has caught as faults of the remote whose files they come from, the first at
 * once and those of each second after it together. WebKit does not let a page see what a script of another origin has
 * thrown (HTML, "muted errors"): that is told as some remote's. They are in the console as ever. Returns what ends it.
 */
export function listenForStray(
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  { slots, emit }: StrayNeeds,
): () => void {
  const gathered = new Map<string, number>();

  function tell(family: FamilyId | undefined, code: string): void {
    const key = `${family} ${code}`;
    const emitThese = (many: number) =>
      emit({ kind: 'fault', ...(family !== undefined && { family }), code, count: many });
    const count = gathered.get(key);
    if (count !== undefined) return void gathered.set(key, count + 1);
    emitThese(1);
    gathered.set(key, 0);
    setTimeout(() => {
      const more = gathered.get(key) ?? 0;
      gathered.delete(key);
      if (more > 0) emitThese(more);
    }, strayErrorsMs);
  }

  function hear(error: unknown, place: string): void {
    const from = `${place} ${stackOf(error)}`;
    const slot = slots.find(({ release }) => release && isOfRelease(release, from));
    if (slot) tell(slot.family.id, isOverwrite(error) ? 'remote/overwrote' : 'remote/failed');
  }

  const onError = ({ error, filename, message }: ErrorEvent) => {
    if (isMuted({ error, filename, message })) tell(undefined, 'remote/failed');
    else hear(error, filename);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => hear(reason, '');
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

/** All that HTML leaves of it. The page's own scripts are of its own origin, and have more to say. */
function isMuted({ error, filename, message }: Pick<ErrorEvent, 'error' | 'filename' | 'message'>): boolean {
  return error === null && filename === '' && message === 'Script error.';
}
