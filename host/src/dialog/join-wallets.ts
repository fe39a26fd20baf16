import type { FamilyId, WalletListing } from '@linkspan/contract';

/** A family's list of wallets. */
export interface FamilyWallets {
  readonly family: FamilyId;
  readonly wallets: readonly WalletListing[];
}

/** A wallet of one family. */
export interface WalletPart {
  readonly family: FamilyId;
  readonly wallet: WalletListing;
}

/** One wallet that serves several families: what it says it is, and what it is in each of them. */
export interface JoinedWallet {
  readonly identity: string;
  readonly parts: readonly WalletPart[];
}

/** The wallets of all families: those that are one, and each family's others. */
export interface JoinedLists {
  readonly joined: readonly JoinedWallet[];
  readonly alone: readonly FamilyWallets[];
}

/**
 * Joins the wallets that say they are the same one across families. What a wallet says is a claim: where two of one
 * family claim the same, or the names differ, nobody is joined, so that no wallet takes a place in another's row.
 */
export function joinWallets(families: readonly FamilyWallets[]): JoinedLists {
  const joined = [...claims(families)]
    .filter(([, parts]) => isOneWallet(parts))
    .map(([identity, parts]) => ({ identity, parts }));
  const taken = new Set(joined.flatMap(({ parts }) => parts.map(({ wallet }) => wallet)));
  return {
    joined,
    alone: families.map(({ family, wallets }) => ({
      family,
      wallets: wallets.filter((wallet) => !taken.has(wallet)),
    })),
  };
}

function claims(families: readonly FamilyWallets[]): ReadonlyMap<string, readonly WalletPart[]> {
  const found = new Map<string, WalletPart[]>();
  for (const { family, wallets } of families) {
    for (const wallet of wallets) {
      // One that is not here claims nothing: it is what the team of its family knows.
      if (wallet.identity === undefined || wallet.reach === 'absent') continue;
      found.set(wallet.identity, [...(found.get(wallet.identity) ?? []), { family, wallet }]);
    }
  }
  return found;
}

function isOneWallet(parts: readonly WalletPart[]): boolean {
  const families = new Set(parts.map(({ family }) => family));
  const names = new Set(parts.map(({ wallet }) => wallet.name));
  return families.size > 1 && families.size === parts.length && names.size === 1;
}
