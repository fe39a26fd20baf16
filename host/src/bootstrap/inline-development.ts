import { developmentSource } from '../releases/development-source.ts';
import { runPage } from './run-page.ts';

// The inline script of the development server's page. No deploy carries it: releases are taken as they come.
runPage({
  fetch: globalThis.fetch,
  openSource: () => developmentSource,
  openEnforce: () => async () => async () => true,
  loadEarlyScript: async ({ early }) => (await import(/* @vite-ignore */ early)).openEarly(),
});
