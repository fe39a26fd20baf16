import { dirname, resolve } from 'node:path';
import { isLocalNetwork, LinkspanError } from '@linkspan/contract';
import { type Bytes, liveFormat, type Root, toSeen, verifyFirstRoot, verifyLive } from '@linkspan/trust';
import { parseLive } from '../documents/live.ts';
import { livePath, rootPath } from '../documents/paths.ts';
import { followStoredRoots, readAnnouncedRoot } from '../documents/root.ts';
import { Refusal, UsageError } from '../errors.ts';
import { readNamedFile, writeWhole } from '../files.ts';
import { askOnce } from '../inspect/request.ts';
import { readKeyNames } from '../keys/key-files.ts';
import { answerSeconds, maxDocuments } from '../limits.ts';
import { toPageOrigin } from '../options.ts';
import { toShown } from '../output.ts';
import { assertFamily, type PageFamily, readPageSource } from '../site/deploy-page.ts';
import { type Store, type StoredFile, toTag } from '../store/store.ts';
import { toShortTime } from '../time.ts';
import type { Context, Outcome, Verb } from '../verb.ts';

/** Fetches the documents of remotes that a page carries. */
export const pull: Verb = {
  name: 'pull',
  summary: 'fetches and verifies the roots and live documents that the configuration of a page names',
  words: '<CONFIG> [REMOTE...]',
  options: {
    page: { value: 'ORIGIN', text: 'the page that serves remotes whose url is a path' },
    store: {
      value: 'ADDRESS',
      text: 'file:…, s3://… or azure://…, from which all come; else LINKSPAN_STORE for those whose url is a path',
    },
  },
  async run(args, context) {
    const config = resolve(context.folder, args.word(0, 'CONFIG'));
    const [, ...remotes] = args.words;
    return pullDocuments({ config, remotes, page: args.one('page'), store: args.one('store') }, context);
  },
};

/** The page whose documents are fetched, and from where. */
interface Pull {
  /** The file of the page's configuration. */
  readonly config: string;
  /** Only these remotes; with none, all. */
  readonly remotes?: readonly string[];
  /** The origin of the page, for remotes whose `url` is a path. */
  readonly page?: string | undefined;
  /** The address of the store that all remotes come from. */
  readonly store?: string | undefined;
}

/**
 * Fetches the newest root and the live document of each remote, verifies them as a page does, and writes them to the files
 * that the configuration names. Nothing is written unless all are good. Rejects with `command/no-document-path`,
 * `command/no-document`, `command/no-root`, `command/root-missing`, and with what `followRoots` and `verifyLive` refuse.
 */
async function pullDocuments(wanted: Pull, context: Context): Promise<Outcome> {
  const { config, remotes = [] } = wanted;
  const page = await readPageSource(config);
  for (const remote of remotes) assertFamily(page, remote, config);
  const places = page.families
    .map(({ remote }) => remote)
    .filter(({ name }) => remotes.length === 0 || remotes.includes(name))
    .map((remote) => ({ remote, ...toFiles(remote, config) }));
  assertDistinct(places.flatMap(({ root, live }) => [root, live]));
  const pulled: Pulled[] = [];
  for (const { remote, ...files } of places) {
    context.progress(`Fetching the documents of ${remote.name}`);
    const source = await openSource(remote, wanted, context);
    pulled.push(await fetchDocuments({ remote: remote.name, source, files }, context.now()));
  }
  for (const { writes } of pulled) for (const [file, bytes] of writes) await writeWhole(file, bytes);
  const nameOf = await readKeyNames(context.env);
  return {
    lines: pulled.flatMap((one) => describe(one, { ...context, nameOf })),
    facts: { remotes: pulled.map((one) => toFacts(one, nameOf)) },
  };
}

type Remote = PageFamily['remote'];

interface Files {
  readonly root: string;
  readonly live: string;
}

/** The files of a remote's documents. Throws `command/no-document-path`. */
function toFiles(remote: Remote, config: string): Files {
  const toFile = (field: 'root' | 'live') => {
    const path = remote[field];
    if (path !== undefined) return resolve(dirname(config), path);
    const line = `"${field}": "${field === 'root' ? 'roots' : 'live'}/${remote.name}.json"`;
    throw new Refusal(
      'command/no-document-path',
      `${config} has no remote.${field} for ${remote.name}. Add ${line} to its "remote".`,
    );
  };
  return { root: toFile('root'), live: toFile('live') };
}

function assertDistinct(files: readonly string[]): void {
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice === undefined) return;
  const sentence = `The configuration names ${twice} for two documents. Give each a file of its own.`;
  throw new Refusal('command/no-document-path', sentence);
}

