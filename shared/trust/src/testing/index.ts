/** A remote's repository and a host team that really sign, for tests of whatever reads their documents. */
export * from './changed.ts';
export * from './random.ts';
export * from './refused.ts';
export * from './repository.ts';
