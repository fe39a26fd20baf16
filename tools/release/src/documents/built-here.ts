import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Envelope } from '@linkspan/trust';
import { writeWhole } from '../files.ts';
import { toKeysFolder } from '../keys/key-files.ts';
import type { Environment } from '../store/address.ts';
import { manifestIdOf } from './live.ts';

type Payload = Pick<Envelope, 'payload'>;

/**
 * Notes that a build of this machine gave a manifest, beside the person's keys: nothing that is delivered with a release
 * or a commit gets there.
 */
export async function noteBuiltHere(manifest: Payload, env: Environment): Promise<void> {
  await writeWhole(toNote(manifest, env), '');
}

/** Whether a build of this machine gave this very manifest. */
export function isBuiltHere(manifest: Payload, env: Environment): Promise<boolean> {
  return access(toNote(manifest, env)).then(
    () => true,
    () => false,
  );
}

function toNote(manifest: Payload, env: Environment): string {
  return join(dirname(toKeysFolder(env)), 'built', manifestIdOf(manifest));
}
