import type { FamilyId, Readable } from '@linkspan/contract';
import { harden, toReadable } from '@linkspan/store';
import { atom } from 'nanostores';
import type { Activity } from '../shell.ts';

/** Distributes over the kinds of activity, which plain `Omit` would not. */
type Entry = Activity extends infer Kind
  ? Kind extends Activity
    ? Omit<Kind, 'id' | 'family' | 'at'>
    : never
  : never;

/** What has been done on this page since it was loaded, newest first. */
export interface ActivityLog {
  readonly entries: Readable<readonly Activity[]>;
  add(family: FamilyId, entry: Entry): void;
}

const mostEntries = 50;

export function createActivityLog(needs: { now(): number; newId(): string }): ActivityLog {
  const $entries = atom<readonly Activity[]>([]);
  return {
    entries: toReadable($entries),
    add(family, entry) {
      const added = { ...entry, family, id: needs.newId(), at: needs.now() } as Activity;
      $entries.set(harden([added, ...$entries.get()].slice(0, mostEntries)));
    },
  };
}
