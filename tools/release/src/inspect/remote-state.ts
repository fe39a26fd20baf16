import {
  type Bytes,
  type Key,
  type LivePayload,
  nothingSeen,
  type Root,
  type Seen,
  verifyLive,
} from '@linkspan/trust';
import { findTakenBack, manifestOf, parseLive, refusalOfStated, signersOfLive } from '../documents/live.ts';
import { livePath, rootPath } from '../documents/paths.ts';
import { readAnnouncedRoot, readStoredRoots } from '../documents/root.ts';
import { explainRefusal } from '../errors.ts';
import { command } from '../output.ts';
import type { Source, Store } from '../store/store.ts';
import { type Warning, warnOfExpiry } from './warnings.ts';

/** A remote in a store, and what is known of it without the store. */
export interface RemoteInStore {
  /** `list` is asked for the names of its remotes, if this one is not there. */
  readonly store: Source & Pick<Store, 'list'>;
  readonly remote: string;
  /** The root that those of the store must follow from, if one is known. */
  readonly trusted: Root | undefined;
  /** What a page has seen; nothing if missing. */
  readonly seen?: Seen;
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

/** What the documents of a remote say, and what somebody should see to. */
export interface RemoteState {
  readonly remote: string;
  /** `live`, `withdrawn`, `not live yet`, or the code that a page would refuse it with. */
  readonly state: string;
  /** Why a page would refuse all of it, as a sentence. */
  readonly refusal?: string;
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
  /** The kinds of these keys, in the same order. */
  readonly kinds?: readonly Key['kind'][];
  readonly releases?: readonly StatedRelease[];
  readonly warnings: readonly Warning[];
}

/** The state of one remote, as a page would judge it now. `now` in milliseconds since 1970. */
export async function readState(place: RemoteInStore, now: number): Promise<RemoteState> {
  const { store, remote, trusted, seen = nothingSeen } = place;
  try {
    const { root, refusal } = await readStoredRoots(store, remote, trusted);
    const ofRoot = { remote, rootUntil: root.expiresAt };
    const ofChain = refusal ? [warnOfRefusedRoot(root, refusal)] : [];
    const file = await store.read(livePath(remote));
    if (file === undefined)
      return { ...ofRoot, state: 'not live yet', warnings: [...ofChain, ...warnOfExpiry(ofRoot, now)] };
    const bytes = new Uint8Array(file.bytes);
    const live = parseLive(bytes, remote);
    const judge = (root: Root) => verifyAsPage(root, live, { bytes, seen, now });
    const newest = await judge(root);
    const inForce = await readVersionOfPages(store, root, live);
    const isKnown = inForce >= root.version;
    const anchor = trusted && trusted.version <= inForce ? trusted : undefined;
    const judged = isKnown
      ? newest
      : await judge((await readStoredRoots(store, remote, anchor, inForce)).root);
    const taken = warnOfTakenBack(root, live, isKnown);
    const keyids = await signersOfLive(root, bytes);
    const kinds = keyids.flatMap((keyid) => root.keys[keyid]?.kind ?? []);
    const facts = { ...ofRoot, keyids, kinds, ...describe(root, live) };
    return {
      ...judged,
      ...facts,
      warnings: [
        ...(judged.refusal === taken?.why ? [] : warnOfRefusal(remote, judged)),
        ...ofChain,
        ...(taken ? [taken.warning] : []),
        ...(taken || isKnown ? [] : [warnOfUnknownRoot(root, live, { inForce, ...newest })]),
        ...warnOfExpiry(facts, now),
      ],
    };
  } catch (error) {
    const refused = toRefused(error);
    return { remote, ...refused, warnings: warnOfRefusal(remote, refused) };
  }
}

type Judged = Pick<RemoteState, 'state' | 'refusal'>;

async function verifyAsPage(
  root: Root,
  { remote, root: named }: LivePayload,
  { bytes, seen, now }: { readonly bytes: Bytes; readonly seen: Seen; readonly now: number },
): Promise<Judged> {
  if (named > root.version)
    return {
      state: 'release/root-gap',
      refusal: `The live document of ${remote} names root ${named}, and the roots that are there end with ${root.version}. Put all files of root/ there.`,
    };
  try {
    const { releases, refused } = await verifyLive({ root, seen, envelope: bytes, now });
    if (releases.some(({ share }) => share > 0)) return { state: 'live' };
    return refused[0] ? toRefused(refused[0].refusal) : { state: 'withdrawn' };
  } catch (error) {
    return toRefused(error);
  }
}

function toRefused(error: unknown): Judged {
  const { code, sentence } = explainRefusal(error);
  return { state: code, refusal: sentence };
}

/** The version of the root that pages know, or get to know when they look. */
async function readVersionOfPages(
  store: Source,
  root: Root,
  { remote, root: named }: LivePayload,
): Promise<number> {
  const announced = await readAnnouncedRoot(store, remote);
  // Pages that are told of no root ask for the next one by its number.
  return announced === 0 ? root.version : Math.max(announced, named);
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
      const built = { contract, commit, builtAt, ...(dirty && { dirty }) };
      return { version, share: one.share, sequence, ...built, ...(refusal && { refusal }) };
    }),
  };
}

