/** What practice and journeys deliver releases by: the release command on a store of their own. */
export * from './rehearse/create-run.ts';
export * from './rehearse/deliver.ts';
export { deliverVariant } from './rehearse/deliver-variant.ts';
export { keyFile } from './rehearse/practice-keys.ts';
export { prepareStore } from './rehearse/prepare-store.ts';
export { readOrigin } from './rehearse/read-origin.ts';
export { rehearseRemote } from './rehearse/rehearse-remote.ts';
export { openLocalStore } from './store/local/open-local-store.ts';
