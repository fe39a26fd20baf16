import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build, parts } from '@linkspan/stack/build';
import { root } from '@linkspan/stack/root';
import { say } from '@linkspan/stack/say';
import { familiesOf } from '../figures/subjects.ts';
import { type LinkOptions, openLink } from '../link/open-link.ts';
import { makeCertificate } from '../serve/make-certificate.ts';
import { type ReleaseAgain, releaseAgain } from '../shell/release-again.ts';
import { releaseRemotes } from '../shell/release-remotes.ts';
import type { Subject } from '../visit/subject.ts';
import { watchScript } from '../visit/take-visit.ts';
import { instantWalletsScript } from '../wallets/instant-wallets-script.ts';
import { openSubjects, ownFamilies } from './open-subjects.ts';
import type { Opened } from './opened.ts';
import { startPractice } from './start-practice.ts';
import { lendProfiles } from './start-profile.ts';
import type { Equipment } from './visitor.ts';

/** Everything that is measured, and everything to measure it by. */
export interface Place {
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly equipment: Equipment;
  /** Changes what both shells have of remote-solana. Once. */
  readonly releaseAgain: ReleaseAgain;
}

/** How the visitors come. */
export interface Means {
  readonly link: LinkOptions;
  readonly slower: number;
  /** The names of the pages that they visit. */
  readonly subjects: readonly string[];
}

const folder = join(root, '.linkspan', 'bench');
const releases = join(folder, 'release');

/** Builds what is not built, starts the practice chains, and puts every page up, with releases of its own. */
export async function openPlace(
  { link: options, slower, subjects: names }: Means,
  opened: Opened,
): Promise<Place> {
  await mkdir(folder, { recursive: true });
  for (const part of parts) if (await build(part)) say(`Built ${part.name}.`);
  say('Putting the pages up.');
  const env = await startPractice(opened);
  const { stores, next } = await releaseRemotes(releases, mostFamilies(names));
  const link = openLink(options);
  opened(async () => link[Symbol.asyncDispose]());
  const certificate = makeCertificate();
  const subjects = await openSubjects(names, { folder, link, certificate, stores, env }, opened);
  const scripts = { wallets: await instantWalletsScript(), script: await watchScript() };
  return {
    subjects,
    equipment: {
      slower,
      ...scripts,
      startProfile: lendProfiles(certificate, opened),
    },
    releaseAgain: () => releaseAgain(releases, `${next['remote-solana']}`),
  };
}

function mostFamilies(subjects: readonly string[]): number {
  return Math.max(ownFamilies, ...subjects.map((subject) => familiesOf(subject) ?? 0));
}
