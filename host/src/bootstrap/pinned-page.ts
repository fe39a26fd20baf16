import { narrowPolicy, openTrust, type Trust, toSharedDirectives } from '../csp/policy.ts';
import { createProof } from '../loader/enforce.ts';
import { openBlocklist } from '../releases/blocklist.ts';
import { createPinnedSource } from '../releases/pinned-source.ts';
import { openStorage, storagePrefix } from '../storage.ts';
import { takeEarly } from './early-requests.ts';
import type { PageData } from './page.ts';
import { awaitEarlyScript, type PageKind } from './run-page.ts';

/** A page whose releases all came with it, by packages: its import map is in its HTML, and no document is asked for. */
export function toPinnedPage(trust: () => Trust = openTrust()): PageKind {
  // Taken before any remote runs, which could replace it.
  const own = takeEarly(globalThis, location.href);
  return {
    fetch: own,
    trust,
    loadEarlyScript: () => awaitEarlyScript(globalThis),
    openSource({ trust: { pinned = [], blocklist: baked = { version: 1, blocked: [] } } = {} }) {
      const storage = openStorage(`${storagePrefix}host:`);
      const blocklist = openBlocklist({ baked, storage, fetch: own, now: Date.now });
      return createPinnedSource(pinned, { blocklist, base: location.href });
    },
    openEnforce({ own: scripts = { integrity: {}, probe: '' } }) {
      const load = (name: string) => import(/* @vite-ignore */ name);
      const prove = createProof({ own: scripts, fetch: own, load });
      return async () => prove;
    },
  };
}

/**
 * Narrows the page's policy to the modules of the import map that its HTML has before everything else. Must be called before
 * any script of an application or of a remote runs.
 */
export function narrowToMap({ config, application }: PageData): void {
  const map = JSON.parse(document.querySelector('script[type=importmap]')?.textContent ?? '{}');
  const practice = config.practice ? [config.practice.module] : [];
  narrowPolicy(
    document,
    [...Object.keys(map.integrity ?? {}), ...(application?.sources ?? []), ...practice],
    {
      hashes: application?.hashes ?? [],
      directives: toSharedDirectives(config.app, location.href),
    },
  );
}
