import { type Bytes, type Root, verifyFirstRoot, verifyRootChain } from '@linkspan/trust';
import { rootPath } from '../documents/paths.ts';
import { explainRefusal } from '../explain-error.ts';
import { type Answer, isThere, type NoAnswer } from '../outside/ask-once.ts';
import type { Ask } from './ask.ts';
import { examine, isFresh } from './examine.ts';
import type { Noted } from './noted.ts';
import type { RemoteSubject } from './subject.ts';

/** The newest root that a server leads to, and what was met on the way. */
export interface LoadedRoots {
  /** Undefined where none could be verified. */
  readonly root: Root | undefined;
  readonly notes: readonly Noted[];
  /** How many were loaded. */
  readonly count: number;
}

/** Follows the roots of a server from the one that a page has, or from the first, as a page would. */
export async function loadRoots(
  { base, remote, root: own, origin, isShared }: RemoteSubject & { readonly remote: string },
  ask: Ask,
): Promise<LoadedRoots> {
  const notes: Noted[] = [];
  const found: Bytes[] = [];
  for (let version = (own?.version ?? 0) + 1; ; version += 1) {
    const answer = await ask(new URL(toName(version), base).href);
    const isStandIn = isThere(answer) && /html/i.test(answer.headers.get('content-type') ?? '');
    if (!isThere(answer) || isStandIn) {
      notes.push(...noteEnd(answer));
      break;
    }
    notes.push(...examine(answer, { caching: 'immutable', isShared }, origin));
    found.push(answer.bytes);
  }
  try {
    return { root: await verify(own, found, remote), notes, count: found.length };
  } catch (error) {
    const { code, sentence } = explainRefusal(error);
    const address = new URL('root/', base).href;
    return {
      root: undefined,
      notes: [...notes, { code: 'doctor/document', address, values: { code, sentence } }],
      count: found.length,
    };
  }
}

async function verify(
  own: Root | undefined,
  found: readonly Bytes[],
  remote: string,
): Promise<Root | undefined> {
  if (own !== undefined) return verifyRootChain(own, found);
  const [first, ...rest] = found;
  return first && verifyRootChain(await verifyFirstRoot(first, remote), rest);
}

/** The way ends where a server has no more: it must say so, and nobody may remember it for long. */
function noteEnd(answer: Answer | NoAnswer): readonly Noted[] {
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
