import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { toSharedFolder } from '../documents/paths.ts';
import { listManifests } from '../documents/published.ts';
import type { Store } from '../store/store.ts';

/** A folder of its own for one test, removed after it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The folder of a store in which a published release has its files; ends in `/`. */
export async function filesOf(store: Store, remote: string, version: string): Promise<string> {
  const manifest = (await listManifests(store, remote)).find((one) => one.version === version);
  if (manifest === undefined) throw new Error(`${remote} ${version} is not published`);
  return toSharedFolder(manifest);
}
