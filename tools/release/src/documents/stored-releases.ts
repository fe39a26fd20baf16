import { LinkspanError } from '@linkspan/contract';
import { type Manifest, manifestFormat, parsePayload, readEnvelope } from '@linkspan/trust';
import { readAll, type Store, type StoredEntry } from '../store/store.ts';
import { manifestIdOf } from './live.ts';
import { isSharedFolder, manifestName, releasesFolder, toSharedFolder } from './paths.ts';

/** What belongs to releases of a remote in a store. */
export interface StoredFolders {
  readonly releases: readonly StoredRelease[];
  /** The files that lie together, whichever releases they are of. */
  readonly files: readonly StoredEntry[];
}

/** What is below `releases/VERSION/` of a remote in a store. */
export type StoredRelease = StoredFolder &
  (
    | {
        readonly kind: 'published';
        readonly id: string;
        readonly manifest: Manifest;
        readonly publishedAt: number;
      }
    /** It has a manifest that nobody can read. */
    | { readonly kind: 'unreadable' }
    /** It has no manifest: its publication, or its removal, was never finished. */
    | { readonly kind: 'unfinished' }
  );

interface StoredFolder {
  /** As the folder is called. */
  readonly version: string;
  /** Ends in `/`. */
  readonly folder: string;
  readonly files: readonly StoredEntry[];
  /** When the newest of its files was written, in milliseconds since 1970. */
  readonly writtenAt: number;
}

/** The folders of a remote's releases in a store, finished or not, and the files that these have together. */
export async function listStored(store: Store, remote: string): Promise<StoredFolders> {
  const base = releasesFolder(remote);
  const folders = new Map<string, StoredEntry[]>();
  const files: StoredEntry[] = [];
  for (const file of await store.list(base)) {
    const name = file.path.slice(base.length).split('/')[0] ?? '';
    if (isSharedFolder(name)) files.push(file);
    else folders.set(name, [...(folders.get(name) ?? []), file]);
  }
  return { releases: await readReleases(store, remote, folders), files };
}

async function readReleases(
  store: Store,
  remote: string,
  folders: ReadonlyMap<string, readonly StoredEntry[]>,
): Promise<readonly StoredRelease[]> {
  const base = releasesFolder(remote);
  const manifests = await readAll(
    store,
    [...folders.keys()].map((version) => `${base}${version}/${manifestName}`),
  );
  return [...folders].map(([version, files]) => {
    const folder = `${base}${version}/`;
    const written = files.map(({ modifiedAt }) => Date.parse(modifiedAt));
    const found = manifests.find(({ path }) => path === folder + manifestName);
    const common = { version, folder, files, writtenAt: Math.max(...written) };
    if (found === undefined) return { ...common, kind: 'unfinished' };
    return { ...common, ...readPublished(found.bytes, remote, common) };
  });
}

function readPublished(bytes: Uint8Array, remote: string, { folder, files }: StoredFolder) {
  try {
    const envelope = readEnvelope(manifestFormat, bytes, remote);
    const manifest = parsePayload(manifestFormat, envelope.payload, remote);
    const entry = files.find(({ path }) => path === folder + manifestName);
    const publishedAt = Math.max(
      Date.parse(manifest.builtAt),
      Date.parse(entry?.modifiedAt ?? manifest.builtAt),
    );
    return { kind: 'published' as const, id: manifestIdOf(envelope), manifest, publishedAt };
  } catch (error) {
    if (!(error instanceof LinkspanError)) throw error;
    return { kind: 'unreadable' as const };
  }
}

/** The paths of the files that releases have together, in a store. A release that lies apart keeps those too. */
export function listNeeded(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(
    manifests.flatMap((manifest) => {
      const folder = toSharedFolder(manifest);
      return manifest.files.map(({ path }) => folder + path);
    }),
  );
}
