import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseUnsignedRelease, unsignedReleaseName } from '@linkspan/trust';
import { root } from '../../../tasks/root.mjs';

/** A text of a remote's scripts, and what it becomes. */
export interface Edit {
  readonly from: string;
  readonly into: string;
}

/** Copies a remote's package and build, with a text changed, as an edit of its source would change it. */
export async function copyBuild(remote: string, to: string, edit?: Edit): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(join(root, remote, 'dist'), join(to, 'dist'), { recursive: true });
  await cp(join(root, remote, 'package.json'), join(to, 'package.json'));
  if (edit !== undefined) await change(remote, join(to, 'dist'), edit);
}

async function change(remote: string, dist: string, { from, into }: Edit): Promise<void> {
  const description = join(dist, unsignedReleaseName);
  const { release } = parseUnsignedRelease(JSON.parse(await readFile(description, 'utf8')), remote);
  let times = 0;
  const files = await Promise.all(
    release.manifest.files.map(async (listed) => {
      const file = join(dist, release.path, listed.path);
      const before = await readFile(file, 'utf8');
      if (!before.includes(from)) return listed;
      times += 1;
      const after = before.replaceAll(from, into);
      await writeFile(file, after);
      return { path: listed.path, bytes: Buffer.byteLength(after), integrity: toIntegrity(after) };
    }),
  );
  if (times === 0) throw new Error(`No file of ${remote} has “${from}”.`);
  const manifest = { ...release.manifest, files };
  await writeFile(description, JSON.stringify({ remote, release: { ...release, manifest } }));
}

function toIntegrity(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`;
}
