export type { OwnedLease } from './lease.ts';
export { createStore, type Store } from './store.ts';
