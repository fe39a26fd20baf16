import { join, resolve } from 'node:path';
import { isLocalNetwork } from '@linkspan/contract';
import type { Bytes } from '@linkspan/trust';
import { toDraftExists } from '../documents/draft.ts';
import { findRoot, rootsFolder } from '../documents/root.ts';
import { Refusal, UsageError } from '../errors.ts';
import { readNamedFile } from '../files.ts';
import { readPublicPage } from '../inspect/config.ts';
import { holdsKey } from '../inspect/nodes.ts';
import { hostKeysFile } from '../keys/host-keys.ts';
import { keyEnding, publicEnding, readPublicKeyFile, toKeysFolder } from '../keys/key-files.ts';
import { storeOption, withWords } from '../options.ts';
import { command, toShown } from '../output.ts';
import { assertTitle, configName, findFreeFolder, writeRepository } from '../site/write-repository.ts';
import type { Args, Context, Outcome, Verb } from '../verb.ts';
import { makeKey } from './keys.ts';
import { makeRoot, publishRoot } from './root.ts';
import { seal } from './seal.ts';

/** Where a page is written, if no other folder is named. */
const pageFolder = 'linkspan-page';

/** Writes the configuration of a page; for one team also all that releases need. */
export const initPage: Verb = {
  name: 'page',
  summary: 'writes the configuration of a page on the public networks of three families',
  options: {
    title: { value: 'TITLE', text: 'what people call it; else Wallets' },
    remotes: {
      value: 'URL',
      text: 'the folder of the remotes’ folders, such as https://remotes.example/; else /remotes/ of the page',
    },
    family: { value: 'ID', isMany: true, text: 'evm, solana or near; else all three' },
    network: { value: 'ID', isMany: true, text: 'such as eip155:1; else all 13 of these families' },
    node: {
      value: 'NETWORK=URL',
      isMany: true,
      text: 'your node of a network, such as eip155:1=https://node.example/; else a public one',
    },
    project: { value: 'ID', text: 'the id of a project for WalletConnect, which is offered with it' },
    alone: {
      text: 'for one team: also makes keys, the root of each remote, their store, and the keys of the seal',
    },
    name: { value: 'NAME', text: 'with --alone: how the names of its keys begin; else page' },
    ...storeOption,
    out: { value: 'FOLDER', text: 'where it is written; else linkspan-page' },
  },
  run: writePage,
};

/** The configuration of a page for the public networks, as its template has it. */
interface PublicPage {
  readonly families: readonly {
    readonly id: string;
    readonly remote: { readonly name: string; readonly options?: object };
    readonly networks: readonly {
      readonly id: string;
      readonly title: string;
      readonly rpc: readonly string[];
    }[];
  }[];
  readonly identities: readonly object[];
  readonly connect: readonly string[];
}

