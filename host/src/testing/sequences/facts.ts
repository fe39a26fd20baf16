import type { FamilyId } from '@linkspan/contract';
import type { PageLife } from './page-life.ts';

/** What a page says of one family. */
export type Facts = ReturnType<typeof readFacts>;

export function readFacts({ visit, holders }: PageLife, family: FamilyId) {
  const { connection, attempt, wallets, balance } = visit.store.view.family(family);
  return {
    connection: connection.get(),
    attempt: attempt.get(),
    request: visit.requests.of(family).get(),
    wallets: wallets.get(),
    balance: balance.get(),
    /** Its connector has published, and is still taking over. */
    isTakingOver: holders.get(family)?.isOpen === true,
  };
}

/** What the page says of all its families. */
export function readAllFacts(life: PageLife): ReadonlyMap<FamilyId, Facts> {
  return new Map(life.visit.store.view.families.map((family) => [family, readFacts(life, family)]));
}
