import type { LinkspanError } from '@linkspan/contract';
import { type Bytes, type LivePayload, nothingSeen, type Root, verifyLive } from '@linkspan/trust';
import {
  findTakenBack,
  manifestOf,
  parseLive,
  type RefusedLive,
  refusalOfStated,
  signersOfLive,
} from '../documents/live.ts';
import { livePath, rootPath } from '../documents/paths.ts';
import { readAnnouncedRoot, readStoredRoots } from '../documents/root.ts';
import { explainRefusal } from '../errors.ts';
import type { Store } from '../store/store.ts';

/** A remote in a store, and the root that those of the store must follow from, if one is known. */
export interface RemoteInStore {
  readonly store: Store;
  readonly remote: string;
  readonly trusted: Root | undefined;
}

/** What a live document says of one release. */
export interface StatedRelease {
  readonly version: string;
  /** Of the visitors, in percent. */
  readonly share: number;
  readonly sequence: number;
  /** The contract that it needs, `major.minor`. */
  readonly contract: string;
  readonly commit: string;
  /** ISO 8601. */
  readonly builtAt: string;
  /** Set if it was built from a tree with changes that no commit has. */
  readonly dirty?: true;
  /** `release/below-floor` or `release/revoked`, if the root takes it back: pages that know the root stop it. */
  readonly refusal?: string;
}

/** A live release that the root takes back. */
export interface TakenBack extends RefusedLive {
  /** The version of the root. */
  readonly root: number;
  /** Whether pages learn of that root when they look; else only the next live document tells them. */
  readonly isAnnounced: boolean;
  /** The version that its visitors get in its place, if any. */
  readonly instead?: string;
}

/** A root of the store that does not follow from the one before it, which stays in force. */
export interface RefusedRoot {
  readonly path: string;
  /** The version that stays in force. */
  readonly inForce: number;
  readonly code: string;
  readonly sentence: string;
}

/** The newest root, of which pages do not know yet. */
export interface UnknownRoot {
  readonly version: number;
  /** The version that pages know. */
  readonly inForce: number;
  /** Why pages would refuse what is live if they knew it, as a sentence. */
  readonly refusal?: string;
}

/** What a store says of a remote. */
export interface RemoteState {
  readonly remote: string;
  /** `live`, `withdrawn`, `not live yet`, or the code that a page would refuse it with. */
  readonly state: string;
  /** Why a page would refuse all of it, as a sentence. */
  readonly refusal?: string;
  /** What of it the root takes back, and what pages do about that. */
  readonly takenBack?: TakenBack;
  readonly refusedRoot?: RefusedRoot;
  readonly unknownRoot?: UnknownRoot;
  /** The version of the live document. */
  readonly version?: number;
  /** ISO 8601: since when these releases have these shares. */
  readonly since?: string;
  /** ISO 8601: when the live document was signed last, and until when it is good. */
  readonly issuedAt?: string;
  readonly until?: string;
  /** ISO 8601: until when the root is good. */
  readonly rootUntil?: string;
  /** Whose valid signatures are on the live document. */
  readonly keyids?: readonly string[];
  readonly releases?: readonly StatedRelease[];
}

/** The state of one remote, as a page without a past would judge it now. */
export async function readState(
  { store, remote, trusted }: RemoteInStore,
  now: number,
): Promise<RemoteState> {
  try {
    const { root, refusal } = await readStoredRoots(store, remote, trusted);
    const file = await store.read(livePath(remote));
    const ofRoot = { rootUntil: root.expiresAt, ...toRefusedRoot(root, refusal) };
    if (file === undefined) return { remote, state: 'not live yet', ...ofRoot };
    const bytes = new Uint8Array(file.bytes);
    const live = parseLive(bytes, remote);
    const facts = { ...ofRoot, keyids: await signersOfLive(root, bytes), ...describe(root, live) };
    const newest = await verifyAsPage(root, bytes, now);
    const inForce = await readVersionOfPages(store, root, live);
    const takenBack = toTakenBack(root, live, inForce);
    if (inForce >= root.version) return { remote, ...newest, ...facts, ...takenBack };
    const anchor = trusted && trusted.version <= inForce ? trusted : undefined;
    const known = await readStoredRoots(store, remote, anchor, inForce);
    const unknownRoot = {
      version: root.version,
      inForce,
      ...(newest.refusal && { refusal: newest.refusal }),
    };
    return {
      remote,
      ...(await verifyAsPage(known.root, bytes, now)),
      ...facts,
      ...(takenBack.takenBack ? takenBack : { unknownRoot }),
    };
  } catch (error) {
    return { remote, ...toRefused(error) };
  }
}

function toRefusedRoot(
  { remote, version }: Root,
  refusal: LinkspanError | undefined,
): Pick<RemoteState, 'refusedRoot'> {
  if (refusal === undefined) return {};
  const { code, sentence } = explainRefusal(refusal);
  return { refusedRoot: { path: rootPath(remote, version + 1), inForce: version, code, sentence } };
}

type Verified = Pick<RemoteState, 'state' | 'refusal'>;

async function verifyAsPage(root: Root, envelope: Bytes, now: number): Promise<Verified> {
  try {
    const { releases, refused } = await verifyLive({ root, seen: nothingSeen, envelope, now });
    if (releases.some(({ share }) => share > 0)) return { state: 'live' };
    return refused[0] ? toRefused(refused[0].refusal) : { state: 'withdrawn' };
  } catch (error) {
    return toRefused(error);
  }
}

function toRefused(error: unknown): Verified {
  const { code, sentence } = explainRefusal(error);
  return { state: code, refusal: sentence };
}

/** The version of the root that pages know, or get to know when they look. */
async function readVersionOfPages(
  store: Store,
  root: Root,
  { remote, root: named }: LivePayload,
): Promise<number> {
  const announced = await readAnnouncedRoot(store, remote);
  // Pages that are told of no root ask for the next one by its number.
  return announced === 0 ? root.version : Math.max(announced, named);
}

function toTakenBack(
  root: Root,
  { remote, releases }: LivePayload,
  inForce: number,
): Pick<RemoteState, 'takenBack'> {
  const taken = findTakenBack(root, releases);
  if (taken === undefined) return {};
  const isAnnounced = inForce >= root.version;
  const instead = releases
    .filter((one) => one.share > 0 && refusalOfStated(root, one) === undefined)
    .map((one) => manifestOf(one, remote))
    .sort((one, other) => other.sequence - one.sequence)[0]?.version;
  return { takenBack: { ...taken, root: root.version, isAnnounced, ...(instead && { instead }) } };
}

function describe(root: Root, live: LivePayload) {
  const { remote, version, since, issuedAt, expiresAt, releases } = live;
  return {
    version,
    since: since ?? issuedAt,
    issuedAt,
    until: expiresAt,
    releases: releases.map((one): StatedRelease => {
      const { version, sequence, contract, commit, builtAt, dirty } = manifestOf(one, remote);
      const refusal = refusalOfStated(root, one)?.code;
      return {
        version,
        share: one.share,
        sequence,
        contract,
        commit,
        builtAt,
        ...(dirty && { dirty }),
        ...(refusal && { refusal }),
      };
    }),
  };
}
