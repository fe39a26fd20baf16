import { type Code, LinkspanError } from '@linkspan/contract';
import { runWithin } from '../async.ts';
import { codeMs, diagnosisMs } from '../limits.ts';
import { isWebPage, readAtMost } from '../releases/fetch-document.ts';
import type { Release } from '../releases/release.ts';
import type { RanFiles } from './ran-files.ts';

/** Files of a release, and the stage that they are fetched for. */
export interface StageFiles {
  readonly stage: 'discovery' | 'connector';
  readonly paths: readonly string[];
  readonly fetch?: typeof fetch;
}

/**
 * Fetches files of a release into the browser's cache, side by side, and checks each against its hash. A browser
 * remembers a module that failed to load for as long as the page lives, but not a fetch: so the network is tried here,
 * where a retry can succeed. Rejects with `loader/unreachable`, `loader/altered` or
 * `loader/portal`, or with the reason of the signal.
 */
export async function fetchFiles(
  release: Release,
  { stage, paths, fetch }: StageFiles,
  signal: AbortSignal,
): Promise<void> {
  const fetchFile = async (path: string) => {
    const { isReleased } = await readFile(release, path, { signal }, fetch);
    if (isReleased === false) throw new Error(`${path}: other bytes than were released`);
  };
  try {
    await Promise.all(paths.map(fetchFile));
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw await toLoadError(release, paths, { remote: release.ref.remote, stage }, cause);
  }
}

/**
 * Fetches the files of a release that modules of some names were built into, for a remote that is about to import them.
 * Files that have loaded, or that ran on an earlier page, are not requested again. Rejects as `fetchFiles` does, or with
 * `loader/timeout`.
 */
export function createFetchCode(
  slot: { readonly ran?: Pick<RanFiles, 'has'> },
  release: Release,
  stage: StageFiles['stage'],
): (names: readonly string[]) => Promise<void> {
  const fetched = new Map<string, Promise<void>>();
  const { remote } = release.ref;
  const fetchFile = (path: string) =>
    runWithin(
      codeMs,
      (signal) => fetchFiles(release, { stage, paths: [path] }, signal),
      () => new LinkspanError('loader/timeout', { remote, stage }),
    );
  const fetchOnce = (path: string) => {
    const fetching = fetched.get(path) ?? fetchFile(path);
    fetched.set(path, fetching);
    fetching.catch(() => fetched.delete(path));
    return fetching;
  };
  return async (names) => {
    const paths = pathsOf(release, names);
    await Promise.all(paths.filter((path) => !slot.ran?.has(path)).map(fetchOnce));
  };
}

/** The files of a release that modules of these names were built into. */
export function pathsOf({ manifest }: Release, names: readonly string[]): readonly string[] {
  const paths = manifest.files.map(({ path }) => path);
  return paths.filter((path) => names.includes(path.replace(/-[\w-]{8}\.js$/, '')));
}

/** The most bytes of a file that no manifest lists, as in development. */
const mostUnlisted = 50_000_000;

/**
 * Reads a file of a release up to the size that its manifest states. A browser that is given a hash reads the whole
 * answer before it compares, and a few megabytes unpack to more than a tab can hold. `isReleased` is undefined if the
 * release does not list the file. Rejects if the file does not come.
 */
async function readFile(
  release: Release,
  path: string,
  init: RequestInit,
  fetch = globalThis.fetch,
): Promise<{ readonly bytes: ArrayBuffer; readonly isReleased: boolean | undefined }> {
  const response = await fetch(release.addressOf(path), init);
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  const file = release.manifest.files.find((one) => one.path === path);
  const { buffer: bytes } = await readAtMost(response, file?.bytes ?? mostUnlisted);
  if (file === undefined) return { bytes, isReleased: undefined };
  const isReleased = bytes.byteLength <= file.bytes && (await toIntegrity(bytes)) === file.integrity;
  return { bytes, isReleased };
}

/** The code that was being loaded: the remote, and the stage `discovery`, `connector` or `file`. */
interface Context {
  readonly remote: string;
  readonly stage: string;
}

type Reason = Code & ('loader/portal' | 'loader/altered' | 'loader/unreachable');

/** The most specific comes first. */
const reasons: readonly Reason[] = ['loader/portal', 'loader/altered', 'loader/unreachable'];

/**
 * Why files of a release could not be loaded. A browser does not tell a file that it refused from one that did not
 * come, so the files are fetched again: `loader/portal` if a web page comes instead of a file, `loader/altered` if the
 * server sends other bytes than were released, else `loader/unreachable`. If the server sends the released bytes, the
 * browser's cache may hold others, and is updated.
 */
export async function toLoadError(
  release: Release,
  paths: readonly string[],
  context: Context,
  cause: unknown,
): Promise<LinkspanError> {
  const code = (await findReason(release, paths)) ?? 'loader/unreachable';
  return new LinkspanError(code, context, { cause });
}

/** Why files of a release cannot be loaded; undefined if the server sends the released bytes of all. */
export async function findReason(release: Release, paths: readonly string[]): Promise<Reason | undefined> {
  const found = await Promise.all(paths.map((path) => toReason(release, path)));
  return reasons.find((reason) => found.includes(reason));
}

async function toReason(release: Release, path: string): Promise<Reason | undefined> {
  try {
    return await runWithin(
      diagnosisMs,
      (signal) => look(release, path, signal),
      () => new Error('late'),
    );
  } catch {
    return 'loader/unreachable';
  }
}

async function look(release: Release, path: string, signal: AbortSignal): Promise<Reason | undefined> {
  const init: RequestInit = { cache: 'no-store', credentials: 'omit', signal };
  const { bytes, isReleased } = await readFile(release, path, init);
  if (isWebPage(new Uint8Array(bytes))) return 'loader/portal';
  if (isReleased === false) return 'loader/altered';
  if (!isReleased) return 'loader/unreachable';
  await readFile(release, path, { cache: 'reload', signal });
  return undefined;
}

/** The bytes at an address. Rejects unless the server sends all of them. */
export async function fetchWhole(
  fetch: typeof globalThis.fetch,
  address: string,
  init?: RequestInit,
): Promise<ArrayBuffer> {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  return response.arrayBuffer();
}

/**
 * The SHA-2 of bytes as integrity metadata, such as `sha384-` and base64: Subresource Integrity, "Integrity metadata".
 */
export async function toIntegrity(bytes: BufferSource, bits: 256 | 384 = 384): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, bytes));
  return `sha${bits}-${btoa(String.fromCharCode(...hash))}`;
}

/**
 * Has the browser compile a file of a release from its cache before it is imported, without running it: HTML, "Link
 * type modulepreload".
 */
export type Compile = (release: Release, path: string) => void;

/**
 * For files that are in the cache, once the import map is in force: a browser remembers a module that did not load, and
 * does not check one from before the map. `resolve` returns the address that the map gives a module.
 */
export function createCompile(
  { head }: Pick<Document, 'head'>,
  resolve: (address: string) => string,
): Compile {
  const asked = new Set<string>();
  return (release, path) => {
    const href = resolve(release.addressOf(path));
    if (asked.has(href)) return;
    asked.add(href);
    const link = head.ownerDocument.createElement('link');
    link.setAttribute(
      'integrity',
      release.manifest.files.find((file) => file.path === path)?.integrity ?? '',
    );
    head.append(Object.assign(link, { rel: 'modulepreload', href }));
  };
}
