export { toReadable } from './family-state.ts';
export { harden } from './harden.ts';
export type { OwnedLease } from './lease.ts';
export { readFact } from './read-fact.ts';
export { createStore, type Store } from './store.ts';
