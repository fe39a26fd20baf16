import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../command-error.ts';
import type { Git } from './git.ts';

/**
 * Where the source of a folder can be had, an https address without credentials, or undefined. It is the one that was
 * asked for, else that of the nearest `package.json` that names one, which is the same on every machine, else git's
 * `origin`. Throws `UsageError` where the one that was asked for is no https address.
 */
export async function readRepository(
  asked: string | undefined,
  folder: string,
  git: Git,
): Promise<string | undefined> {
  if (asked !== undefined) {
    const address = toHttps(asked);
    if (address === undefined)
      throw new UsageError(`--repository should be an https address, not “${asked}”.`);
    return address;
  }
  const origin = () => git('remote', 'get-url', 'origin').catch(() => '');
  return (await findInPackages(folder)) ?? toHttps(await origin());
}

async function findInPackages(folder: string): Promise<string | undefined> {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const address = toHttps(await readNamed(join(at, 'package.json')));
    if (address !== undefined) return address;
  }
  return undefined;
}

async function readNamed(file: string): Promise<string> {
  const content = await readFile(file, 'utf8').catch(() => '{}');
  const { repository }: { repository?: unknown } = JSON.parse(content);
  const named = (repository as { url?: unknown } | undefined)?.url ?? repository;
  return typeof named === 'string' ? named : '';
}

function toHttps(text: string): string | undefined {
  if (!URL.canParse(text.replace(/^git\+/, ''))) return undefined;
  const { protocol, host, pathname } = new URL(text.replace(/^git\+/, ''));
  return protocol === 'https:' ? `https://${host}${pathname.replace(/(\.git)?\/?$/, '')}` : undefined;
}
