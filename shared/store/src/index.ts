export { readFact, toReadable } from './family-state.ts';
export { deepFreeze } from './freeze.ts';
export type { OwnedLease } from './lease.ts';
export { createPacedView, type NextFrame, type PacedView } from './paced-view.ts';
export { createStore, type Store } from './store.ts';
