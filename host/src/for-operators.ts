/** What only those who run a page use, in one file that is fetched on demand: each file costs every page a hash. */
export { startTelemetry } from './telemetry/start-telemetry.ts';
export { HealthView } from './views/health/health-view.tsx';
