import { posix } from 'node:path';
import { assertPinned, assertWithin, type Lockfile, toUnpinned } from './pinned.ts';

/** What is read of an entry of a package-lock.json; it may be anything. */
interface Entry {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly resolved?: unknown;
  readonly integrity?: unknown;
  readonly link?: unknown;
  readonly inBundle?: unknown;
  readonly hasShrinkwrap?: unknown;
}

/** Nothing is there. npm asks the registry, without a hash, for what is said to be in another’s archive and is not. */
const nowhere = { resolved: 'file:not-in-the-archive-that-bundles-it.tgz' };

/**
 * A package-lock.json as npm is to read it: what was read, less what would be another opinion. Throws `command/unpinned`
 * for one that does not pin each package, and for the form of npm 6.
 */
export function pinNpmLockfile(lockfile: Lockfile, text: string): object {
  const { name, version, packages } = parse(lockfile, text);
  if (!isRecord(packages))
    throw toUnpinned(lockfile, 'it has the form of npm 6, which lacks much. Install with a newer npm');
  const pinned = Object.entries(packages).map(([place, value]) => {
    if (!isRecord(value)) throw toUnpinned(lockfile, `${place} is no package`);
    return [place, pin(lockfile, place, value)];
  });
  return { name, version, lockfileVersion: 3, requires: true, packages: Object.fromEntries(pinned) };
}

function pin(lockfile: Lockfile, place: string, entry: Entry): Entry {
  if (place !== '' && posix.normalize(place) !== place) throw toUnpinned(lockfile, `${place} is no path`);
  assertWithin(lockfile, place, place);
  if (entry.link) {
    assertWithin(lockfile, place, `${entry.resolved}`);
    return entry;
  }
  // A folder of the commit.
  if (!place.split('/').includes('node_modules')) return entry;
  if (entry.hasShrinkwrap)
    throw toUnpinned(lockfile, `${place} brings a lockfile of its own, npm-shrinkwrap.json`);
  if (entry.inBundle && entry.resolved === undefined) return { ...entry, ...nowhere };
  const { integrity, resolved } = entry;
  const address = resolved ?? (isNamed(place, entry) ? undefined : 'nowhere');
  assertPinned(lockfile, place, { integrity, address });
  return entry;
}

/**
 * Whether npm asks the registry for an entry without an address, as the setting `omit-lockfile-registry-resolved` writes
 * it: name and version are plain, and neither can be read as another place.
 */
function isNamed(place: string, { name = place.split('node_modules/').at(-1), version }: Entry): boolean {
  const isPlainName = /^(@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/.test(`${name}`);
  return isPlainName && /^\d+\.\d+\.\d+([-+][\w.+-]*)?$/.test(`${version}`);
}

function parse(lockfile: Lockfile, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch (cause) {
    throw toUnpinned(lockfile, 'it is not JSON', { cause });
  }
  throw toUnpinned(lockfile, 'it is no object');
}

/** Whether a value has names with values. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
