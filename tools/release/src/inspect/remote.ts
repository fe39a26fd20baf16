import { type LivePayload, liveDocumentName } from '@linkspan/trust';
import { describeMismatch } from '../documents/host-offer.ts';
import { type LiveReleases, manifestOf, parseLive } from '../documents/live.ts';
import { integrityOf } from '../files.ts';
import { filesAtOnce } from '../limits.ts';
import { inBatches } from '../retry.ts';
import type { Context } from '../verb.ts';
import type { DoctorNote } from './doctor-texts.ts';
import { examineHeaders, isClosed } from './headers.ts';
import { type Examined, examineLive, loadRoots, noteRefusal, type RemoteTarget } from './remote-documents.ts';
import { type Answer, type Ask, isThere } from './request.ts';
import { examinePrivate, examineServer } from './server.ts';

type DoctorContext = { readonly ask: Ask } & Pick<Context, 'now' | 'progress'>;

/** What a browser would meet at a remote: its documents, its headers, and each file of what is live. */
export async function examineRemote(
  subject: RemoteTarget,
  context: DoctorContext,
): Promise<Examined<DoctorNote>> {
  const { base, origin, isShared } = subject;
  const address = new URL(liveDocumentName, base).href;
  context.progress(`Looking at ${address}`);
  const answer = await context.ask(address);
  const notes: DoctorNote[] = [...examineHeaders(answer, { caching: 'fresh', isShared }, origin)];
  const named = { kind: 'remote', address: base, name: subject.remote ?? 'remote' } as const;
  if (!isThere(answer)) return { ...named, notes };
  notes.push(...noteOwnPath(answer, subject));
  notes.push(...examineServer(answer, context.now()));
  try {
    const live = parseLive(answer.bytes, subject.remote ?? base);
    const inside = await examineInside({ ...subject, address, bytes: answer.bytes, live }, context);
    return { ...named, name: nameOf(live), notes: [...notes, ...inside] };
  } catch (error) {
    const note: DoctorNote = isDevelopment(answer.bytes)
      ? { code: 'doctor/development', address }
      : noteRefusal(address, error);
    return { ...named, notes: [...notes, note] };
  }
}

async function examineInside(
  found: RemoteTarget & { address: string; bytes: Uint8Array<ArrayBuffer>; live: LivePayload },
  context: DoctorContext,
): Promise<readonly DoctorNote[]> {
  const { base, live, address, bytes } = found;
  const subject = { ...found, remote: found.remote ?? live.remote };
  const { root, notes } = await loadRoots(subject, context.ask);
  const inside: DoctorNote[] = [...notes];
  if ((root?.version ?? 0) < live.root) inside.push(noteMissingRoot(base, root?.version ?? 0, live.root));
  if (root !== undefined) inside.push(...(await examineLive({ address, bytes, root }, context.now())));
  for (const release of live.releases) {
    inside.push(...noteIncompatible(subject, release));
    inside.push(...(await examineFiles(subject, release, context)));
  }
  // Where every address is answered, a folder that is not there seems to be.
  if (!notes.some(({ code }) => code === 'doctor/missing-answered'))
    inside.push(...(await examinePrivate(context.ask, [base, new URL('..', base).href])));
  return inside;
}

/** A remote's files under the page's own origin must never be a page of it, nor a service worker for it. */
function noteOwnPath(
  { address, headers }: Answer,
  { origin, isShared }: Pick<RemoteTarget, 'origin' | 'isShared'>,
): readonly DoctorNote[] {
  if (isShared || new URL(address).origin !== origin) return [];
  return [
    ...(isClosed(headers) ? [] : [{ code: 'doctor/own-path-policy', address } as const]),
    ...(headers.has('service-worker-allowed') ? [{ code: 'doctor/own-path-header', address } as const] : []),
  ];
}

function noteIncompatible(
  { remote, offer, origin }: RemoteTarget & { readonly remote: string },
  live: LivePayload['releases'][number],
): readonly DoctorNote[] {
  const manifest = manifestOf(live, remote);
  const lack = offer && describeMismatch(manifest, { host: origin, offer });
  const values = { release: `${remote} ${manifest.version}`, lack: lack ?? '' };
  return lack === undefined ? [] : [{ code: 'doctor/misfit', values }];
}

function noteMissingRoot(base: string, has: number, version: number): DoctorNote {
  const address = new URL(`root/${has + 1}.json`, base).href;
  return { code: 'doctor/root-missing', address, values: { version: `${version}` } };
}

function nameOf({ remote, releases }: LivePayload): string {
  const versions = releases.map((one) => `${manifestOf(one, remote).version} (${one.share} %)`);
  return [remote, versions.join(', ')].join(' ').trim();
}

/** A development server's document is unsigned, and says what the release is in plain. */
function isDevelopment(bytes: Uint8Array): boolean {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value.release?.manifest === 'object';
  } catch {
    return false;
  }
}

/** Loads every file of a live release, and looks at its headers and its hash. */
async function examineFiles(
  { base, remote, origin, isShared }: RemoteTarget & { readonly remote: string },
  release: LiveReleases[number],
  { ask, progress }: { readonly ask: Ask } & Pick<Context, 'progress'>,
): Promise<readonly DoctorNote[]> {
  const { version, files } = manifestOf(release, remote);
  const folder = new URL(release.path, base);
  const found = await inBatches(
    files,
    filesAtOnce,
    async ({ path, integrity }) => {
      const answer = await ask(new URL(path, folder).href);
      const notes: readonly DoctorNote[] = examineHeaders(answer, { caching: 'immutable', isShared }, origin);
      if (!isThere(answer)) return { isSound: false, notes };
      const all = [...notes, ...noteOwnPath(answer, { origin, isShared })];
      if (integrityOf(answer.bytes) === integrity) return { isSound: true, notes: all };
      const altered: DoctorNote = { code: 'doctor/altered', address: answer.address };
      return { isSound: false, notes: [...all, altered] };
    },
    (from) => progress(`Looking at ${remote} ${version}: ${from} of ${files.length} files`),
  );
  const notes = found.flatMap((one) => one.notes);
  if (!found.every(({ isSound }) => isSound)) return notes;
  const values = { release: `${remote} ${version}`, count: `${files.length}` };
  return [...notes, { code: 'doctor/hashes', values }];
}