/** A remote's documents where they are published. Each is read once: what was verified is what is written. */
type Source = Pick<Store, 'address' | 'read'>;

/** Opens the store or the server that a remote's documents come from. Throws `UsageError`, and as `openStore` does. */
async function openSource({ name, url }: Remote, { page, store }: Pull, context: Context): Promise<Source> {
  if (store !== undefined) return readOnce(await context.openStore(store));
  if (url?.includes('://')) return readOnce(openServed(toBase(url, `remote.url of ${name}`), context));
  const origin = page === undefined ? undefined : toPageOrigin(page);
  if (page !== undefined && origin === undefined)
    throw new UsageError(
      `--page should be the origin of a page, such as https://wallets.example, not “${page}”.`,
    );
  if (url !== undefined && origin !== undefined)
    return readOnce(openServed(toBase(new URL(url, origin).href, '--page'), context));
  if (context.env.LINKSPAN_STORE) return readOnce(await context.openStore(context.env.LINKSPAN_STORE));
  throw new UsageError(
    `remote.url of ${name} is ${url === undefined ? 'missing' : 'a path of the page'}: give --page ORIGIN or --store ADDRESS.`,
  );
}

/** The folder of a served remote. Throws `UsageError` unless it is reached by https, or on this machine. */
function toBase(url: string, what: string): string {
  const isSafe = URL.canParse(url) && (/^https:/.test(url) || isLocalNetwork({ rpc: [url] }));
  if (!isSafe || !/^https?:/.test(url))
    throw new UsageError(`${what} should be an https address, not “${url}”.`);
  return url.endsWith('/') ? url : `${url}/`;
}

function openServed(base: string, context: Context): Source {
  return {
    address: base,
    async read(path) {
      const address = new URL(path.slice(path.indexOf('/') + 1), base).href;
      const answer = await askOnce(context, address, {
        headers: { 'accept-encoding': 'br, gzip' },
        cache: 'no-store',
        deadlineMs: answerSeconds * 1000,
        mostBytes: liveFormat.mostBytes,
      });
      if ('failure' in answer) throw toNoDocument(address, `does not answer: ${answer.failure}`);
      const { status, headers, bytes } = answer;
      // An object storage that lists nothing to strangers answers 403 for a file that is not there.
      if ([403, 404, 410].includes(status)) return undefined;
      if (status !== 200) throw toNoDocument(address, `answers ${status}`);
      if (/html/i.test(headers.get('content-type') ?? ''))
        throw toNoDocument(address, 'answers with a page of HTML, where a missing file needs a 404');
      return { bytes, tag: toTag('') };
    },
  };
}

function toNoDocument(address: string, why: string): Refusal {
  return new Refusal('command/no-document', `${address} ${why}. Nothing was written.`);
}

/** Remembers what was read. Rejects with `command/no-document` if a server has roots without end. */
function readOnce({ address, read }: Source): Source {
  const known = new Map<string, Promise<StoredFile | undefined>>();
  return {
    address,
    async read(path) {
      if (known.size >= maxDocuments) throw toNoDocument(address, `has more than ${maxDocuments} documents`);
      const file = known.get(path) ?? read(path);
      known.set(path, file);
      return file;
    },
  };
}

interface Place {
  readonly remote: string;
  readonly source: Source;
  readonly files: Files;
}

/** Verified documents of a remote. */
interface Pulled extends Place {
  /** The root that the page has carried until now. */
  readonly before: Root | undefined;
  readonly root: Root;
  /** Undefined if the remote is not live yet. */
  readonly live: Awaited<ReturnType<typeof verifyLive>> | undefined;
  readonly writes: readonly (readonly [file: string, bytes: Uint8Array])[];
}

