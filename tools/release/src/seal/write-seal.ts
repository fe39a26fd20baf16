import { resolve } from 'node:path';
import type { Asked } from '../ask/asked.ts';
import { toPageOrigin } from '../ask/page-origin.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { askedHostKeys, readHostKeys } from '../keys/host-keys.ts';
import { openAtLeastOneSigner } from '../keys/open-signers.ts';
import type { Means } from '../means.ts';
import { readNamedFile } from '../read-file.ts';
import { toShown } from '../to-shown.ts';
import type { Outcome } from '../verb.ts';
import { writeWhole } from '../write-whole.ts';
import { makeSeal } from './make-seal.ts';
import { readSite } from './read-site.ts';
import { versionOf } from './version-of.ts';

/** Where a seal is written, unless another file is named. */
export const sealFile = '.linkspan/seal.json';

/**
 * Seals the site that was asked for. Rejects with `command/no-site`, `command/seal-unsigned`, `command/draft-exists`,
 * and with what reading the keys rejects with.
 */
export async function writeSeal(asked: Asked, means: Means): Promise<Outcome> {
  const { folder, now, progress } = means;
  const origin = readOrigin(asked.one('origin'));
  const file = resolve(folder, asked.one('out') ?? sealFile);
  const hostKeys = await readHostKeys(askedHostKeys(asked, means));
  const { value: seal, bytes } = await makeSeal({
    site: await readSite(resolve(folder, asked.word(0, 'SITE_FOLDER')), progress),
    origin,
    added: readHeaders(asked.all('header')),
    hostKeys,
    signers: await openAtLeastOneSigner(asked, means),
    former: await readFormer(file),
    now: now(),
    days: asked.whole('days') ?? 30,
  });
  const isDry = asked.has('dry-run');
  if (!isDry) await writeWhole(file, bytes);
  const { version, expiresAt, files, page } = seal;
  const shown = toShown(file, folder);
  return {
    lines: [
      `The seal of ${origin} ${isDry ? 'would have' : 'has'} version ${version}, good until ${expiresAt}: ${files.length} files, ${page.roots.length} roots.`,
      ...page.roots.map((root) => `  ${root.remote}: root ${root.version}, ${root.keyids.length} keys`),
      isDry
        ? `${shown} was not written.`
        : `Next: publish ${shown} where your schedule finds it, then “npm run release -- verify ${origin}/ --seal FILE_OR_URL”.`,
    ],
    facts: { file, ...seal, isWritten: !isDry },
  };
}

function readOrigin(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--origin ORIGIN is missing: where is the page served?');
  const origin = toPageOrigin(text);
  if (origin !== undefined) return origin;
  throw new UsageError(`--origin should be an origin such as https://wallets.example, not “${text}”.`);
}

function readHeaders(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const found = /^([\w-]+):\s*(.+?)\s*$/.exec(text);
      if (found === null) throw new UsageError(`--header should be NAME:VALUE, not “${text}”.`);
      const [, name = '', value = ''] = found;
      return [name.toLowerCase(), value];
    }),
  );
}

/** The version of the seal that is there; 0 where none is. Throws `command/draft-exists` where something else is. */
async function readFormer(file: string): Promise<number> {
  const there = await readNamedFile(file).catch(() => undefined);
  const version = there === undefined ? 0 : versionOf(there);
  if (version === undefined) throw new CommandError('command/draft-exists', { file });
  return version;
}