async function writePage(args: Args, context: Context): Promise<Outcome> {
  const title = args.one('title') ?? 'Wallets';
  assertTitle(title);
  const remotes = args.one('remotes') ?? '/remotes/';
  const isFolder = /^https:\/\/[^?#]*\/$/.test(remotes) && URL.canParse(remotes);
  if (remotes !== '/remotes/' && !isFolder)
    throw new UsageError(`--remotes should be an https address that ends in “/”, not “${remotes}”.`);
  const whole: PublicPage = JSON.parse(
    (await readPublicPage()).replaceAll('__TITLE__', title).replaceAll('__REMOTES__', remotes),
  );
  const families = choose(whole.families, args);
  const nodes = readNodes(args.all('node'), families);
  const project = args.one('project');
  const config = {
    ...whole,
    families: families.map(({ networks, ...family }) => ({
      ...family,
      remote: {
        ...family.remote,
        ...(project && pairs(family.id) && { options: { walletConnectProjectId: project } }),
      },
      networks: networks.map(({ rpc, ...network }) => ({
        ...network,
        rpc: [nodes.get(network.id) ?? rpc[0]],
      })),
    })),
    identities: [...whole.identities, ...(project ? [paired] : [])].filter((one) =>
      (one as typeof paired).families.every((id) => families.some((family) => family.id === id)),
    ),
    connect: [...whole.connect, ...(project ? [publicRelay] : [])],
  };
  const alone = args.has('alone')
    ? await makeAlone(
        args,
        context,
        families.map(({ remote }) => remote.name),
      )
    : undefined;
  const { out, count } = await writeRepository(args, context, {
    ...{ template: 'page', name: pageFolder, marks: { TITLE: title } },
    files: new Map<string, string | Bytes>([
      [configName, `${JSON.stringify(config, null, 2)}\n`],
      ...(alone?.roots ?? new Map<string, Bytes>()),
    ]),
  });
  const networks = families.flatMap((family) => family.networks);
  const open = networks.filter(({ id }) => !nodes.has(id)).map(({ id, title }) => `${title} (${id})`);
  const keyed = [...nodes].filter(([, url]) => holdsKey(url)).map(([id]) => id);
  return {
    lines: [
      `The page’s configuration is in ${toShown(out, context.folder)}: ${count} files. README.md says what comes next.`,
      ...(open.length > 0
        ? [
            `Public nodes, which limit what they answer and promise nothing: ${open.join(', ')}. Give your own: --node ID=URL.`,
          ]
        : []),
      ...(keyed.length > 0
        ? [
            `Every visitor can read the key in the node of ${keyed.join(', ')}. At its provider, limit it to the page’s origin.`,
          ]
        : []),
      ...(alone?.lines ?? []),
      ...(project ? [] : ['WalletConnect is not offered: it needs the id of a project, by --project ID.']),
    ],
    facts: {
      folder: out,
      files: count,
      publicNodes: networks.map(({ id }) => id).filter((id) => !nodes.has(id)),
      keyed,
      ...(alone && { keys: alone.keys, store: alone.store }),
    },
  };
}

/** What one team needs to release alone, once it is made. */
interface Alone {
  /** The copies of the roots for the page, by their paths. */
  readonly roots: ReadonlyMap<string, Bytes>;
  /** The key files: of the person, and of the machine. */
  readonly keys: readonly [string, string];
  /** The address of the store. */
  readonly store: string;
  readonly lines: readonly string[];
}

/**
 * Makes a person's key and a machine's, a root of each remote that needs both for a release, and the keys of the seal. Keys
 * that are there are used again. Rejects with `command/folder-taken`, `command/root-exists`, `command/draft-exists` before
 * anything is made, and with what the verbs reject with.
 */
async function makeAlone(args: Args, context: Context, remotes: readonly string[]): Promise<Alone> {
  const { env, folder } = context;
  const out = await findFreeFolder(args, context, pageFolder);
  const store = args.one('store') ?? env.LINKSPAN_STORE ?? `file:${join(out, 'store')}`;
  const opened = await context.openStore(store);
  for (const remote of remotes)
    if (await findRoot(opened, remote))
      throw new Refusal(
        'command/root-exists',
        `${store} has a root of ${remote} already, with keys of its own. Choose another --store, or give the page that root without --alone.`,
      );
  const drafts = remotes.map((remote) => resolve(folder, rootsFolder, `${remote}-1.json`));
  const hostKeys = resolve(folder, hostKeysFile);
  for (const file of [...drafts, hostKeys])
    if (await readNamedFile(file).catch(() => undefined)) throw toDraftExists(file);

  const name = args.one('name') ?? 'page';
  const make = async (kind: 'person' | 'online') => {
    const base = join(toKeysFolder(env), `${name}-${kind}`);
    const found = await readPublicKeyFile(base + publicEnding).catch(() => undefined);
    if (found?.kind !== kind)
      await makeKey.run(withWords(args, [`${name}-${kind}`], { kind, folder: [] }), context);
    return { key: base + keyEnding, open: base + publicEnding };
  };
  const person = await make('person');
  const online = await make('online');
  const roots = new Map<string, Bytes>();
  for (const [at, remote] of remotes.entries()) {
    const draft = drafts[at] ?? '';
    const roles = { root: person.open, release: [person.open, online.open], live: online.open };
    const own = { ...roles, 'release-threshold': '2', persons: '1', key: person.key, out: draft };
    await makeRoot.run(withWords(args, [remote], own), context);
    await publishRoot.run(withWords(args, [draft], { store }), context);
    roots.set(`roots/${remote}.json`, await readNamedFile(draft));
  }
  await seal.run(withWords(args, ['keys'], { key: person.open, out: hostKeys, origin: [] }), context);
  return {
    ...{ roots, store, keys: [person.key, online.key] },
    lines: [
      `Keys: ${person.key} and ${online.key}. The roots of ${remotes.join(', ')} are published in ${store}.`,
      'This machine can release alone now: whoever controls it controls what people sign. docs/production.md says how to move the person’s key.',
      `Next: ${command} ship VERSION --remote REMOTE --store ${store} --key ${person.key} --key ${online.key}, for each remote; then ${command} deploy`,
    ],
  };
}

/** The families and networks that are asked for. Throws `UsageError`. */
function choose(all: PublicPage['families'], args: Args): PublicPage['families'] {
  const [ids, networks] = [args.all('family'), args.all('network')];
  const unknown = ids.find((id) => !all.some((one) => one.id === id));
  if (unknown !== undefined)
    throw new UsageError(`--family should be evm, solana or near, not “${unknown}”.`);
  const families = all
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .map((family) => ({
      ...family,
      networks: family.networks.filter(({ id }) => networks.length === 0 || networks.includes(id)),
    }))
    .filter((family) => family.networks.length > 0);
  const known = all.flatMap((family) => family.networks.map(({ id }) => id));
  const chosen = families.flatMap((family) => family.networks.map(({ id }) => id));
  const other = networks.find((id) => !chosen.includes(id));
  if (other === undefined) return families;
  throw new UsageError(`--network should be one of ${known.join(', ')}, of a chosen family, not “${other}”.`);
}

/** One connection to the families that WalletConnect pairs. */
const paired = { identity: 'com.walletconnect', families: ['evm', 'solana'] };
const pairs = (family: string) => paired.families.includes(family);
const publicRelay = 'wss://relay.walletconnect.org';

/** Reads each `NETWORK=URL`. Throws `UsageError`. */
function readNodes(given: readonly string[], families: PublicPage['families']): ReadonlyMap<string, string> {
  const ids = families.flatMap(({ networks }) => networks.map(({ id }) => id));
  return new Map(
    given.map((text): [string, string] => {
      const [, id = '', url = ''] = /^([^=]+)=(.*)$/.exec(text) ?? [];
      if (!ids.includes(id))
        throw new UsageError(`--node should begin with one of ${ids.join(', ')}, not “${text}”.`);
      if (!/^https?:\/\//.test(url) || !URL.canParse(url) || isMixed(url))
        throw new UsageError(
          `--node ${id} should be an https address, or an http one of this machine, not “${url}”: a page on https asks no other.`,
        );
      return [id, url];
    }),
  );
}

/** Whether no page on https may ask an address. */
function isMixed(url: string): boolean {
  return url.startsWith('http:') && !isLocalNetwork({ rpc: [url] });
}
