// Nothing here is needed to connect a wallet: the views, telemetry, and warnings for those who run a page. One file, since
// each costs every page a hash. React, which one remote imports, is a file of its own that comes with `loader/libraries.ts`.

export { startTelemetry, toBuild } from '../diagnostics/telemetry.ts';
export { refuseMisconfigured } from '../loader/refusals.ts';
export { showViews } from '../ui/show-views.tsx';
