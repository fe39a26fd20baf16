import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Root } from '@linkspan/trust';
import { findRoot } from '../documents/read-root.ts';
import type { Store } from '../store/store.ts';
import type { Run } from './create-run.ts';
import { keyFile, publicKeyFile } from './practice-keys.ts';

const renewBeforeMs = 30 * 24 * 60 * 60 * 1000;

/** The root of a remote, made where there is none, and renewed a month before its end. Rejects with `Refused`. */
export async function rehearseRoot(place: {
  readonly folder: string;
  readonly remote: string;
  readonly store: Store;
  readonly run: Run;
  /** Milliseconds since 1970. */
  readonly now: number;
}): Promise<{ readonly root: Root; readonly isNew: boolean }> {
  const { folder, remote, store, run, now } = place;
  const before = await findRoot(store, remote);
  if (before !== undefined && Date.parse(before.expiresAt) > now + renewBeforeMs)
    return { root: before, isNew: false };
  // One that was made and not published is of a rehearsal that was cut off.
  if (before === undefined) await rm(join(folder, '.linkspan/roots', `${remote}-1.json`), { force: true });
  const person = publicKeyFile('person');
  const roles = ['--root', person, '--release', person, '--live', publicKeyFile('machine')];
  const line = before === undefined ? ['make', remote, ...roles] : ['rotate', remote];
  const { file } = await run<{ file: string }>('root', ...line, '--key', keyFile('person'), '--json');
  await run('root', 'publish', file);
  const root = await findRoot(store, remote);
  if (root === undefined) throw new Error(`The root of ${remote} was published and is not there.`);
  return { root, isNew: true };
}
