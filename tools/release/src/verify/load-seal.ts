import { resolve } from 'node:path';
import { LinkspanError } from '@linkspan/contract';
import type { Bytes, HostKeys } from '@linkspan/trust';
import { type Seal, sealFormat, verifySeal } from '@linkspan/trust/seal';
import type { Means } from '../means.ts';
import { askOnce, isThere } from '../outside/ask-once.ts';
import { readNamedFile } from '../read-file.ts';
import type { Limits } from './examine-site.ts';
import type { FindingCode } from './finding-texts.ts';
import type { Noted } from './noted.ts';

/** A seal that was verified, or what keeps it from being believed. */
export type LoadedSeal = { readonly seal: Seal } | { readonly refused: Noted };

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
  judge: { readonly hostKeys: HostKeys; readonly origin: string; readonly seen: number },
  means: Pick<Means, 'fetch' | 'folder' | 'now'> & Limits,
): Promise<LoadedSeal> {
  const loaded = /^https?:\/\//.test(from)
    ? await fetchSeal(from, means)
    : await readNamedFile(resolve(means.folder, from));
  if (!(loaded instanceof Uint8Array)) return { refused: loaded };
  try {
    return { seal: await verifySeal({ ...judge, envelope: loaded, now: means.now() }) };
  } catch (error) {
    const code = error instanceof LinkspanError && refusals[error.code];
    if (!code) throw error;
    return { refused: { code, address: from, values: error.context } };
  }
}

async function fetchSeal(
  address: string,
  { fetch, deadlineMs, signal }: Pick<Means, 'fetch'> & Limits,
): Promise<Bytes | Noted> {
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
