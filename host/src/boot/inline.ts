import { storagePrefix } from '../connect/storage.ts';
import { createSignedSource } from '../loader/signed-source.ts';
import { parsePageTrust } from '../releases/page-trust.ts';
import { createEnforce } from './enforce.ts';
import { runPage } from './run-page.ts';

// Taken before any remote runs, which could replace it.
const own = fetch.bind(globalThis);

// The inline script of a deployed page: it takes signed releases, and knows no others.
runPage(
  ({ trust }) =>
    createSignedSource(parsePageTrust(trust), {
      storagePrefix,
      fetch: own,
      now: Date.now,
      random: Math.random,
      report: (error) => reportError(error),
    }),
  ({ own: scripts = { integrity: {}, probe: '' }, config }) =>
    createEnforce({
      own: scripts,
      others: config.practice ? [config.practice.module] : [],
      document,
      fetch: own,
      load: (name) => import(/* @vite-ignore */ name),
    }),
);
