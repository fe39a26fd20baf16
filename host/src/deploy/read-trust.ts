import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  assertAccepts,
  codeOf,
  hasCode,
  Malformed,
  missingRequirements,
  type WalletNeeds,
} from '@linkspan/contract';
import {
  type Blocklist,
  type Bytes,
  blocklistName,
  type LiveRelease,
  parseBlocklist,
  type Root,
  toSeen,
  type UnsignedManifest,
  verifyFirstRoot,
  verifyLive,
} from '@linkspan/trust';
import { type ConfigSource, type FamilySource, toMistake } from '../config.ts';
import { isCompatible } from '../releases/compatible.ts';
import type { PageTrust, RemoteTrust } from '../releases/page-trust.ts';
import type { PinnedRelease } from '../releases/pinned-source.ts';
import { type CopiedRelease, isModule } from '../releases/release.ts';
import { readConfigured } from './read-configured.ts';
import { readPackage } from './read-package.ts';

/** The trust data of a deploy, for the page and for the documents beside it. */
export interface DeployedTrust extends PageTrust {
  /** Unchanged live documents and the files of packages, by their paths below the site. */
  readonly files: ReadonlyMap<string, Bytes>;
  /** Addresses of the discoveries that most visitors load by these documents. */
  readonly ahead: readonly string[];
  /** The releases that most visitors load by these documents. */
  readonly copies: readonly CopiedRelease[];
  /** The wallets of these documents that the configuration does not offer. */
  readonly unmet: readonly UnmetWallet[];
}

/** A wallet of a remote, and what the configuration lacks for it. */
export interface UnmetWallet {
  /** The family's title. */
  readonly family: string;
  readonly wallet: string;
  readonly lacks: WalletNeeds;
}

/** The parameters of a deploy, except its configuration. */
interface Circumstances {
  /** The folder of the configuration's file. */
  readonly folder: string;
  /** The folder of the site, with the block list. */
  readonly site: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The versions of the libraries that the page shares. */
  readonly offered: Readonly<Record<string, string>>;
}

/**
 * Reads and verifies a configuration's packages, roots and live documents, and the site's block list. Rejects with
 * `config/malformed` and the field, also if a live release does not accept the family's configuration.
 */
export async function readTrust(config: ConfigSource, at: Circumstances): Promise<DeployedTrust> {
  const read = await Promise.all(config.families.map((_, index) => readRemote(config, index, at)));
  return {
    remotes: read.flatMap(({ remote }) => remote ?? []),
    pinned: read.flatMap(({ pinned }) => pinned ?? []),
    blocklist: await readBlocklist(at),
    files: new Map(read.flatMap(({ files }) => [...files])),
    ahead: read.flatMap(({ discovery }) => discovery ?? []),
    copies: read.flatMap(({ copy }) => copy ?? []),
    unmet: read.flatMap(({ unmet }) => unmet ?? []),
  };
}

interface ReadRemote {
  readonly remote?: RemoteTrust;
  readonly pinned?: PinnedRelease;
  readonly files: ReadonlyMap<string, Bytes>;
  readonly discovery?: string | undefined;
  readonly copy?: CopiedRelease | undefined;
  readonly unmet?: readonly UnmetWallet[];
}

async function readRemote(config: ConfigSource, index: number, at: Circumstances): Promise<ReadRemote> {
  const { remote } = config.families[index] as FamilySource;
  return remote.package === undefined
    ? readSigned(config, index, at)
    : readPackaged(config, index, { ...at, package: remote.package });
}

/** A remote whose release comes in a package. */
async function readPackaged(
  config: ConfigSource,
  index: number,
  { package: name, folder, offered }: Circumstances & { readonly package: string },
): Promise<ReadRemote> {
  const { remote } = config.families[index] as FamilySource;
  const place = `families[${index}].remote.package`;
  const { pinned, files } = await readPackage({ package: name, remote: remote.name, place, folder, offered });
  const { path, manifest } = pinned;
  return {
    ...{ pinned, files, discovery: remote.url + path + manifest.discovery },
    copy: toCopied(remote.name, pinned),
    unmet: judgeFamily(config, index, [manifest]),
  };
}

