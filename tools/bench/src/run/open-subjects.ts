import { join } from 'node:path';
import { readAddresses } from '@linkspan/practice/addresses';
import { familiesOf } from '../figures/subjects.ts';
import type { Link } from '../link/open-link.ts';
import { buildPages } from '../pages/build-pages.ts';
import type { Certificate } from '../serve/make-certificate.ts';
import { serveFolder } from '../serve/serve-folder.ts';
import { layBare } from '../shell/bare/lay-bare.ts';
import { type Alter, openShell } from '../shell/open-shell.ts';
import { unenforce } from '../shell/unenforced/unenforce.ts';
import { pageMarks, type Subject } from '../visit/subject.ts';
import type { Opened } from './opened.ts';

/** What the pages stand on. */
export interface Ground {
  readonly folder: string;
  readonly link: Link;
  readonly certificate: Certificate;
  /** The folder of each remote in a store, by its name. */
  readonly stores: ReadonlyMap<string, string>;
  /** What tells where the practice chains are. */
  readonly env: Readonly<Record<string, string>>;
}

/** Shells that are not as they are deployed. */
const altered: Readonly<Record<string, Alter>> = { 'shell-unenforced': unenforce, 'shell-bare': layBare };

/** The families of a shell whose name does not tell of another count. */
export const ownFamilies = 3;

/** Builds, deploys and serves the pages of these names; answers them by name. */
export async function openSubjects(
  names: readonly string[],
  ground: Ground,
  opened: Opened,
): Promise<ReadonlyMap<string, Subject>> {
  const built = await buildPages(join(ground.folder, 'pages'), readAddresses(ground.env).chains);
  const subjects: Subject[] = [];
  for (const name of names)
    subjects.push(
      name === 'floor' || name === 'single'
        ? await openPage(name, built[name], ground, opened)
        : await openShellCalled(name, ground, opened),
    );
  return new Map(subjects.map((subject) => [subject.name, subject]));
}

async function openShellCalled(name: string, ground: Ground, opened: Opened): Promise<Subject> {
  const hasOwnPaths = name !== 'shell-own-origins';
  const families = familiesOf(name) ?? ownFamilies;
  const subject = await openShell({ ...ground, name, families, hasOwnPaths, alter: altered[name] });
  opened(async () => subject[Symbol.asyncDispose]());
  return subject;
}

async function openPage(name: string, folder: string, ground: Ground, opened: Opened): Promise<Subject> {
  const server = await serveFolder(folder, { certificate: ground.certificate });
  opened(async () => server[Symbol.asyncDispose]());
  return {
    name,
    url: `https://localhost:${await ground.link.carry(server.port)}/`,
    marks: pageMarks,
  };
}
