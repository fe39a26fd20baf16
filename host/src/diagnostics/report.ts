import type { Happening } from '@linkspan/contract';

/** What is needed to tell what happens. */
export interface Reporting {
  emit(happening: Happening): void;
  /** Milliseconds since 1970. */
  now(): number;
}
