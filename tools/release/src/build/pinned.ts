import { join, resolve } from 'node:path';
import { Refusal } from '../errors.ts';
import { isWithin } from './clean-tree.ts';

/** A lockfile of a commit, and where its packages may come from. */
export interface Lockfile {
  /** Relative to the commit's top, for people. */
  readonly name: string;
  /** Where it is. */
  readonly folder: string;
  /** The commit's top. */
  readonly tree: string;
  /** Addresses of the registries of who signs, and of the public one, for which npm then asks the signer’s. */
  readonly registries: readonly string[];
}

/** What a lockfile says of a package. */
export interface Pin {
  readonly integrity?: unknown;
  /** Undefined if the package manager asks the registry by name and version. */
  readonly address?: unknown;
}

/**
 * Refuses a package that is not the same for everybody: without one SHA-512, or from elsewhere than a registry of who signs
 * or a file of the commit. Throws `command/unpinned`.
 */
export function assertPinned(lockfile: Lockfile, what: string, { integrity, address }: Pin): void {
  // Of several hashes, any would do.
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(`${integrity}`))
    throw toUnpinned(lockfile, `${what} has no SHA-512 of its own as integrity`);
  const isFine =
    address === undefined || isOfRegistry(lockfile, `${address}`) || isOfCommit(lockfile, `${address}`);
  if (!isFine) throw toUnpinned(lockfile, `${what} comes from ${address}, which is not of your registry`);
}

/** Refuses a path that leads out of the commit. Throws `command/unpinned`. */
export function assertWithin(lockfile: Lockfile, what: string, path: string): void {
  if (!path.includes('\\') && isWithin(lockfile.tree, resolve(lockfile.folder, path))) return;
  throw toUnpinned(lockfile, `${what} leads out of the commit`);
}

/** That a lockfile does not say what is installed: `command/unpinned`. */
export function toUnpinned({ name }: Pick<Lockfile, 'name'>, why: string, options?: { cause: unknown }) {
  return new Refusal(
    'command/unpinned',
    `${name} of the commit does not decide alone what is installed: ${why}. The release was not built again, and nothing was signed. Let whoever wrote the commit mend that; --no-rebuild signs all the same.`,
    options,
  );
}

function isOfRegistry({ registries }: Lockfile, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { href } = new URL(address);
  return registries.some((one) => href.startsWith(one.replace(/\/*$/, '/')));
}

function isOfCommit({ folder, tree }: Lockfile, address: string): boolean {
  const [, path] = /^file:((?:[\w@.+-]+\/)*[\w@.+-]+\.(?:tgz|tar\.gz))$/.exec(address) ?? [];
  return path !== undefined && isWithin(tree, join(folder, path));
}
