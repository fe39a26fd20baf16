import { openTrust, toSharedDirectives } from '../csp/policy.ts';
import { createEnforce } from '../loader/enforce.ts';
import { nameTab } from '../releases/failure-mark.ts';
import { createPageSource } from '../releases/page-source.ts';
import { readPageTrust } from '../releases/page-trust.ts';
import { storagePrefix } from '../storage.ts';
import { takeEarly } from './early-requests.ts';
import { awaitEarlyScript, type PageKind } from './run-page.ts';

/** A deployed page: it takes signed releases, and knows no others. */
export function toSignedPage(): PageKind {
  // Taken before any remote runs, which could replace it.
  const own = takeEarly(globalThis, location.href);
  const trust = openTrust();
  return {
    fetch: own,
    trust,
    loadEarlyScript: () => awaitEarlyScript(globalThis),
    openSource: ({
      trust = { remotes: [], pinned: [], blocklist: { version: 1, blocked: [] } },
      offered,
      application,
    }) =>
      createPageSource(readPageTrust(trust), {
        isHasty: application !== undefined,
        storagePrefix,
        tab: nameTab(),
        base: location.href,
        offered,
        fetch: own,
        now: Date.now,
        random: Math.random,
        report: (error) => reportError(error),
      }),
    openEnforce: ({ own: scripts = { integrity: {}, probe: '' }, config, application }) =>
      createEnforce({
        own: scripts,
        application,
        directives: toSharedDirectives(config.app, location.href),
        others: config.practice ? [config.practice.module] : [],
        document,
        fetch: own,
        nonce: crypto.randomUUID(),
        trust,
        load: (name) => import(/* @vite-ignore */ name),
      }),
  };
}
