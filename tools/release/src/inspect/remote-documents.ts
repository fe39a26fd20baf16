import {
  type Bytes,
  followRoots,
  nothingSeen,
  type Root,
  type RootWalk,
  verifyFirstRoot,
  verifyLive,
} from '@linkspan/trust';
import type { HostOffer } from '../documents/host-offer.ts';
import { rootPath } from '../documents/paths.ts';
import { explainRefusal } from '../errors.ts';
import type { DoctorNote } from './doctor-texts.ts';
import { examineHeaders, isFresh } from './headers.ts';
import { type Answer, type Ask, isThere, type NoAnswer } from './request.ts';
import { warnOfExpiry } from './warnings.ts';

/** A remote as it is deployed, and for whom it is looked at. */
export interface RemoteTarget {
  /** Where its live document is; ends in `/`. */
  readonly base: string;
  /** What the page calls it, if there is a page. */
  readonly remote?: string;
  /** The root that the page carries, if there is a page. */
  readonly root?: Root;
  /** What the page offers, if there is a page that says so. */
  readonly offer?: HostOffer;
  /** The origin of the page. */
  readonly origin: string;
  /** Whether that is another origin than the remote's. */
  readonly isShared: boolean;
}

/** What was found of a page or of a remote, before it is put together. */
export interface Examined<Note> {
  readonly kind: 'page' | 'remote';
  readonly address: string;
  /** What it is called, such as `remote-evm 1.2.0`. */
  readonly name: string;
  readonly notes: readonly Note[];
}

/** The newest root that a server leads to, and what was met on the way. */
export interface LoadedRoots {
  /** Undefined where none could be verified. */
  readonly root: Root | undefined;
  readonly notes: readonly DoctorNote[];
  /** How many were loaded. */
  readonly count: number;
}

/** Follows the roots of a server from the one that a page has, or from the first, as a page would. */
export async function loadRoots(
  { base, remote, root: own, origin, isShared }: RemoteTarget & { readonly remote: string },
  ask: Ask,
): Promise<LoadedRoots> {
  const notes: DoctorNote[] = [];
  const found: Bytes[] = [];
  for (let version = (own?.version ?? 0) + 1; ; version += 1) {
    const answer = await ask(new URL(toName(version), base).href);
    const isStandIn = isThere(answer) && /html/i.test(answer.headers.get('content-type') ?? '');
    if (!isThere(answer) || isStandIn) {
      notes.push(...noteEnd(answer));
      break;
    }
    notes.push(...examineHeaders(answer, { caching: 'immutable', isShared }, origin));
    found.push(answer.bytes);
  }
  try {
    const walk = await follow(own, found, remote);
    const next = walk && new URL(toName(walk.root.version + 1), base).href;
    const refused = next && walk.refusal ? [noteRefusal(next, walk.refusal)] : [];
    return { root: walk?.root, notes: [...notes, ...refused], count: found.length };
  } catch (error) {
    const refused = noteRefusal(new URL('root/', base).href, error);
    return { root: undefined, notes: [...notes, refused], count: found.length };
  }
}

/** A bad root ends the way: pages use the last good one. */
async function follow(
  own: Root | undefined,
  found: readonly Bytes[],
  remote: string,
): Promise<RootWalk | undefined> {
  if (own !== undefined) return followRoots(own, found);
  const [first, ...rest] = found;
  return first && followRoots(await verifyFirstRoot(first, remote), rest);
}

/** The way ends where a server has no more: it must say so, and nobody may remember it for long. */
function noteEnd(answer: Answer | NoAnswer): readonly DoctorNote[] {
  const { address } = answer;
  if ('failure' in answer)
    return [{ code: 'doctor/unreachable', address, values: { detail: answer.failure } }];
  if (isThere(answer)) return [{ code: 'doctor/missing-answered', address }];
  if (answer.status >= 500)
    return [{ code: 'doctor/status', address, values: { status: `${answer.status}` } }];
  const found = answer.headers.get('cache-control');
  if (found === null || isFresh(found)) return [];
  return [{ code: 'doctor/missing-kept', address, values: { found } }];
}

/** Relative to the live document. */
function toName(version: number): string {
  return rootPath('', version).slice(1);
}

/** How a page would judge a live document under a root, and what of both expires soon. */
export async function examineLive(
  { address, bytes, root }: { readonly address: string; readonly bytes: Bytes; readonly root: Root },
  now: number,
): Promise<readonly DoctorNote[]> {
  const { remote } = root;
  try {
    const live = await verifyLive({ root, seen: nothingSeen, envelope: bytes, now });
    const soon = warnOfExpiry(
      { remote, state: 'live', until: live.expiresAt, rootUntil: root.expiresAt },
      now,
    );
    return [
      ...live.refused.map(({ refusal }) => noteRefusal(address, refusal)),
      ...soon.map(({ sentence }): DoctorNote => ({ code: 'doctor/soon', address, values: { sentence } })),
      ...(live.releases.length + live.refused.length === 0
        ? [{ code: 'doctor/withdrawn', address, values: { remote } } as const]
        : []),
      { code: 'doctor/live', address, values: { version: `${root.version}`, until: live.expiresAt } },
    ];
  } catch (error) {
    return [noteRefusal(address, error)];
  }
}

/** A document that a page refuses. Throws the error again that is no refusal. */
export function noteRefusal(address: string, error: unknown): DoctorNote {
  const { code, sentence } = explainRefusal(error);
  return { code: 'doctor/document', address, values: { code, sentence } };
}
