import type { FamilyId, WalletListing } from '@linkspan/contract';
import type { WalletIdentity } from '../../config.ts';
import { isInWallet } from './sort-by-reach.ts';

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

/** Why a wallet may not be the one that a person takes it for: another one claims its identity, or has its name. */
export type Doubt = 'twin' | 'namesake';

/** The wallets of all families: those that are one, each family's others, and what is doubtful about any of them. */
export interface JoinedLists {
  readonly joined: readonly JoinedWallet[];
  readonly alone: readonly FamilyWallets[];
  readonly doubts: ReadonlyMap<WalletListing, readonly Doubt[]>;
}

/**
 * Joins the wallets that say they are the same one across families, if the page's configuration lists that identity for
 * those families. What a wallet says is a claim: a rival, which is a second one of a family or one of a family that is
 * not listed, is told of, and nobody is joined then. One whose other families are pending is joined already: its row
 * would move when they list it. In a wallet's own browser, one that comes after that wallet in a family is not joined.
 */
export function joinWallets(
  families: readonly FamilyWallets[],
  identities: readonly WalletIdentity[] = [],
  pending: readonly FamilyId[] = [],
): JoinedLists {
  const all = families.flatMap(({ family, wallets }) => wallets.map((wallet) => ({ family, wallet })));
  const isListed = ({ family, wallet }: WalletPart) =>
    identities.some((one) => one.identity === wallet.identity && one.families.includes(family));
  const claims = groupBy(all.filter(claimsIdentity), ({ wallet }) => wallet.identity ?? '');
  const nameOf = ({ wallet }: WalletPart) => wallet.name.toLowerCase();
  const named = groupBy(all, nameOf);

  const hasRival = (part: WalletPart) =>
    claimsIdentity(part) &&
    (claims.get(part.wallet.identity ?? '') ?? []).some((other) => isRival(part, other, isListed));
  const hasNamesake = (part: WalletPart) =>
    part.wallet.reach !== 'absent' &&
    (named.get(nameOf(part)) ?? []).some((other) => isNamesake(part, other, isListed));

  const mayGrow = (identity: string, parts: readonly WalletPart[]) =>
    identities.some((one) => one.identity === identity && one.families.some((id) => isAwaited(id, parts)));
  const isAwaited = (id: FamilyId, parts: readonly WalletPart[]) =>
    pending.includes(id) && parts.every(({ family }) => family !== id);

  const inWallet = families.filter(({ wallets }) => isInWallet(wallets)).map(({ family }) => family);
  const isLater = ({ family, wallet }: WalletPart) =>
    wallet.reach !== 'installed' && inWallet.includes(family);

  const joined = [...claims]
    .filter(([, parts]) => !parts.some(isLater))
    .filter(([, parts]) => parts.every((part) => isListed(part) && !hasRival(part)) && hasOneName(parts))
    .filter(([identity, parts]) => parts.length > 1 || mayGrow(identity, parts))
    .map(([identity, parts]) => ({ identity, parts }));
  const taken = new Set(joined.flatMap(({ parts }) => parts.map(({ wallet }) => wallet)));
  const toDoubts = (part: WalletPart): readonly Doubt[] =>
    hasRival(part) ? ['twin'] : hasNamesake(part) ? ['namesake'] : [];
  return {
    joined,
    alone: families.map(({ family, wallets }) => ({
      family,
      wallets: wallets.filter((wallet) => !taken.has(wallet)),
    })),
    doubts: new Map(all.map((part) => [part.wallet, toDoubts(part)])),
  };
}

function groupBy(
  parts: readonly WalletPart[],
  keyOf: (part: WalletPart) => string,
): ReadonlyMap<string, readonly WalletPart[]> {
  const groups = new Map<string, WalletPart[]>();
  for (const part of parts) {
    const group = groups.get(keyOf(part));
    if (group) group.push(part);
    else groups.set(keyOf(part), [part]);
  }
  return groups;
}

type IsListed = (part: WalletPart) => boolean;

/** One that is not here claims nothing: it is what the team of its family knows. */
function claimsIdentity({ wallet }: WalletPart): boolean {
  return wallet.identity !== undefined && wallet.reach !== 'absent';
}

/** Whether two claims of one identity cannot both be true. An identity that nobody lists is no claim on another family. */
function isRival(part: WalletPart, other: WalletPart, isListed: IsListed): boolean {
  if (part.wallet === other.wallet) return false;
  return part.family === other.family || isListed(part) !== isListed(other);
}

/** A wallet of another family has the name to itself if the configuration lists what it is. */
function isNamesake(part: WalletPart, other: WalletPart, isListed: IsListed): boolean {
  if (part.wallet === other.wallet) return false;
  return part.family === other.family || (isListed(other) && !isListed(part));
}

function hasOneName(parts: readonly WalletPart[]): boolean {
  return new Set(parts.map(({ wallet }) => wallet.name)).size === 1;
}
