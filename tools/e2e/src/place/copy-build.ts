import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { parseUnsignedRelease, unsignedReleaseName } from '@linkspan/trust';
import { listFiles } from './list-files.ts';

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
  const { manifest } = release;
  const folder = join(dist, release.path);
  const before = new Map<string, string>();
  for (const { path } of manifest.files) before.set(path, await readFile(join(folder, path), 'utf8'));
  const edited = new Map([...before].map(([path, text]) => [path, text.replaceAll(from, into)]));
  const changed = listChanged(before, edited);
  if (changed.size === 0) throw new Error(`No file of ${remote} has “${from}”.`);
  const names = new Map([...changed].map((path) => [path, rename(path, `${edited.get(path)}${into}`)]));
  const toNew = (path: string) => names.get(path) ?? path;
  for (const [old, name] of names) {
    const text = [...names].reduce((all, [from, to]) => all.replaceAll(from, to), `${edited.get(old)}`);
    await rm(join(folder, old));
    await writeFile(join(folder, name), text);
  }
  const { discovery, entry, preload } = manifest;
  const named = { discovery: toNew(discovery), entry: toNew(entry), preload: preload.map(toNew) };
  const next = { ...release, manifest: { ...manifest, ...named, files: await listFiles(folder) } };
  await writeFile(description, JSON.stringify({ remote, release: next }));
}

/** What is edited, and what leads to that by its name. */
function listChanged(before: ReadonlyMap<string, string>, edited: ReadonlyMap<string, string>): Set<string> {
  const changed = new Set([...before.keys()].filter((path) => before.get(path) !== edited.get(path)));
  for (const name of changed)
    for (const [path, text] of before) if (text.includes(`/${name}`)) changed.add(path);
  return changed;
}

/** A name tells the content, so a bundler would name it differently. */
function rename(path: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return path.replace(/[\w-]{8}(?=\.js$)/, hash);
}
