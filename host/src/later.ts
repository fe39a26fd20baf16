// What a wallet is connected without: the views and all that runs on React, and what only those who run a page use. One
// file, since each costs every page a hash.
export { offered } from './loader/offered.ts';
export { startTelemetry } from './telemetry/start-telemetry.ts';
export { showViews } from './views/show-views.tsx';