async function fetchDocuments(place: Place, now: number): Promise<Pulled> {
  const { remote, source, files } = place;
  const carried = await readIfThere(files.root);
  const before = carried && (await verifyFirstRoot(carried, remote));
  const found = await followStoredRoots(source, remote, before);
  if (found === undefined)
    throw new Refusal('command/no-root', `${source.address} has no root of ${remote}. Check the address.`);
  const { root, refusal } = found;
  if (refusal) throw refusal;
  const carriedLive = await readIfThere(files.live);
  const seen = toSeen(before ?? root, carriedLive && parseLive(carriedLive, remote));
  const liveFile = await source.read(livePath(remote));
  const named = Math.max(
    await readAnnouncedRoot(source, remote),
    liveFile === undefined ? 0 : parseLive(liveFile.bytes, remote).root,
  );
  if (named > root.version)
    throw new Refusal(
      'command/root-missing',
      `${source.address} names root ${named} of ${remote}, and has no root ${root.version + 1}. Nothing was written; ask the team to publish it.`,
    );
  if (liveFile === undefined && Date.parse(root.expiresAt) <= now)
    throw new LinkspanError('release/expired', { remote, document: 'root', expiresAt: root.expiresAt });
  const live = liveFile && (await verifyLive({ root, seen, envelope: new Uint8Array(liveFile.bytes), now }));
  const rootFile = await source.read(rootPath(remote, root.version));
  return {
    ...{ ...place, before, root, live },
    writes: [
      ...(rootFile && root.version !== before?.version ? [[files.root, rootFile.bytes] as const] : []),
      ...(liveFile ? [[files.live, liveFile.bytes] as const] : []),
    ],
  };
}

async function readIfThere(file: string): Promise<Bytes | undefined> {
  try {
    return await readNamedFile(file);
  } catch (error) {
    if (((error as Error).cause as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

type NameOf = (keyid: string) => string;
const roleNames = ['root', 'release', 'live'] as const;

function describe(
  { remote, source, before, root, live, writes }: Pulled,
  { now, folder, nameOf }: Pick<Context, 'now' | 'folder'> & { readonly nameOf: NameOf },
): readonly string[] {
  const until = (at: string) => `until ${toShortTime(at, now())}`;
  const shares = live?.releases.map(({ manifest, share }) => `${manifest.version} for ${share} %`).join(', ');
  const refused = live?.refused.map(({ manifest, refusal }) => `${manifest.version} (${refusal.code})`) ?? [];
  const written = writes.map(([file]) => toShown(file, folder)).join(', ');
  return [
    `${remote} from ${source.address}: root ${root.version}, ${until(root.expiresAt)}`,
    ...roleNames.map((role) => `  ${role}: ${describeRole(role, { root, before, nameOf })}`),
    live
      ? `  live ${until(live.expiresAt)}: ${shares || 'nothing'}${refused.length > 0 ? `; pages refuse ${refused.join(', ')}` : ''}`
      : '  It is not live yet, and its live file was left as it is.',
    `  Written: ${written || 'nothing'}`,
    ...(before === undefined
      ? [
          `  Nothing but ${source.address} vouches for this root. Before the page goes out, compare the ids of its keys with the team by another channel:`,
          ...Object.keys(root.keys).map((keyid) => `    ${keyid}`),
        ]
      : []),
  ];
}

function describeRole(
  role: (typeof roleNames)[number],
  { root, before, nameOf }: Pick<Pulled, 'root' | 'before'> & { readonly nameOf: NameOf },
): string {
  const { keyids, threshold } = root.roles[role];
  const previous = before?.roles[role].keyids;
  const toText = (keyid: string, { keys }: Root) => `${nameOf(keyid)} (${keys[keyid]?.kind})`;
  const now = keyids.map((id) => `${toText(id, root)}${!previous || previous.includes(id) ? '' : ' NEW'}`);
  const gone = before && previous?.filter((id) => !keyids.includes(id)).map((id) => toText(id, before));
  const persons = role === 'release' ? `, of these ${root.roles.release.persons} by people` : '';
  return `${threshold} of ${now.join(', ')}${persons}${gone?.length ? `; REMOVED: ${gone.join(', ')}` : ''}`;
}

function toFacts({ remote, source, files, before, root, live, writes }: Pulled, nameOf: NameOf): object {
  const roles = roleNames.map((role) => {
    const { keyids, threshold } = root.roles[role];
    const previous = before?.roles[role].keyids ?? keyids;
    const keys = keyids.map((keyid) => ({
      ...{ keyid, name: nameOf(keyid), kind: root.keys[keyid]?.kind },
      isNew: !previous.includes(keyid),
    }));
    return [role, { threshold, keys, removed: previous.filter((keyid) => !keyids.includes(keyid)) }];
  });
  return {
    remote,
    from: source.address,
    files,
    written: writes.map(([file]) => file),
    isVouchedFor: before !== undefined,
    root: {
      ...{ version: root.version, expiresAt: root.expiresAt, persons: root.roles.release.persons },
      roles: Object.fromEntries(roles),
    },
    live: live
      ? {
          ...{ version: live.version, expiresAt: live.expiresAt },
          releases: live.releases.map(({ manifest, share }) => ({ version: manifest.version, share })),
          refused: live.refused.map(({ manifest, refusal }) => ({
            version: manifest.version,
            code: refusal.code,
          })),
        }
      : null,
  };
}
