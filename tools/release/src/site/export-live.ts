import {
  type Live,
  type LiveRelease,
  type Manifest,
  nothingSeen,
  type Root,
  verifyLive,
} from '@linkspan/trust';
import { livePath } from '../documents/paths.ts';
import { UsageError } from '../errors.ts';
import type { Store } from '../store/store.ts';

/** What the visitors of a remote are served. */
export interface Served {
  readonly remote: string;
  /** ISO 8601: until when the live document is good. */
  readonly until: string;
  /** Newest first, their shares summing to 100; none, where the remote is withdrawn. */
  readonly releases: readonly LiveRelease[];
}

/**
 * What a page without a past would serve now. A release that is refused is left out, and its visitors get the newest
 * of the others, as in `chooseRelease`; one that nobody gets is left out too. Undefined where
 * nothing was ever live. Rejects with what `verifyLive` rejects with, and with the refusal if none is left.
 */
export async function readServed(store: Store, root: Root, now: number): Promise<Served | undefined> {
  const { remote } = root;
  const file = await store.read(livePath(remote));
  if (file === undefined) return undefined;
  const live = await verifyLive({ root, seen: nothingSeen, envelope: new Uint8Array(file.bytes), now });
  return { remote, until: live.expiresAt, releases: share(live) };
}

function share({ releases, refused }: Live): readonly LiveRelease[] {
  const [newest, ...others] = releases
    .filter((one) => one.share > 0)
    .sort((one, other) => other.manifest.sequence - one.manifest.sequence);
  const left = refused.reduce((sum, one) => sum + one.share, 0);
  if (newest !== undefined) return [{ ...newest, share: newest.share + left }, ...others];
  if (refused[0] !== undefined) throw refused[0].refusal;
  return [];
}

/** The release that serves where only one can be named: of the greatest share, the older of two equal ones. */
function findDefault({ releases }: Served): LiveRelease | undefined {
  return releases.reduce<LiveRelease | undefined>(
    (best, one) => (best === undefined || one.share >= best.share ? one : best),
    undefined,
  );
}

/** The format of awslabs/frontend-discovery, v1-pre. */
export interface FrontendDiscovery {
  readonly schema: string;
  readonly microFrontends: Readonly<Record<string, readonly MicroFrontend[]>>;
}

interface MicroFrontend {
  /** The federation’s remote entry. */
  readonly url: string;
  readonly fallbackUrl?: string;
  readonly metadata: { readonly integrity: string; readonly version: string };
  /** What the format has no place for, under our own name. */
  readonly extras: { readonly linkspan: object };
  /** Traffic in percent. */
  readonly deployment: { readonly traffic: number; readonly default: boolean };
}

const schema = 'https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json';

/** What is served of remotes, for what reads frontend-discovery documents. The second address is for a second try. */
export function toFrontendDiscovery(
  remotes: readonly Served[],
  [base, fallback]: readonly [BaseAddress, BaseAddress?],
): FrontendDiscovery {
  const toEntry = (served: Served, release: LiveRelease): MicroFrontend => {
    const { manifest, path, share } = release;
    const at = (from: BaseAddress, file: string) => toRemoteAddress(from, served.remote) + path + file;
    const { entry, discovery, version, contract, shared, sequence } = manifest;
    return {
      url: at(base, entry),
      ...(fallback && { fallbackUrl: at(fallback, entry) }),
      metadata: { integrity: integrityOf(manifest, entry), version },
      extras: {
        linkspan: {
          contract,
          shared,
          sequence,
          manifest: release.id,
          until: served.until,
          discovery: { url: at(base, discovery), integrity: integrityOf(manifest, discovery) },
          preload: manifest.preload.map((file) => at(base, file)),
        },
      },
      deployment: { traffic: share, default: release === findDefault(served) },
    };
  };
  return {
    schema,
    microFrontends: Object.fromEntries(
      remotes.map((served) => [served.remote, served.releases.map((release) => toEntry(served, release))]),
    ),
  };
}

function integrityOf({ files }: Manifest, path: string): string {
  // A manifest whose entry or discovery is no listed file does not verify.
  return files.find((file) => file.path === path)?.integrity ?? '';
}

/** An import map of HTML, with the hash of each file that it leads to. */
export interface ImportMap {
  readonly imports: Readonly<Record<string, string>>;
  readonly integrity: Readonly<Record<string, string>>;
}

/**
 * The entry of each remote under its name, and its discovery under `NAME/discovery`. An import map knows no shares:
 * it names the release that most visitors get.
 */
export function toImportMap(remotes: readonly Served[], base: BaseAddress): ImportMap {
  const imports: Record<string, string> = {};
  const integrity: Record<string, string> = {};
  for (const served of remotes) {
    const release = findDefault(served);
    if (release === undefined) continue;
    const { entry, discovery, files } = release.manifest;
    const folder = toRemoteAddress(base, served.remote) + release.path;
    imports[served.remote] = folder + entry;
    imports[`${served.remote}/discovery`] = folder + discovery;
    for (const file of files) integrity[folder + file.path] = file.integrity;
  }
  return { imports, integrity };
}

declare const isBaseAddress: unique symbol;

/** Where the store’s files are for a browser; `{remote}` in it stands for the name of a remote. */
export type BaseAddress = string & { readonly [isBaseAddress]: true };

/** Reads what was asked for. Throws `UsageError`. */
export function parseBaseAddress(text: string): BaseAddress {
  const sample = text.replaceAll('{remote}', 'remote');
  const url = URL.canParse(sample) ? new URL(sample) : undefined;
  const isPlain = url !== undefined && url.search === '' && url.hash === '' && url.username === '';
  if (isPlain && /^https?:$/.test(url.protocol)) return text as BaseAddress;
  throw new UsageError(`--url should be an http or https address without a query, not “${text}”.`);
}

/** The address of a remote’s folder, which its live document is in; ends in `/`. */
function toRemoteAddress(base: BaseAddress, remote: string): string {
  const named = base.includes('{remote}') ? base.replaceAll('{remote}', remote) : `${slashed(base)}${remote}`;
  return slashed(new URL(named).href);
}

function slashed(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