function toWarning(remote: string, sentence: string): Warning {
  return { remote, code: 'warning/refused', sentence };
}

function warnOfRefusal(remote: string, { state, refusal }: Judged): readonly Warning[] {
  return refusal === undefined ? [] : [toWarning(remote, `A page refuses ${remote} (${state}). ${refusal}`)];
}

/** A root that does not follow from the one before it, which stays in force. */
function warnOfRefusedRoot({ remote, version }: Root, refusal: unknown): Warning {
  const { code, sentence } = explainRefusal(refusal);
  const path = rootPath(remote, version + 1);
  return toWarning(
    remote,
    `Pages refuse ${path} and keep root ${version}. ${sentence} (${code}) Find out who put it there, remove it, and publish the right one.`,
  );
}

/** The newest root, of which pages do not know yet, and what would become of the live document under it. */
function warnOfUnknownRoot(
  { version }: Root,
  { remote, expiresAt }: LivePayload,
  { inForce, refusal }: Judged & { readonly inForce: number },
): Warning {
  const missing = refusal ? `Under it they would refuse what is live. ${refusal} ` : '';
  const sentence = `Root ${version} of ${remote} is published, and pages go on with root ${inForce} until the next live document, at most until ${expiresAt}. ${missing}Run “${command} refresh ${remote}”.`;
  return { remote, code: 'warning/unknown-root', sentence };
}

/** What pages really do with a live release that the root takes back, and the ways out. */
function warnOfTakenBack(
  root: Root,
  { remote, releases }: LivePayload,
  isKnown: boolean,
): { readonly warning: Warning; readonly why: string } | undefined {
  const taken = findTakenBack(root, releases);
  if (taken === undefined) return undefined;
  const [instead] = releases
    .filter((one) => one.share > 0 && refusalOfStated(root, one) === undefined)
    .map((one) => manifestOf(one, remote))
    .sort((one, other) => other.sequence - one.sequence);
  const pages = isKnown
    ? 'Pages stop signing with it when they next look for a root: once their wallets are listed, before a signature, and every five minutes while they are seen.'
    : `Pages that do not know root ${root.version} go on with it: the next live document tells them.`;
  const visitors = instead
    ? `Its visitors get ${instead.version} when they reload.`
    : 'Its visitors have nothing in its place.';
  const sentence = `${remote} ${taken.version} is live, and root ${root.version} takes it back: ${taken.why} ${pages} ${visitors} Run “${command} rollback ${remote}”, “${command} promote ${remote} VERSION” or “${command} withdraw ${remote}”.`;
  return { warning: toWarning(remote, sentence), why: taken.sentence };
}
