import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { installFromDebian } from '../../../tasks/debian.mjs';

/** What is looked for, and which package of Debian has it. */
export interface Wanted {
  readonly name: string;
  readonly debian: string;
  /** Where it may be beside the folders of `PATH`. */
  readonly folders?: readonly string[];
}

/**
 * The path of a program, installed from Debian where there is none and this user may; undefined where that fails.
 */
export async function findProgram(wanted: Wanted): Promise<string | undefined> {
  return (await find(wanted)) ?? ((await installFromDebian(wanted.debian)) ? find(wanted) : undefined);
}

async function find({ name, folders = [] }: Wanted): Promise<string | undefined> {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...folders]) {
    const file = join(folder, name);
    if (await isThere(file)) return file;
  }
  return undefined;
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
