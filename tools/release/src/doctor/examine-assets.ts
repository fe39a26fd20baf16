import { createHash } from 'node:crypto';
import { isThere } from '../outside/ask-once.ts';
import type { Ask } from './ask.ts';
import { examine } from './examine.ts';
import type { Noted } from './noted.ts';
import type { FoundPage } from './page-data.ts';

/** Asks for each file of its own that a page names: its type, how long it is kept, and its hash where it has one. */
export async function examineAssets(
  page: string,
  { hostModule, lobby, hashed }: Pick<FoundPage, 'hostModule' | 'lobby' | 'hashed'>,
  ask: Ask,
): Promise<readonly Noted[]> {
  const { origin } = new URL(page);
  const named = new Set([hostModule, ...(lobby === undefined ? [] : [lobby]), ...hashed.keys()]);
  const found = await Promise.all(
    [...named].map(async (path): Promise<readonly Noted[]> => {
      const answer = await ask(new URL(path, page).href);
      const notes = examine(answer, { caching: 'immutable', isShared: false }, origin);
      const integrity = hashed.get(path);
      if (!isThere(answer) || integrity === undefined || hasHash(answer.bytes, integrity)) return notes;
      return [...notes, { code: 'doctor/own-altered', address: answer.address }];
    }),
  );
  const notes = found.flat();
  if (hashed.size === 0 || notes.some(({ code }) => code !== 'doctor/uncompressed')) return notes;
  return [...notes, { code: 'doctor/own-hashes', values: { count: `${hashed.size}` } }];
}

/** Whether bytes have one of the hashes: Subresource Integrity, "Does response match metadataList?". */
function hasHash(bytes: Uint8Array, integrity: string): boolean {
  return integrity.split(/\s+/).some((one) => {
    const [, algorithm = '', value] = /^(sha256|sha384|sha512)-(.+)$/.exec(one) ?? [];
    return value !== undefined && createHash(algorithm).update(bytes).digest('base64') === value;
  });
}
