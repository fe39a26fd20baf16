import type { Balance, Connection, Lease } from '@linkspan/contract';

/** A lease that keeps what is published, and tells when something is. */
export interface FakeLease extends Lease<'near'> {
  readonly connections: readonly Connection<'near'>[];
  readonly balances: readonly Balance<'near'>[];
  /** Resolves with what `find` finds, at once or after a publish. */
  until<Found>(find: (lease: FakeLease) => Found | undefined): Promise<Found>;
}

/** Makes a lease that takes everything. */
export function createLease(): FakeLease {
  const connections: Connection<'near'>[] = [];
  const balances: Balance<'near'>[] = [];
  const published = new EventTarget();
  const keep =
    <Fact>(facts: Fact[]) =>
    (fact: Fact) => {
      facts.push(fact);
      published.dispatchEvent(new Event('published'));
    };
  const lease: FakeLease = {
    connections,
    balances,
    publishConnection: keep(connections),
    publishBalance: keep(balances),
    publishBalanceFailure: () => undefined,
    until: (find) =>
      new Promise((resolve) => {
        const look = () => {
          const found = find(lease);
          if (found === undefined) return;
          published.removeEventListener('published', look);
          resolve(found);
        };
        published.addEventListener('published', look);
        look();
      }),
  };
  return lease;
}
