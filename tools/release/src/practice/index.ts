/** What practice and journeys deliver releases by: the release command on a store of their own. */

export { openLocalStore } from '../store/local-store.ts';
export * from './deliver.ts';
export { deliverVariant, readOrigin } from './deliver.ts';
export { keyFile, prepareStore } from './prepare-store.ts';
export * from './run.ts';
export { setUpRemote } from './set-up-remote.ts';
