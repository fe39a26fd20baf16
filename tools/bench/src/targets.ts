import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Addresses } from '@linkspan/practice/addresses';
import { practiceConfig } from '@linkspan/practice/config';
import { copySource } from '@linkspan/stack/copy-source';
import { createRun, deliverAll, promote, remotes, storeOf, toNextVersion } from '@linkspan/stack/deliver';
import { deploySite } from '@linkspan/stack/site';
import { type BuiltPage, buildPage } from './build.ts';
import { type Family, families, type Marks } from './in-page/settings.ts';
import type { Link } from './link.ts';
import { type Certificate, type FolderServer, type Served, serveFolder } from './server.ts';

/** The pages of wallets, in the order of their table. Remotes are under the page's origin, or each has its own. */
export const pageNames = {
  hand: 'by hand, React',
  build: 'one ordinary build',
  shell: 'the shell',
  own: 'the shell, own origins',
} as const;

/** The pages of one application, in the order of their table. */
export const applicationNames = {
  app: 'an application',
  wagmi: 'with plain wagmi',
  pinned: 'with the shell, by packages',
  with: 'with the shell, independent',
} as const;

/** All pages of a run. */
export const targetNames = { ...pageNames, ...applicationNames } as const;

export type TargetName = keyof typeof targetNames;

/** A page that is measured. */
export interface Target {
  readonly name: TargetName;
  readonly url: string;
  readonly marks: Marks;
  /** The start of the addresses of a family's own files; of shells without an application only. */
  readonly homes?: Readonly<Record<Family, string>>;
}

/** Everything that the pages need. `addresses` has the practice chains as pages reach them. */
export interface Fixture {
  readonly folder: string;
  readonly link: Link;
  readonly certificate: Certificate;
  readonly addresses: Addresses;
  /** Called with the undoing of each thing that is opened. */
  opened(close: () => Promise<unknown>): void;
}

function ofFamilies<Value>(toValue: (family: Family, at: number) => Value): Record<Family, Value> {
  return Object.fromEntries(families.map((family, at) => [family, toValue(family, at)])) as never;
}

const pageMarks: Marks = {
  button: '[data-bench=button]',
  dialog: '[data-bench=dialog]',
  row: ofFamilies((family) => `[data-bench-wallet=${family}]`),
  drawn: ofFamilies((family) => `[data-bench-wallet=${family}]`),
  card: ofFamilies((family) => `[data-bench-card=${family}]`),
  connected: '[data-status=connected]',
  send: '[data-bench=send]:not(:disabled)',
};

/** Wallets that are not installed are listed too. */
const shellMarks: Marks = {
  // Its value is empty once the page has set the element: see `run-page.ts` of the host.
  button: '.bar > [commandfor]',
  dialog: '#connect',
  row: ofFamilies((family) => `#connect [data-wallet][data-family=${family}]:not([data-state=get])`),
  drawn: ofFamilies((family) => `#connect [data-row][data-family=${family}]:not([data-state=get])`),
  card: ofFamilies((family) => `.card[data-family=${family}]`),
  connected: '[data-status=connected]',
  send: '.actions .button-tint:not(:disabled)',
};

/** The application's own button is the shell's element. */
const applicationMarks: Marks = { ...pageMarks, button: 'linkspan-connect:defined' };

/** Builds or deploys pages, and serves them through the link. `releases` is the folder of `releaseRemotes`. */
export async function openTargets(
  names: readonly TargetName[],
  releases: string,
  fixture: Fixture,
): Promise<readonly Target[]> {
  const build = (page: BuiltPage) => buildPage(page, join(fixture.folder, 'pages'), fixture.addresses.chains);
  const has = (name: TargetName) => names.includes(name);
  // One build of the application, deployed with two configurations.
  const app = has('pinned') || has('with') ? await build('linkspan') : undefined;
  const targets: Target[] = [];
  for (const name of names) {
    if (name === 'shell' || name === 'own') targets.push(await openShell(name, releases, fixture));
    else if (name === 'pinned' || name === 'with')
      targets.push(await openShell(name, releases, fixture, app));
    else {
      const url = await serveThroughLink(fixture, { folder: await build(name) });
      targets.push({ name, url, marks: pageMarks });
    }
  }
  return targets;
}

async function serveThroughLink(
  { link, certificate, opened }: Fixture,
  ...served: [Served, Record<string, Served>?]
): Promise<string> {
  const server: FolderServer = await serveFolder(certificate, ...served);
  opened(() => server.close());
  return `https://localhost:${await link.carry(server.port)}/`;
}

async function openShell(
  name: 'shell' | 'own' | 'pinned' | 'with',
  releases: string,
  fixture: Fixture,
  app?: string,
): Promise<Target> {
  const store = (at: number) => join(storeOf(releases), `${remotes[at]}`);
  const cors = { 'access-control-allow-origin': '*' };
  const urls: string[] = [];
  for (const [at, remote] of remotes.entries())
    urls.push(
      name === 'own'
        ? await serveThroughLink(fixture, { folder: store(at), headers: cors })
        : `/remotes/${remote}/`,
    );
  // The wallets of the bench take the place of the practice wallets.
  const { practice: _, ...config } = practiceConfig(fixture.addresses);
  const deployed = config.families.map((family, at) => {
    if (name === 'pinned') return { ...family, remote: { package: `@linkspan/${remotes[at]}` } };
    const documents = { root: join(store(at), 'root', '1.json'), live: join(store(at), 'live.json') };
    return { ...family, remote: { ...family.remote, url: urls[at], options: undefined, ...documents } };
  });
  const configFile = join(fixture.folder, `${name}.config.json`);
  await writeFile(configFile, JSON.stringify({ ...config, families: deployed }));
  const site = await deploySite(`bench/${name}`, { configFile }, app);
  const read = async (file: string) => JSON.parse(await readFile(join(site, '.headers', file), 'utf8'));
  const own: readonly { path: string; headers: Record<string, string> }[] = await read('paths.json');
  // Its server knows folders.
  const folders = own.filter(({ path }) => path.endsWith('/'));
  const paths = folders.map(({ path, headers }) => {
    const at = urls.indexOf(path);
    return [path, { folder: at < 0 ? join(site, path) : store(at), headers }] as const;
  });
  const page = { folder: site, headers: await read('headers.json') };
  const url = await serveThroughLink(fixture, page, Object.fromEntries(paths));
  if (app !== undefined) return { name, url, marks: applicationMarks };
  const homes = ofFamilies((_family, at) => new URL(`${urls[at]}`, url).href);
  return { name, url, marks: shellMarks, homes };
}

/** One line of a connector. */
const edit = { file: 'src/connector.ts', from: 'networks.length > 1', into: 'networks.length >= 2' };

/**
 * Releases the built remotes into a new store below a folder. Returns a function that releases remote-solana with one
 * line changed, for all visitors, and returns the new files. Rejects with `Refused`.
 */
export async function releaseRemotes(folder: string): Promise<() => Promise<readonly string[]>> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const remote = 'remote-solana';
  const version = toNextVersion(`${(await deliverAll(folder))[remote]}`);
  return async () => {
    const [from, out] = [join('source', remote), join('edited', remote)];
    await copySource(remote, join(folder, from), edit);
    const run = createRun({ folder });
    const numbers = ['--version', version, '--sequence', '2', '--dirty'];
    await run('build', remote, '--from', from, '--out', out, ...numbers);
    await run('check', out, '--static');
    await run('sign', out);
    const { added } = await run<{ added: readonly string[] }>('publish', out, '--json');
    await promote(run, remote, version);
    return added;
  };
}
