import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { field, LinkspanError, list, Malformed, nonEmptyList, type Shape, text } from '@linkspan/contract';
import { expandConfig } from '@linkspan/contract/short-config';
import { openRecord } from '@linkspan/trust';
import { isRemoteName } from '../documents/release-folder.ts';
import { type Staged, stage } from '../documents/stage.ts';
import { Refusal } from '../errors.ts';
import { readTextFile, writeWhole } from '../files.ts';
import { findPackage } from '../packages.ts';
import { ProgramError } from '../run-program.ts';
import type { Context } from '../verb.ts';

/** A remote whose documents are served. */
export interface NamedRemote {
  readonly name: string;
  readonly url?: string;
  readonly root?: string;
  readonly live?: string;
  readonly package?: undefined;
}

/** A remote whose one release comes with an npm package. It has no documents, and no name in the configuration. */
interface PackagedRemote {
  readonly package: string;
  readonly name?: undefined;
}

/** A family of a page's configuration, as far as it is read here. */
export interface PageFamily {
  readonly id: string;
  readonly remote: NamedRemote | PackagedRemote;
  readonly networks: readonly { readonly id: string; readonly rpc: readonly string[] }[];
}

/** The configuration of a page, with fields that only its deploy reads. */
export interface PageSource {
  readonly families: readonly PageFamily[];
  readonly identities?: readonly { readonly identity?: unknown; readonly families: readonly string[] }[];
}

/** Reads the configuration of a page, a short one in its long form. Throws `command/no-such-file`, `command/no-page-config`. */
export async function readPageSource(file: string): Promise<PageSource> {
  const content = await readTextFile(file);
  try {
    const value = toLongForm(JSON.parse(content)) as PageSource;
    source(value, '');
    return value;
  } catch (cause) {
    const sentence = `${file} is no configuration of a page: ${sayWhy(cause)}.`;
    throw new Refusal('command/no-page-config', sentence, { cause });
  }
}

function toLongForm(value: unknown): unknown {
  if (field(value, 'families') === undefined && field(value, 'practice') === true)
    throw new Malformed('practice', 'left out: practice wallets are for development');
  return expandConfig(value);
}

function sayWhy(cause: unknown): string {
  if (cause instanceof Malformed) return cause.message;
  if (!(cause instanceof LinkspanError)) return 'it should be JSON';
  const { place, expected, value }: { place?: string; expected?: string; value?: string } = cause.context;
  return `${place} should be ${expected ?? `left out: ${value} stands before it`}`;
}

const network = openRecord({ id: text(), rpc: nonEmptyList(text()) });
const remoteName = text('a remote name such as remote-evm', (value) => isRemoteName.test(value), 64);
const file = text('the path of a file', (value) => value !== '');
const named = openRecord(
  { name: remoteName },
  { url: text('an address', (value) => value !== ''), root: file, live: file },
);
const packaged = openRecord({
  package: text('the name of a package such as @linkspan/remote-evm', (value) => value !== '', 214),
});
const remote: Shape<object> = (value, place) =>
  (field(value, 'package') === undefined ? named : packaged)(value, place);
const family = openRecord({ id: text(), remote, networks: list(network) });
const identity = openRecord({ families: list(text()) });
const source = openRecord({ families: list(family) }, { identities: list(identity) });

/** Releases that a page has in place of what is live, each by its remote's name, and the text of the page's banner. */
interface PageChange {
  readonly page: PageSource;
  readonly staged: readonly Staged[];
  readonly preview: string;
}

/** The page of a configuration's file, in the folder of its site, with the folder of its application if it has one. */
interface PageDeploy {
  readonly file: string;
  readonly site: string;
  readonly app?: string;
}

/**
 * Deploys a page by `@linkspan/host`, with staged releases if there are any; returns what the deploy says. Rejects with
 * `command/not-there`, `command/deploy-failed`, `command/no-family`, and as `stage` does.
 */
export async function deployPage(
  context: Context,
  { change, ...page }: PageDeploy & { readonly change?: PageChange },
): Promise<string> {
  if (change === undefined) return runDeploy(context, page);
  const { file, site } = page;
  const places = new Map<string, object>();
  for (const one of change.staged) {
    const { remote } = one.manifest;
    assertFamily(change.page, remote, file);
    context.progress(`Staging ${remote} ${one.manifest.version}`);
    const documents = await stage(join(site, 'staged', remote), one, context.now());
    places.set(remote, { url: `/staged/${remote}/`, ...documents });
  }
  const families = change.page.families.map((family) => ({
    ...family,
    remote: { ...family.remote, ...places.get(family.remote.name ?? '') },
  }));
  // Beside the configuration: paths in it are relative to its folder.
  const changed = join(dirname(file), `.staged-${process.pid}.json`);
  try {
    await writeWhole(changed, JSON.stringify({ ...change.page, families, preview: change.preview }));
    return await runDeploy(context, { ...page, file: changed });
  } finally {
    await rm(changed, { force: true });
  }
}

/** The remotes of a page whose documents are served, and the packages that the releases of the others come with. */
export function listRemotes({ families }: PageSource) {
  const remotes = families.map(({ remote }) => remote);
  return {
    named: remotes.filter((one) => one.package === undefined),
    packages: remotes.flatMap((one) => one.package ?? []),
  };
}

/** Refuses a remote that a page does not have by its name. Throws `command/no-family`. */
export function assertFamily(page: PageSource, remote: string, file: string): void {
  const { named, packages } = listRemotes(page);
  const names = named.map(({ name }) => name);
  if (names.includes(remote)) return;
  const sentences = [
    `${file} has no family of ${remote}.`,
    ...(names.length > 0 ? [`Its remotes: ${names.join(', ')}.`] : []),
    ...(packages.length > 0 ? [`The releases of others come with packages: ${packages.join(', ')}.`] : []),
  ];
  throw new Refusal('command/no-family', sentences.join(' '));
}

async function runDeploy(
  { run, env, folder, progress }: Context,
  { file, site, app }: PageDeploy,
): Promise<string> {
  const program = findPackage('@linkspan/host', 'deploy', folder);
  progress('Deploying the page');
  try {
    return await run({
      command: process.execPath,
      args: [program, file, site, ...(app ? ['--app', app] : [])],
      folder,
      env,
    });
  } catch (cause) {
    if (!(cause instanceof ProgramError)) throw cause;
    throw new Refusal('command/deploy-failed', `The page was not deployed. ${cause.message}`, { cause });
  }
}
