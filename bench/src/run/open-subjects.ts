import { join } from 'node:path';
import { readAddresses } from '@linkspan/practice/addresses';
import type { Link } from '../link/open-link.ts';
import { buildPages } from '../pages/build-pages.ts';
import type { Certificate } from '../serve/make-certificate.ts';
import { serveFolder } from '../serve/serve-folder.ts';
import { openShell } from '../shell/open-shell.ts';
import type { StoreFolders } from '../shell/release-remotes.ts';
import { pageMarks, type Subject } from '../visit/subject.ts';
import type { Opened } from './opened.ts';

/** What the pages stand on. */
export interface Ground {
  readonly folder: string;
  readonly link: Link;
  readonly certificate: Certificate;
  readonly stores: StoreFolders;
  /** What tells where the practice chains are. */
  readonly env: Readonly<Record<string, string>>;
}

/** Builds, deploys and serves every page that is measured; answers them by name. */
export async function openSubjects(ground: Ground, opened: Opened): Promise<ReadonlyMap<string, Subject>> {
  const built = await buildPages(join(ground.folder, 'pages'), readAddresses(ground.env).chains);
  const shell = async (name: string, isRouted: boolean) => {
    const subject = await openShell({ ...ground, name, isRouted });
    opened(async () => subject[Symbol.asyncDispose]());
    return subject;
  };
  const subjects = [
    await openPage('floor', built.floor, ground, opened),
    await openPage('single', built.single, ground, opened),
    await shell('shell', true),
    await shell('shell-own-origins', false),
  ];
  return new Map(subjects.map((subject) => [subject.name, subject]));
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
