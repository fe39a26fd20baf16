import { type Handle, LinkspanError, type Mount, type Port } from '@linkspan/contract';
import { withDeadline } from '../async.ts';
import { startMs } from '../limits.ts';
import type { Release } from '../releases/release.ts';
import type { Federation } from './federation.ts';
import type { Libraries } from './libraries.ts';
import { takeMethods, toModuleError } from './module.ts';

const handleMethods = [
  'adopt',
  'disconnect',
  'switchNetwork',
  'switchAccount',
  'signMessage',
  'signIn',
  'send',
  'settle',
  'refreshBalance',
  'unmount',
] as const satisfies readonly (keyof Handle)[];

/** What the page itself brings for a connector. If it is late or does not come, the release is not at fault. */
export interface PageParts {
  federation(): Promise<Federation>;
  /** The libraries that the page shares with remotes. */
  loadLibraries(): Promise<Libraries>;
}

/** Loads the page's part for this release: most need no library. */
export async function loadParts(
  { federation, loadLibraries }: PageParts,
  { manifest }: Release,
): Promise<Federation> {
  const libraries = Object.keys(manifest.shared).length > 0 && loadLibraries();
  const [started] = await Promise.all([federation(), libraries]);
  return started;
}

/**
 * The connector module of a release, loaded through the federation. Rejects with `loader/host`, `loader/timeout` or
 * `loader/broken`.
 */
export async function loadConnector(page: PageParts, release: Release): Promise<unknown> {
  const unstarted = () => new Error(`The federation runtime did not start within ${startMs} ms`);
  const started = await withDeadline(loadParts(page, release), startMs, unstarted).catch((cause: unknown) => {
    throw new LinkspanError('loader/host', {}, { cause });
  });
  const late = () => new LinkspanError('loader/timeout', toContext(release));
  return withDeadline(importConnector(started, release), startMs, late);
}

/** Mounts a connector module. Throws `loader/broken`, or `config/…` and `remote/…` as the connector does. */
export function mountConnector(module: unknown, release: Release, port: Port): Handle {
  try {
    const mount = Reflect.get(Object(module), 'mount') as Mount;
    const handle = takeMethods<Handle>(mount(port), handleMethods);
    if (handle !== undefined) return handle;
  } catch (cause) {
    throw toModuleError(cause, toContext(release));
  }
  throw toBroken(release);
}

async function importConnector(started: Federation, release: Release): Promise<unknown> {
  const { ref, manifest } = release;
  // By the release's id: versions and names of remotes could run together into one.
  const name = `${ref.remote}_${release.id}`.replace(/\W/g, '_');
  return started.load(name, release.addressOf(manifest.entry), 'connector').catch((cause: unknown) => {
    throw toBroken(release, cause);
  });
}

function toBroken(release: Release, cause?: unknown): LinkspanError {
  return new LinkspanError('loader/broken', toContext(release), { cause });
}

function toContext({ ref }: Release): { remote: string; stage: string } {
  return { remote: ref.remote, stage: 'connector' };
}