/** A remote whose team signs its releases. */
async function readSigned(config: ConfigSource, index: number, at: Circumstances): Promise<ReadRemote> {
  const { remote } = config.families[index] as FamilySource;
  const { name } = remote;
  const place = `families[${index}].remote`;
  if (remote.root === undefined)
    throw toMistake(`${place}.root`, `the path of a file: the root of ${name}, which its team gives you`);
  const root = await readRoot(
    name,
    await readConfigured(remote.root, `${place}.root`, at.folder),
    `${place}.root`,
  );
  if (at.now >= Date.parse(root.expiresAt))
    throw toMistake(
      `${place}.root`,
      `a root that has not expired: ask the team of ${name} for its newest one`,
    );
  if (remote.live === undefined) return { remote: { name, root, least: 0 }, files: new Map() };
  const live = await readConfigured(remote.live, `${place}.live`, at.folder);
  const { version, releases } = await readLive(root, live, `${place}.live`, at.now);
  const unmet = judgeFamily(
    config,
    index,
    releases.map(({ manifest }) => manifest),
  );
  const most = toMost(releases, at.offered);
  return {
    remote: { name, root, least: version, copy: `/${toPath(name)}` },
    files: new Map([[toPath(name), live]]),
    discovery: most && remote.url + most.path + most.manifest.discovery,
    copy: most && toCopied(name, most),
    unmet,
  };
}

/** Returns the wallets that a family does not offer. Throws `config/malformed` if a release does not accept the family. */
function judgeFamily(
  config: ConfigSource,
  index: number,
  manifests: readonly Pick<UnsignedManifest, 'accepts'>[],
): readonly UnmetWallet[] {
  const family = config.families[index] as FamilySource;
  for (const { accepts } of manifests) assertAccepts(accepts, family, `families[${index}]`);
  const { options } = family.remote;
  const lacking = new Map(
    manifests.flatMap(({ accepts }) => [...missingRequirements(accepts, config, options)]),
  );
  return [...lacking].map(([wallet, lacks]) => ({ family: family.title, wallet, lacks }));
}

/** The compatible release with the largest share, which most visitors load. */
function toMost(
  releases: readonly LiveRelease[],
  offered: Circumstances['offered'],
): LiveRelease | undefined {
  const [first] = releases
    .filter(({ share, manifest }) => share > 0 && isCompatible(manifest, offered))
    .sort((one, other) => other.share - one.share);
  return first;
}

function toCopied(
  remote: string,
  {
    id,
    path,
    manifest,
  }: Pick<LiveRelease, 'id' | 'path'> & { readonly manifest: Pick<UnsignedManifest, 'files'> },
): CopiedRelease {
  const files = manifest.files.filter(isModule).map(({ path, integrity }) => ({ path, integrity }));
  return { remote, id, path, files };
}

async function readRoot(name: string, bytes: Bytes, place: string): Promise<Root> {
  return verifyFirstRoot(bytes, name).catch((cause: unknown) => {
    const wanted = hasCode(cause, 'release/old-form')
      ? `in the form of today: ask the team of ${name} for its new root`
      : `a root of ${name} signed by its own keys`;
    throw toMistake(place, `${wanted} (${codeOf(cause)})`, cause);
  });
}

async function readLive(root: Root, envelope: Bytes, place: string, now: number) {
  const { remote, version } = root;
  try {
    const live = await verifyLive({ root, seen: toSeen(root), envelope, now });
    if (live.root <= version) return live;
  } catch (cause) {
    const wanted = `a valid live document of ${remote}: take the newest from its server, or leave it out`;
    throw toMistake(place, `${wanted} (${codeOf(cause)})`, cause);
  }
  throw toMistake(place, `signed under the given root: take the newest root of ${remote} too`);
}

/** The site's block list, or an empty one. */
async function readBlocklist({ site }: Circumstances): Promise<Blocklist> {
  const bytes = await readFile(join(site, blocklistName)).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw toMistake(blocklistName, 'a file of the site that can be read', cause);
  });
  const found = bytes === undefined ? { version: 1, blocked: [] } : parseBlocklist(bytes);
  if (!(found instanceof Malformed)) return found;
  throw toMistake(blocklistName, `a block list: ${found.message}`, found);
}

function toPath(remote: string): string {
  return `documents/${remote}.json`;
}
