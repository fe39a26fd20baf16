import { createEnforce } from '../loader/enforce.ts';
import { nameTab } from '../releases/failure-mark.ts';
import { readPageTrust } from '../releases/page-trust.ts';
import { createSignedSource } from '../releases/source.ts';
import { storagePrefix } from '../storage.ts';
import { takeEarly } from './early-requests.ts';
import { awaitEarlyScript, runPage } from './run-page.ts';

// Taken before any remote runs, which could replace it.
const own = takeEarly(globalThis, location.href);

// The inline script of a deployed page: it takes signed releases, and knows no others.
runPage({
  fetch: own,
  loadEarlyScript: () => awaitEarlyScript(globalThis),
  openSource: ({ trust = { remotes: [], blocklist: { version: 1, blocked: [] } }, offered }) =>
    createSignedSource(readPageTrust(trust), {
      storagePrefix,
      tab: nameTab(),
      base: location.href,
      offered,
      fetch: own,
      now: Date.now,
      random: Math.random,
      report: (error) => reportError(error),
    }),
  openEnforce: ({ own: scripts = { integrity: {}, probe: '' }, config }) =>
    createEnforce({
      own: scripts,
      others: config.practice ? [config.practice.module] : [],
      document,
      fetch: own,
      nonce: crypto.randomUUID(),
      load: (name) => import(/* @vite-ignore */ name),
    }),
});
