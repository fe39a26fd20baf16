import type { Act } from './team-plan.ts';

/** A release of a plan, and its share of the visitors in whole percent. */
export interface Share {
  readonly release: number;
  readonly share: number;
}

/** Which releases of a team are live. Release 0 is, to begin with. */
export interface Shares {
  /** None where the remote is withdrawn. */
  live(): readonly Share[];
  change(act: Act): void;
}

export function createShares(): Shares {
  /** The releases that once had all visitors and were not rolled back, oldest first. */
  const stable = [0];
  /** The release that has a part of them. */
  let rising: Share | undefined;
  let isWithdrawn = false;

  function promote({ release, share }: Share): void {
    isWithdrawn = false;
    rising = share < 100 ? { release, share } : undefined;
    if (share === 100) stable.push(release);
  }

  function rollBack(): void {
    if (rising === undefined && stable.length > 1) stable.pop();
    rising = undefined;
  }

  return {
    live() {
      if (isWithdrawn) return [];
      const last = { release: stable.at(-1) ?? 0, share: 100 - (rising?.share ?? 0) };
      return rising === undefined ? [last] : [rising, last];
    },
    change(act) {
      if (act.do === 'promote') promote(act);
      else if (act.do === 'roll back') rollBack();
      else if (act.do === 'withdraw') isWithdrawn = true;
      else if (act.do === 'bring back') isWithdrawn = false;
    },
  };
}
