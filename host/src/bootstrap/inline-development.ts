import { createTrust } from '../csp/policy.ts';
import { developmentSource } from '../releases/development-source.ts';
import { type EarlyScope, runPage } from './run-page.ts';

// The inline script of the development server's page. No deploy carries it: releases are taken as they come.
runPage({
  fetch: globalThis.fetch,
  trust: createTrust,
  openSource: () => developmentSource,
  openEnforce: () => async () => async () => true,
  loadEarlyScript: ({ early }) =>
    new Promise((resolve, reject) => {
      const scope: EarlyScope = globalThis;
      scope.linkspanEnter = resolve;
      import(/* @vite-ignore */ early).catch(reject);
    }),
});
