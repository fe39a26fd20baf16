import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { assertAccepts, codeOf, LinkspanError } from '@linkspan/contract';
import {
  type Blocked,
  type Bytes,
  type LiveRelease,
  parseHostKeys,
  type Root,
  toSeen,
  verifyBlocklist,
  verifyFirstRoot,
  verifyLive,
} from '@linkspan/trust';
import type { ConfigSource, FamilySource } from '../config.ts';
import { fits } from '../releases/compatible.ts';
import type { BlocklistTrust, PageTrust, RemoteTrust } from '../releases/page-trust.ts';
import { readJsonFile } from './read-json-file.ts';

/** The trust data of a deploy: what it writes into the page, and the documents that it puts beside it. */
export interface DeployedTrust extends PageTrust {
  /** Live documents as they came, by their paths below the site. */
  readonly documents: ReadonlyMap<string, Bytes>;
  /** Addresses of the discoveries that most visitors get by these documents. */
  readonly ahead: readonly string[];
}

/** What a deploy is made by, beside its configuration. */
interface Circumstances {
  /** In which the configuration's file is. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The versions of the libraries that the page shares. */
  readonly offered: Readonly<Record<string, string>>;
}

/**
 * Reads and verifies what a configuration names: the roots, the live documents under them, the host team's keys and list.
 * Rejects with `config/malformed` and the field, also where a live release does not accept the family's configuration.
 */
export async function readTrust(config: ConfigSource, at: Circumstances): Promise<DeployedTrust> {
  const read = await Promise.all(config.families.map((family, index) => readRemote(family, index, at)));
  const { blocklist } = config;
  return {
    remotes: read.map(({ remote }) => remote),
    ...(blocklist && { blocklist: await readBlocklist(blocklist, config, at) }),
    documents: new Map(read.flatMap(({ remote, live }) => (live ? [[toPath(remote.name), live]] : []))),
    ahead: read.flatMap(({ discovery }) => discovery ?? []),
  };
}

interface ReadRemote {
  readonly remote: RemoteTrust;
  readonly live?: Bytes;
  readonly discovery?: string | undefined;
}

async function readRemote(family: FamilySource, index: number, at: Circumstances): Promise<ReadRemote> {
  const { remote } = family;
  const { name } = remote;
  const place = `families[${index}].remote`;
  if (remote.root === undefined)
    throw toMistake(`${place}.root`, `the path of a file: the root of ${name}, which its team gives you`);
  const root = await readRoot(name, await readBytes(remote.root, `${place}.root`, at), `${place}.root`);
  if (at.now >= Date.parse(root.expiresAt))
    throw toMistake(`${place}.root`, `a root that is still good: ask the team of ${name} for its newest one`);
  if (remote.live === undefined) return { remote: { name, root, least: 0 } };
  const live = await readBytes(remote.live, `${place}.live`, at);
  const { version, releases } = await readLive(root, live, `${place}.live`, at.now);
  for (const { manifest } of releases) assertAccepts(manifest.accepts, family, `families[${index}]`);
  const discovery = toDiscovery(remote, releases, at.offered);
  return { remote: { name, root, least: version, copy: `/${toPath(name)}` }, live, discovery };
}

/** Of the release with the largest share among those that fit this page, which is what most of its visitors get. */
function toDiscovery(
  { url }: FamilySource['remote'],
  releases: readonly LiveRelease[],
  offered: Circumstances['offered'],
): string | undefined {
  const [first] = releases
    .filter(({ share, manifest }) => share > 0 && fits(manifest, offered))
    .sort((one, other) => other.share - one.share);
  if (first === undefined) return undefined;
  return url + first.path + first.manifest.discovery;
}

async function readRoot(name: string, bytes: Bytes, place: string): Promise<Root> {
  return verifyFirstRoot(bytes, name).catch((cause: unknown) => {
    throw toMistake(place, `a root of ${name} that its own keys have signed (${codeOf(cause)})`, cause);
  });
}

async function readLive(root: Root, envelope: Bytes, place: string, now: number) {
  const { remote, version } = root;
  try {
    const live = await verifyLive({ root, seen: toSeen(root), envelope, now });
    if (live.root <= version) return live;
  } catch (cause) {
    const wanted = `a live document of ${remote} that is still good: take the newest from its server, or leave it out`;
    throw toMistake(place, `${wanted} (${codeOf(cause)})`, cause);
  }
  throw toMistake(
    place,
    `signed under the root that is given with it: take the newest root of ${remote} too`,
  );
}

async function readBlocklist(
  { url, keys: file, list }: NonNullable<ConfigSource['blocklist']>,
  { families }: ConfigSource,
  at: Circumstances,
): Promise<BlocklistTrust> {
  const keys = parseHostKeys(await readJsonFile(resolve(at.folder, file)), 'blocklist.keys');
  if (list === undefined) return { url, keys };
  const envelope = await readBytes(list, 'blocklist.list', at);
  const known = await verifyBlocklist({ hostKeys: keys, envelope, seen: 0, now: at.now }).catch(
    (cause: unknown) => {
      const wanted = 'a block list that is still good: take the newest from its server, or leave it out';
      throw toMistake('blocklist.list', `${wanted} (${codeOf(cause)})`, cause);
    },
  );
  // What it says of remotes that this page does not have is not needed there.
  const isOfPage = ({ remote }: Blocked) => families.some((family) => family.remote.name === remote);
  return { url, keys, known: { ...known, blocked: known.blocked.filter(isOfPage) } };
}

async function readBytes(file: string, place: string, { folder }: Circumstances): Promise<Bytes> {
  const path = resolve(folder, file);
  return readFile(path).then(
    (bytes) => new Uint8Array(bytes),
    (cause: unknown) => {
      throw toMistake(place, `the path of a file that can be read, which ${path} is not`, cause);
    },
  );
}

function toPath(remote: string): string {
  return `documents/${remote}.json`;
}

function toMistake(place: string, expected: string, cause?: unknown): LinkspanError {
  return new LinkspanError('config/malformed', { place, expected }, { cause });
}
