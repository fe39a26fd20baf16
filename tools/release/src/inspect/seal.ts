import { resolve } from 'node:path';
import { dictionary, integer, LinkspanError, record, text } from '@linkspan/contract';
import type { Bytes } from '@linkspan/trust';
import { type HostKeys, type Seal, sealFormat, verifySeal } from '@linkspan/trust/seal';
import { Refusal } from '../errors.ts';
import { readNamedFile, writeWhole } from '../files.ts';
import { command } from '../output.ts';
import type { Context } from '../verb.ts';
import type { Finding } from './finding.ts';
import { askOnce, isThere } from './request.ts';
import type { Limits } from './site.ts';

/**
 * Loads a seal from a file or an http(s) address, and verifies it; resolves with a finding if it is not to be trusted.
 * Rejects with `command/no-such-file`.
 */
export async function loadSeal(
  from: string,
  expected: { readonly hostKeys: HostKeys; readonly origin: string; readonly seen: number },
  context: Pick<Context, 'fetch' | 'folder' | 'now'> & Limits,
): Promise<Seal | Finding> {
  const loaded = /^https?:\/\//.test(from)
    ? await fetchSeal(from, context)
    : await readNamedFile(resolve(context.folder, from));
  if (!(loaded instanceof Uint8Array)) return loaded;
  try {
    return await verifySeal({ ...expected, envelope: loaded, now: context.now() });
  } catch (error) {
    const refused = error instanceof LinkspanError && toRefused(from, error);
    if (refused) return refused;
    throw error;
  }
}

function toRefused(address: string, { code, context }: LinkspanError): Finding | undefined {
  const { place, has, needs, found, remote, offered, seen, expiresAt } = context as Record<string, string>;
  const texts: Readonly<Record<string, string>> = {
    'release/malformed': `is no seal: it has a mistake at ${place}. Publish the file that “${command} seal” wrote.`,
    'release/old-form': `was signed by an earlier version of this command, in a form that is not used any more. Seal the site again (“${command} seal”).`,
    'release/unsigned': `has ${has} of the ${needs} signatures that it needs by the host team’s keys. Name new keys with --host-keys FILE, or find out who put it there.`,
    'release/other-remote': `is the seal of ${found}, not of ${remote}. Find out who put it there.`,
    'release/older': `has version ${offered}, and version ${seen} was seen here before. Publish the newest, or find out who holds it back.`,
    'release/expired': `expired at ${expiresAt}, so nothing was compared. Seal the site again (“${command} seal”).`,
  };
  const what = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return what === undefined
    ? undefined
    : { level: 'wrong', code: code.replace('release/', 'seal-'), where: [address], what };
}

async function fetchSeal(
  address: string,
  { fetch, deadlineMs, signal }: Pick<Context, 'fetch'> & Limits,
): Promise<Bytes | Finding> {
  const answer = await askOnce({ fetch }, address, {
    headers: { 'accept-encoding': 'br, gzip' },
    cache: 'no-store',
    deadlineMs,
    mostBytes: sealFormat.mostBytes,
    signal,
  });
  if (isThere(answer)) return answer.bytes;
  const detail = 'failure' in answer ? answer.failure : `it answers ${answer.status}`;
  const what = `has no seal to load, so nothing was compared: ${detail}. Publish it there.`;
  return { level: 'unsure', code: 'seal-unreachable', where: [address], what };
}

/** The highest version of a seal that was seen verified, by the origin of its page. */
export type HighestSeen = Readonly<Record<string, number>>;

const shape = record({ seals: dictionary(text(), integer(1, 2 ** 31 - 1), 1_000) });

/** What a file remembers; nothing if it is not there yet. Throws `command/state-malformed`. */
export async function readHighestSeen(file: string): Promise<HighestSeen> {
  const bytes = await readNamedFile(file).catch((error: Refusal) => {
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes === undefined) return {};
  try {
    return shape(JSON.parse(new TextDecoder().decode(bytes)), 'it').seals;
  } catch (cause) {
    throw new Refusal(
      'command/state-malformed',
      `${file} is not what “${command} verify” remembers by. Name another --state, or take the file away if you know that nobody else wrote it.`,
      { cause },
    );
  }
}

/** Remembers, whole or not at all. */
export async function writeHighestSeen(file: string, seals: HighestSeen): Promise<void> {
  await writeWhole(file, `${JSON.stringify({ seals }, null, 2)}\n`);
}
