import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { root } from '../../../tasks/root.mjs';
import type { Edit } from './copy-build.ts';

/** A text in a file of a remote's source, and what it becomes. */
export interface SourceEdit extends Edit {
  /** Its path in the remote's folder. */
  readonly file: string;
}

/** What builds leave behind is no part of a copy. */
const left = new Set(['dist', '.vite', '.vite-temp']);

/**
 * Copies a remote, as its team has it checked out and installed, with one text changed. Its libraries and the
 * packages of the house stay where they are.
 */
export async function copySource(
  remote: string,
  to: string,
  { file, from, into }: SourceEdit,
): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(join(root, remote), to, { recursive: true, filter: (path) => !left.has(basename(path)) });
  await cp(join(root, 'tsconfig.base.json'), join(dirname(to), 'tsconfig.base.json'));
  const edited = join(to, file);
  const before = await readFile(edited, 'utf8');
  if (!before.includes(from)) throw new Error(`${file} of ${remote} does not say “${from}”.`);
  await writeFile(edited, before.replaceAll(from, into));
}
