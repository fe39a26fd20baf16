import type { PageEvent } from '../events.ts';

/** What is needed to tell what happens. */
export interface Reporting {
  emit(event: PageEvent): void;
  /** Milliseconds since 1970. */
  now(): number;
}
