import { join, resolve } from 'node:path';
import { dryRunOption, findTrustedRoot, openStoreFromArgs, storeOption } from '../args/options.ts';
import { listRemotes, readRoot } from '../documents/root.ts';
import { CommandError, UsageError } from '../errors.ts';
import { writeWhole } from '../files.ts';
import {
  type BaseAddress,
  parseBaseAddress,
  readServed,
  type Served,
  toFrontendDiscovery,
  toImportMap,
} from '../site/export-live.ts';
import type { Args, Verb } from '../verb.ts';

/** Writes what is live for systems that read other formats. */
export const exportLive: Verb = {
  name: 'export',
  summary: 'writes what is live as a frontend-discovery document and as an import map',
  forms: ['export REMOTE … --url BASE --out FOLDER', 'export --all --url BASE --out FOLDER'],
  options: {
    all: { text: 'every remote of the store' },
    url: {
      value: 'BASE',
      isMany: true,
      text: 'where the store is for browsers, such as https://cdn.example/ or https://{remote}.example/; a second one is for a second try',
    },
    out: { value: 'FOLDER', text: 'gets frontend-discovery.json and import-map.json' },
    ...storeOption,
    ...dryRunOption,
  },
  async run(args, context) {
    const bases = toBases(args);
    const out = args.one('out');
    if (out === undefined) throw new UsageError('--out FOLDER is missing: where to write.');
    const isDry = args.has('dry-run');
    const store = await openStoreFromArgs(args, context);
    const remotes: Served[] = [];
    for (const remote of args.has('all') ? await listRemotes(store) : args.words) {
      const root = await readRoot(store, remote, await findTrustedRoot(args, context, remote));
      const served = await readServed(store, root, context.now());
      if (served !== undefined) remotes.push(served);
      else if (!args.has('all')) throw new CommandError('command/not-live', { remote });
    }
    const folder = resolve(context.folder, out);
    const files = {
      'frontend-discovery.json': toFrontendDiscovery(remotes, bases),
      'import-map.json': toImportMap(remotes, bases[0]),
    };
    if (!isDry) await write(folder, files);
    return {
      lines: [
        ...remotes.map(describe),
        ...Object.keys(files).map((name) => `${isDry ? 'Would write' : 'Wrote'} ${join(folder, name)}`),
        'The import map names the release that most visitors get: it knows no shares.',
      ],
      facts: { folder, isWritten: !isDry, files },
    };
  },
};

function toBases(args: Args): readonly [BaseAddress, BaseAddress?] {
  const [base, fallback, ...more] = args.all('url').map(parseBaseAddress);
  if (base === undefined) throw new UsageError('--url BASE is missing: where the store is for browsers.');
  if (more.length > 0) throw new UsageError('--url may be given twice at most.');
  if (args.has('all') === args.words.length > 0)
    throw new UsageError('Name the remotes, or say --all: release export REMOTE … --url BASE --out FOLDER');
  return fallback === undefined ? [base] : [base, fallback];
}

async function write(folder: string, files: Readonly<Record<string, object>>): Promise<void> {
  for (const [name, content] of Object.entries(files))
    await writeWhole(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
}

function describe({ remote, releases }: Served): string {
  const parts = releases.map(({ manifest, share }) => `${manifest.version} for ${share} %`);
  return `${remote}: ${parts.join(', ') || 'nothing, it is withdrawn'}`;
}
