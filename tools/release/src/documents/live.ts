import { createHash } from 'node:crypto';
import { hasCode, type LinkspanError } from '@linkspan/contract';
import {
  assertForm,
  type Bytes,
  type Envelope,
  type LivePayload,
  liveFormat,
  type Manifest,
  manifestFormat,
  nothingSeen,
  parsePayload,
  type Root,
  readEnvelope,
  refusalOf,
  signersOf,
  verifyManifest,
} from '@linkspan/trust';
import { explainRefusal, Refusal } from '../errors.ts';
import { command } from '../output.ts';
import type { Store, Tag } from '../store/store.ts';
import { livePath } from './paths.ts';
import { readRoot } from './root.ts';

export type LiveReleases = LivePayload['releases'];

/** What is live of a remote, and the tag to replace it under. Parsed alone: its key may have been replaced. */
export interface StoredLive {
  readonly live: LivePayload;
  readonly bytes: Uint8Array;
  readonly tag: Tag;
}

/** The live document that is in the store, or undefined. Rejects as `parseLive` throws. */
export async function readStoredLive(
  store: Pick<Store, 'read'>,
  remote: string,
): Promise<StoredLive | undefined> {
  const file = await store.read(livePath(remote));
  return file && { live: parseLive(file.bytes, remote), ...file };
}

/** The same, but undefined also for a document that cannot be read, which every page refuses. */
export async function readReadableLive(store: Store, remote: string): Promise<StoredLive | undefined> {
  try {
    return await readStoredLive(store, remote);
  } catch (error) {
    explainRefusal(error);
    return undefined;
  }
}

/** A live document's payload; nothing is verified. Throws `release/malformed`, `release/old-form`. */
export function parseLive(bytes: Uint8Array, remote: string): LivePayload {
  const envelope = readEnvelope(liveFormat, bytes, remote);
  assertForm(liveFormat, envelope, remote);
  return parsePayload(liveFormat, envelope.payload, remote);
}

/** The manifest of a live release; nothing is verified. */
export function manifestOf({ manifest }: LiveReleases[number], remote: string): Manifest {
  return parsePayload(manifestFormat, manifest.payload, remote);
}

/** What is live in words, such as `1.2.0 for 90 %, 1.3.0 for 10 %`. */
export function describeLive(releases: LiveReleases, remote: string): string {
  const parts = releases.map((one) => `${manifestOf(one, remote).version} for ${one.share} %`);
  return parts.join(', ') || 'nothing, it is withdrawn';
}

/** The id of a manifest: the SHA-256 of its payload, in hexadecimal. More signatures do not change it. */
export function manifestIdOf({ payload }: Pick<Envelope, 'payload'>): string {
  return createHash('sha256').update(payload).digest('hex');
}

/** Whose signatures on a live document are valid under a root. Rejects with `release/malformed`. */
export function signersOfLive(root: Root, bytes: Bytes): Promise<readonly string[]> {
  const { remote, keys, roles } = root;
  return signersOf(readEnvelope(liveFormat, bytes, remote), { remote, keys, role: roles.live });
}

/** Whether these are as many as the root asks for. Rejects with `release/malformed`. */
export async function isSignedLive(root: Root, bytes: Bytes): Promise<boolean> {
  return (await signersOfLive(root, bytes)).length >= root.roles.live.threshold;
}

/** The current state of a remote, from which a change starts. */
export interface CurrentState {
  readonly store: Store;
  readonly root: Root;
  readonly now: StoredLive | undefined;
}

/** That no release of a remote is live: `command/not-live`. */
export function toNotLive(remote: string): Refusal {
  const sentence = `No release of ${remote} is live. Start with “${command} promote ${remote} VERSION”.`;
  return new Refusal('command/not-live', sentence);
}

/** Reads the current state. Rejects with what reading the root and the live document rejects with. */
export async function readCurrentState(store: Store, remote: string, trusted?: Root): Promise<CurrentState> {
  return { store, root: await readRoot(store, remote, trusted), now: await readStoredLive(store, remote) };
}

/** A release that a live document names and a root refuses. */
export interface RefusedLive {
  readonly version: string;
  /** `release/below-floor`, `release/revoked`, or why its signatures do not count. */
  readonly code: string;
  readonly sentence: string;
  /** The sentence with the code. */
  readonly why: string;
  /** Set if it is not taken back, and only lacks signatures by keys that the root allows now. */
  readonly lacksSignatures?: true;
}

/** The first of these releases that a root takes back, whoever signed it: it is revoked, or below the floor. */
export function findTakenBack(root: Root, releases: LiveReleases): RefusedLive | undefined {
  const taken = releases.find((release) => refusalOfStated(root, release) !== undefined);
  return taken && toRefused(root, taken, refusalOfStated(root, taken));
}

/** The first of these releases that a root refuses: it is taken back, or its signatures do not count any more. */
export async function findRefused(root: Root, releases: LiveReleases): Promise<RefusedLive | undefined> {
  const taken = findTakenBack(root, releases);
  if (taken) return taken;
  for (const release of releases)
    try {
      await verifyManifest(root, release.manifest);
    } catch (error) {
      if (!lacksSignatures(error)) throw error;
      return { ...toRefused(root, release, error), lacksSignatures: true };
    }
  return undefined;
}

/** Whether a document was refused for its signatures alone. */
export function lacksSignatures(error: unknown): boolean {
  return hasCode(error, 'release/unsigned') || hasCode(error, 'release/wrong-signer');
}

function toRefused({ remote }: Root, release: LiveReleases[number], refusal: unknown): RefusedLive {
  const { code, sentence } = explainRefusal(refusal);
  return { version: manifestOf(release, remote).version, code, sentence, why: `${sentence} (${code})` };
}

/** Why a root does not allow a release of a live document, or undefined. Signatures are not verified here. */
export function refusalOfStated(root: Root, release: LiveReleases[number]): LinkspanError | undefined {
  const stated = { id: manifestIdOf(release.manifest), manifest: manifestOf(release, root.remote) };
  return refusalOf(stated, { root, seen: nothingSeen });
}
