import { join } from 'node:path';
import { readBuilt } from '../build/read-built.ts';
import { listUnfinished } from '../documents/claim.ts';
import { listManifests } from '../documents/published.ts';
import { readRoot } from '../documents/read-root.ts';
import { promote, publish } from './deliver.ts';
import { isSameBuild } from './is-same-build.ts';
import { toNextNumbers } from './next-numbers.ts';
import type { Rehearsed } from './rehearse-remote.ts';

/**
 * Makes a build live that is no step of its remote, but a variant of one, such as `0.1.1-faulty.7`: below the next
 * version, above all others. Where it was published before, it is only made live. Answers its version. Rejects with
 * `Refused`, and with what reading the build and the store rejects with.
 */
export async function deliverVariant(label: string, rehearsed: Rehearsed): Promise<string> {
  const { remote, from, store, run } = rehearsed;
  const { manifest: built } = await readBuilt(join(from, 'dist'), remote);
  const published = await listManifests(store, remote);
  const twin = published.find((one) => one.version.includes(`-${label}.`) && isSameBuild(one, built));
  const version = twin?.version ?? (await publishAs(label, rehearsed, { ...built, published }));
  await promote(run, remote, version);
  return version;
}

type Known = { readonly version: string; readonly published: Awaited<ReturnType<typeof listManifests>> };

async function publishAs(label: string, rehearsed: Rehearsed, known: Known): Promise<string> {
  const { remote, from, store, run, now } = rehearsed;
  const taken = [...known.published, ...(await listUnfinished(store, remote, known.published))];
  const { floor } = await readRoot(store, remote);
  const next = toNextNumbers({ packageVersion: known.version, floor, published: taken });
  const version = `${next.version}-${label}.${next.sequence}`;
  await publish(run, { remote, from, version, sequence: next.sequence, now });
  return version;
}
