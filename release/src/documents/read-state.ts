import {
  type LivePayload,
  liveFormat,
  nothingSeen,
  readEnvelope,
  signersOf,
  verifyLive,
} from '@linkspan/trust';
import { explainError } from '../explain-error.ts';
import type { Store } from '../store/store.ts';
import { manifestOf, parseLive } from './live-now.ts';
import { livePath } from './paths.ts';
import { readRoot } from './read-root.ts';

/** What a store says of a remote. */
export interface RemoteState {
  readonly remote: string;
  /** `live`, `withdrawn`, `not live yet`, or the code that a page would refuse it with. */
  readonly state: string;
  /** ISO 8601. */
  readonly since?: string | undefined;
  /** ISO 8601. */
  readonly until?: string;
  /** ISO 8601: until when the root is good. */
  readonly rootUntil?: string;
  /** Whose valid signatures are on the live document. */
  readonly keyids?: readonly string[];
  readonly releases?: readonly { readonly version: string; readonly share: number }[];
}

/** The remotes that have a root or a live document in a store. */
export async function listRemotes(store: Store): Promise<readonly string[]> {
  const entries = await store.list('');
  const found = entries.flatMap(
    ({ path }) => /^([a-z][a-z0-9-]*)\/(?:live|root\/1)\.json$/.exec(path)?.[1] ?? [],
  );
  return [...new Set(found)].sort();
}

/** The state of one remote, as a page without a past would judge it now. */
export async function readState(store: Store, remote: string, now: number): Promise<RemoteState> {
  try {
    const root = await readRoot(store, remote);
    const file = await store.read(livePath(remote));
    const rootUntil = root.expiresAt;
    if (file === undefined) return { remote, state: 'not live yet', rootUntil };
    const bytes = new Uint8Array(file.bytes);
    const authority = { remote, keys: root.keys, role: root.roles.live };
    const keyids = await signersOf(readEnvelope(liveFormat, bytes, remote), authority);
    const told = { remote, rootUntil, keyids, ...describe(parseLive(bytes, remote)) };
    return {
      state: await judge(() => verifyLive({ root, seen: nothingSeen, envelope: bytes, now })),
      ...told,
    };
  } catch (error) {
    return { remote, state: toCode(error) };
  }
}

async function judge(verify: () => ReturnType<typeof verifyLive>): Promise<string> {
  try {
    const { releases, refused } = await verify();
    if (refused[0] !== undefined) return refused[0].refusal.code;
    return releases.length > 0 ? 'live' : 'withdrawn';
  } catch (error) {
    return toCode(error);
  }
}

function describe({ remote, since, issuedAt, expiresAt, releases }: LivePayload) {
  return {
    since: since ?? issuedAt,
    until: expiresAt,
    releases: releases.map((one) => ({ version: manifestOf(one, remote).version, share: one.share })),
  };
}

/** The code of a refusal; whatever else went wrong is none of the remote's. */
function toCode(error: unknown): string {
  const end = explainError(error);
  if (end === undefined || end.code.startsWith('store/')) throw error;
  return end.code;
}
