import { join } from 'node:path';
import type { Root } from '@linkspan/trust';
import { readBuilt } from '../build/read-built.ts';
import { listUnfinished } from '../documents/claim.ts';
import { manifestOf, readLiveNow } from '../documents/live-now.ts';
import { listManifests } from '../documents/published.ts';
import type { Store } from '../store/store.ts';
import { carryOut } from './carry-out.ts';
import type { Run } from './create-run.ts';
import { listAllowed } from './list-allowed.ts';
import { type Numbers, toNextNumbers } from './next-numbers.ts';
import { rehearseRoot } from './rehearse-root.ts';
import { toLine } from './to-line.ts';
import { toPlan } from './to-plan.ts';

/** A remote that is rehearsed. */
export interface Rehearsed {
  /** The one whose `.linkspan` the practice store is in. */
  readonly folder: string;
  readonly remote: string;
  /** The folder of the remote, built. */
  readonly from: string;
  readonly store: Store;
  readonly run: Run;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What became of a remote. */
export interface Told {
  /** For people: what is live, and by which verbs it became so. */
  readonly line: string;
  /** The version that the next release would have. */
  readonly next: string;
}

/**
 * Makes what a remote's own build wrote its live release, unless it is or was. Rejects with `Refused`, and with what
 * reading the build and the store rejects with.
 */
export async function rehearseRemote(rehearsed: Rehearsed): Promise<Told> {
  const { remote, from, store } = rehearsed;
  const { root, isNew } = await rehearseRoot(rehearsed);
  const { manifest: built } = await readBuilt(join(from, 'dist'), remote);
  const before = await readLiveNow(store, remote);
  const plan = toPlan({
    built,
    published: await listAllowed(store, root),
    live: before?.live.releases.map((one) => manifestOf(one, remote)),
  });
  const verbs = await carryOut(plan, {
    ...rehearsed,
    before,
    numbers: await readNumbers(built, root, store),
  });
  const live = (await readLiveNow(store, remote))?.live.releases ?? [];
  return {
    line: toLine({ remote, plan, verbs: isNew ? ['root', ...verbs] : verbs, live }),
    next: (await readNumbers(built, root, store)).version,
  };
}

/** Those of the next release: above all that are taken, also where a publishing was cut off. */
async function readNumbers({ version }: { version: string }, root: Root, store: Store): Promise<Numbers> {
  const published = await listManifests(store, root.remote);
  const taken = [...published, ...(await listUnfinished(store, root.remote, published))];
  return toNextNumbers({ packageVersion: version, floor: root.floor, published: taken });
}
