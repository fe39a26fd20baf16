import { LinkspanError } from '@linkspan/contract';
import { withDeadline } from '../async.ts';
import { connectorMs } from '../limits.ts';

/** A module as a plain object. */
export type Library = Readonly<Record<string, unknown>>;

/** By package name, as remotes ask for them. */
export type Libraries = Readonly<Record<string, Library>>;

/** Returns the page's own copies of these libraries. Rejects with `loader/host` where they do not come. */
export type SharedModules = (names: readonly string[]) => Promise<Libraries>;

/** Lends what `load` brings, and asks for it only where a library is needed: most remotes run without any. */
export function createSharedModules(load: () => Promise<Libraries>): SharedModules {
  return async (names) => {
    if (names.length === 0) return {};
    const late = () => new Error(`The libraries did not come within ${connectorMs} ms`);
    const all = await withDeadline(load(), connectorMs, late).catch((cause: unknown) => {
      throw new LinkspanError('loader/host', {}, { cause });
    });
    return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  };
}
