import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deliverAll, storeOf } from '@linkspan/stack/deliver';
import { parseUnsignedRelease, unsignedReleaseName } from '@linkspan/trust';

/** Which remote is released once more, and under which name. */
export interface StandIn {
  readonly name: string;
  /** The remote that it is like, and its folder, built. */
  readonly like: string;
  readonly built: string;
}

/**
 * Releases what a remote has built under another name, as a team of its own would: with its own keys, its
 * own store, and signatures over that name. It stands in for a remote that nobody has written: it lists the same
 * wallets. Returns its folder in the store. Rejects with `Refused`.
 */
export async function releaseStandIn(home: string, standIn: StandIn): Promise<string> {
  const { name } = standIn;
  const folder = join(home, name);
  const from = join(folder, name);
  await copyBuilt(standIn, from);
  await deliverAll(folder, [{ remote: name, from }]);
  return join(storeOf(folder), name);
}

/** Copies a built remote; the name is all that changes in it. */
async function copyBuilt({ like, name, built }: StandIn, to: string): Promise<void> {
  const dist = join(to, 'dist');
  await mkdir(to, { recursive: true });
  await cp(join(built, 'dist'), dist, { recursive: true });
  const file = join(dist, unsignedReleaseName);
  const { release } = parseUnsignedRelease(JSON.parse(await readFile(file, 'utf8')), like);
  const manifest = { ...release.manifest, remote: name };
  await writeFile(file, JSON.stringify({ remote: name, release: { ...release, manifest } }));
  const { version } = manifest;
  await writeFile(join(to, 'package.json'), JSON.stringify({ name, version, private: true }));
}
