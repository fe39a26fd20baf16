export { deepFreeze } from './deep-freeze.ts';
export { toReadable } from './family-state.ts';
export type { NextFrame } from './gate.ts';
export type { OwnedLease } from './lease.ts';
export { createPacedView, type PacedView } from './paced-view.ts';
export { readFact } from './read-fact.ts';
export { createStore, type Store } from './store.ts';
