import type { FamilyId, WalletListing } from '@linkspan/contract';
import type { WalletIdentity } from '../../config.ts';
import { isInWallet } from './reach.ts';

/** A family's list of wallets. */
interface FamilyWallets {
  readonly family: FamilyId;
  readonly wallets: readonly WalletListing[];
}

/** A wallet of one family. */
export interface WalletPart {
  readonly family: FamilyId;
  readonly wallet: WalletListing;
}

/** One wallet of several families: the identity that it claims, and its listing in each of them. */
export interface JoinedWallet {
  readonly identity: string;
  readonly parts: readonly WalletPart[];
}

/** Why a wallet may not be the one that a person takes it for: another one claims its identity, or has its name. */
export type Doubt = 'twin' | 'namesake';

/** Rows of one wallet in several families, the other wallets of each family, and doubts about any of them. */
export interface JoinedLists {
  readonly joined: readonly JoinedWallet[];
  readonly alone: readonly FamilyWallets[];
  readonly doubts: ReadonlyMap<WalletListing, Doubt | undefined>;
}

/**
 * Joins wallets of one identity across families, if the configuration lists the identity for those families. A second
 * wallet with the identity, in a family or in an unlisted one, makes all of them doubtful, and none is joined. While
 * other families of the identity are `pending`, a single wallet is joined already, so that its row need not move.
 * In a wallet’s own browser, wallets below it are not joined.
 */
export function joinWallets(
  families: readonly FamilyWallets[],
  identities: readonly WalletIdentity[] = [],
  pending: readonly FamilyId[] = [],
): JoinedLists {
  const all = families.flatMap(({ family, wallets }) => wallets.map((wallet) => ({ family, wallet })));
  const claims = groupBy(all.filter(claimsIdentity), ({ wallet }) => wallet.identity ?? '');
  const named = groupBy(all, nameOf);
  const familiesOf = (identity?: string) =>
    identities.filter((one) => one.identity === identity).flatMap((one) => one.families);
  const isListed = ({ family, wallet }: WalletPart) => familiesOf(wallet.identity).includes(family);
  // An identity that nobody lists is no claim on another family.
  const isRival = (part: WalletPart, other: WalletPart) =>
    part.family === other.family || isListed(part) !== isListed(other);
  // A wallet of another family has the name to itself if the configuration lists what it is; one that claims no identity,
  // as MetaMask on Solana, may be the same.
  const isNamesake = (part: WalletPart, other: WalletPart) =>
    part.family === other.family || (isListed(other) && claimsIdentity(part) && !isListed(part));

  function toDoubt(part: WalletPart): Doubt | undefined {
    const { wallet } = part;
    if (wallet.reach === 'absent') return undefined;
    const hasOther = (others: readonly WalletPart[] = [], isDoubtful: typeof isRival) =>
      others.some((other) => other.wallet !== wallet && isDoubtful(part, other));
    if (claimsIdentity(part) && hasOther(claims.get(wallet.identity ?? ''), isRival)) return 'twin';
    return hasOther(named.get(nameOf(part)), isNamesake) ? 'namesake' : undefined;
  }

  const doubts = new Map(all.map((part) => [part.wallet, toDoubt(part)]));
  const inWallet = families.filter(({ wallets }) => isInWallet(wallets)).map(({ family }) => family);
  const isLater = ({ family, wallet }: WalletPart) =>
    wallet.reach !== 'installed' && inWallet.includes(family);
  const mayGrow = (identity: string, parts: readonly WalletPart[]) =>
    familiesOf(identity).some((id) => pending.includes(id) && parts.every(({ family }) => family !== id));

  const joined = [...claims]
    .map(([identity, parts]) => ({ identity, parts }))
    .filter(({ parts }) =>
      parts.every((part) => isListed(part) && doubts.get(part.wallet) !== 'twin' && !isLater(part)),
    )
    .filter(({ identity, parts }) => hasOneName(parts) && (parts.length > 1 || mayGrow(identity, parts)));
  const taken = new Set(joined.flatMap(({ parts }) => parts.map(({ wallet }) => wallet)));
  const alone = families.map(({ family, wallets }) => ({
    family,
    wallets: wallets.filter((wallet) => !taken.has(wallet)),
  }));
  return { joined, alone, doubts };
}

function nameOf({ wallet }: WalletPart): string {
  return wallet.name.toLowerCase();
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

/** An absent wallet claims nothing: its listing is the team’s knowledge. */
function claimsIdentity({ wallet }: WalletPart): boolean {
  return wallet.identity !== undefined && wallet.reach !== 'absent';
}

function hasOneName(parts: readonly WalletPart[]): boolean {
  return new Set(parts.map(({ wallet }) => wallet.name)).size === 1;
}
