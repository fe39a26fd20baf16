import type { Readable } from '@linkspan/contract';

/** Calls at each change of any of these facts; returns what ends it. */
export function listenAll(facts: readonly Readable<unknown>[], listener: () => void): () => void {
  const ends = facts.map((fact) => fact.listen(() => listener()));
  return () => {
    for (const end of ends) end();
  };
}
