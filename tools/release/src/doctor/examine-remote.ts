import { type LivePayload, liveDocumentName } from '@linkspan/trust';
import { manifestOf, parseLive } from '../documents/live-now.ts';
import type { Means } from '../means.ts';
import { isThere } from '../outside/ask-once.ts';
import { describeLack } from '../publish/assert-host-fits.ts';
import type { Ask } from './ask.ts';
import { examine } from './examine.ts';
import { examineFiles } from './examine-files.ts';
import { examineLive, noteRefusal } from './examine-live.ts';
import { examinePrivate, examineServer } from './examine-server.ts';
import { loadRoots } from './load-roots.ts';
import type { Noted } from './noted.ts';
import type { Examined, RemoteSubject } from './subject.ts';

type DoctorMeans = { readonly ask: Ask } & Pick<Means, 'now' | 'progress'>;

/** What a browser would meet at a remote: its documents, its headers, and each file of what is live. */
export async function examineRemote(subject: RemoteSubject, means: DoctorMeans): Promise<Examined<Noted>> {
  const { base, origin, isShared } = subject;
  const address = new URL(liveDocumentName, base).href;
  means.progress(`Looking at ${address}`);
  const answer = await means.ask(address);
  const notes: Noted[] = [...examine(answer, { caching: 'fresh', isShared }, origin)];
  const named = { kind: 'remote', address: base, name: subject.remote ?? 'remote' } as const;
  if (!isThere(answer)) return { ...named, notes };
  notes.push(...examineServer(answer, means.now()));
  try {
    const live = parseLive(answer.bytes, subject.remote ?? base);
    const inside = await examineInside({ ...subject, address, bytes: answer.bytes, live }, means);
    return { ...named, name: nameOf(live), notes: [...notes, ...inside] };
  } catch (error) {
    const note: Noted = isDevelopment(answer.bytes)
      ? { code: 'doctor/development', address }
      : noteRefusal(address, error);
    return { ...named, notes: [...notes, note] };
  }
}

async function examineInside(
  found: RemoteSubject & { address: string; bytes: Uint8Array<ArrayBuffer>; live: LivePayload },
  means: DoctorMeans,
): Promise<readonly Noted[]> {
  const { base, live, address, bytes } = found;
  const subject = { ...found, remote: found.remote ?? live.remote };
  const { root, notes } = await loadRoots(subject, means.ask);
  const inside: Noted[] = [...notes];
  if ((root?.version ?? 0) < live.root) inside.push(noteMissingRoot(base, root?.version ?? 0, live.root));
  if (root !== undefined) inside.push(...(await examineLive({ address, bytes, root }, means.now())));
  for (const release of live.releases) {
    inside.push(...noteMisfit(subject, release));
    inside.push(...(await examineFiles(subject, release, means)));
  }
  // Where every address is answered, a folder that is not there seems to be.
  if (!notes.some(({ code }) => code === 'doctor/missing-answered'))
    inside.push(...(await examinePrivate(means.ask, [base, new URL('..', base).href])));
  return inside;
}

function noteMisfit(
  { remote, offer, origin }: RemoteSubject & { readonly remote: string },
  live: LivePayload['releases'][number],
): readonly Noted[] {
  const manifest = manifestOf(live, remote);
  const lack = offer && describeLack(manifest, { host: origin, offer });
  const values = { release: `${remote} ${manifest.version}`, lack: lack ?? '' };
  return lack === undefined ? [] : [{ code: 'doctor/misfit', values }];
}

function noteMissingRoot(base: string, has: number, version: number): Noted {
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
