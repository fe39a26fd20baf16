import { createSignedSource } from '../loader/signed-source.ts';
import { parsePageTrust } from '../releases/page-trust.ts';
import { storagePrefix } from './boot.ts';
import { runPage } from './run-page.ts';

// The inline script of a deployed page: it takes signed releases, and knows no others.
runPage(({ trust }) =>
  createSignedSource(parsePageTrust(trust), {
    storagePrefix,
    // Taken before any remote runs, which could replace it.
    fetch: fetch.bind(globalThis),
    now: Date.now,
    random: Math.random,
    report: (error) => reportError(error),
  }),
);
