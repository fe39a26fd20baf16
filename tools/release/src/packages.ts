import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { field } from '@linkspan/contract';
import { isRemoteName } from './documents/release-folder.ts';
import { Refusal } from './errors.ts';
import type { Args, Context } from './verb.ts';

/** A program of a package that the team has installed beside this one. Throws `command/not-there`. */
export function findPackage(name: string, program: string, folder: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(`${name}/${program}`);
  } catch (cause) {
    throw new Refusal(
      'command/not-there',
      `${name} is not installed here, and this needs it. Install its package beside this one: “npm install --save-dev PATH_OF_ITS_TARBALL”.`,
      { cause },
    );
  }
}

/**
 * The remote whose folder this is, by the name of its package without a scope; undefined if it has none. Throws
 * `command/no-package-json`.
 */
export async function findOwnRemote(folder: string): Promise<string | undefined> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    const name = String(field(JSON.parse(text), 'name') ?? '').replace(/^@[^/]+\//, '');
    return isRemoteName.test(name) ? name : undefined;
  } catch (cause) {
    throw new Refusal('command/no-package-json', `${file} is not JSON. Correct it, or name the remote.`, {
      cause,
    });
  }
}

/** What a verb is about: its first word, else the remote whose folder this is, else this folder. */
export async function findNamed(args: Args, { folder }: Context): Promise<string> {
  return args.words[0] ?? (await findOwnRemote(folder)) ?? '.';
}
