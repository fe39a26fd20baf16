import { resolve } from 'node:path';
import { integer, LinkspanError, Malformed, record, type Shape } from '@linkspan/contract';
import type { Bytes } from '@linkspan/trust';
import { type HostKeys, type Seal, sealFormat, verifySeal } from '@linkspan/trust/seal';
import { Refusal } from '../errors.ts';
import { readNamedFile, writeWhole } from '../files.ts';
import { command } from '../output.ts';
import type { Context } from '../verb.ts';
import { askOnce, isThere } from './request.ts';
import type { Limits } from './sealed-site.ts';
import type { FindingCode, VerifyNote } from './verify-texts.ts';

/** A seal that was verified, or what keeps it from being trusted. */
export type LoadedSeal = { readonly seal: Seal } | { readonly refused: VerifyNote };

/** What is told of a seal that is refused. */
const refusals: Readonly<Record<string, FindingCode>> = {
  'release/malformed': 'verify/seal-malformed',
  'release/unsigned': 'verify/seal-unsigned',
  'release/other-remote': 'verify/seal-foreign',
  'release/older': 'verify/seal-older',
  'release/expired': 'verify/seal-expired',
};

/** Loads a seal from a file or an http(s) address, and verifies it. Rejects with `command/no-such-file`. */
export async function loadSeal(
  from: string,
  expected: { readonly hostKeys: HostKeys; readonly origin: string; readonly seen: number },
  context: Pick<Context, 'fetch' | 'folder' | 'now'> & Limits,
): Promise<LoadedSeal> {
  const loaded = /^https?:\/\//.test(from)
    ? await fetchSeal(from, context)
    : await readNamedFile(resolve(context.folder, from));
  if (!(loaded instanceof Uint8Array)) return { refused: loaded };
  try {
    return { seal: await verifySeal({ ...expected, envelope: loaded, now: context.now() }) };
  } catch (error) {
    const code = error instanceof LinkspanError && refusals[error.code];
    if (!code) throw error;
    return { refused: { code, address: from, values: error.context } };
  }
}

async function fetchSeal(
  address: string,
  { fetch, deadlineMs, signal }: Pick<Context, 'fetch'> & Limits,
): Promise<Bytes | VerifyNote> {
  const answer = await askOnce({ fetch }, address, {
    headers: { 'accept-encoding': 'br, gzip' },
    cache: 'no-store',
    deadlineMs,
    mostBytes: sealFormat.mostBytes,
    signal,
  });
  if (isThere(answer)) return answer.bytes;
  const detail = 'failure' in answer ? answer.failure : `it answers ${answer.status}`;
  return { code: 'verify/seal-unreachable', address, values: { detail } };
}

/** The highest version of a seal that was seen verified, by the origin of its page. */
export type HighestSeen = Readonly<Record<string, number>>;

const versions: Shape<HighestSeen> = (value, place) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed(place, 'an object');
  const most = integer(1, 2 ** 31 - 1);
  return Object.fromEntries(
    Object.entries(value).map(([origin, one]) => [origin, most(one, `${place}.${origin}`)]),
  );
};
const shape = record({ seals: versions });

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
