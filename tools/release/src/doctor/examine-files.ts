import { type LiveReleases, manifestOf } from '../documents/live-now.ts';
import { integrityOf } from '../integrity-of.ts';
import type { Means } from '../means.ts';
import { isThere } from '../outside/ask-once.ts';
import type { Ask } from './ask.ts';
import { examine } from './examine.ts';
import type { Noted } from './noted.ts';
import type { RemoteSubject } from './subject.ts';

/** How many files are asked for side by side. */
const abreast = 6;

/** Loads every file of a live release, and looks at its headers and its hash. */
export async function examineFiles(
  { base, remote, origin, isShared }: RemoteSubject & { readonly remote: string },
  release: LiveReleases[number],
  { ask, progress }: { readonly ask: Ask } & Pick<Means, 'progress'>,
): Promise<readonly Noted[]> {
  const { version, files } = manifestOf(release, remote);
  const folder = new URL(release.path, base);
  const notes: Noted[] = [];
  let soundFiles = 0;
  for (let from = 0; from < files.length; from += abreast) {
    progress(`Looking at ${remote} ${version}: ${from} of ${files.length} files`);
    const some = files.slice(from, from + abreast);
    const answers = await Promise.all(some.map(({ path }) => ask(new URL(path, folder).href)));
    for (const [index, answer] of answers.entries()) {
      notes.push(...examine(answer, { caching: 'immutable', isShared }, origin));
      if (!isThere(answer)) continue;
      if (integrityOf(answer.bytes) === some[index]?.integrity) soundFiles += 1;
      else notes.push({ code: 'doctor/altered', address: answer.address });
    }
  }
  if (soundFiles < files.length) return notes;
  const values = { release: `${remote} ${version}`, count: `${files.length}` };
  return [...notes, { code: 'doctor/hashes', values }];
}
