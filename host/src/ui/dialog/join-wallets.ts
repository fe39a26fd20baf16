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
  const familiesOf = (identity?: string) =>
    identities.filter((one) => one.identity === identity).flatMap((one) => one.families);
  const listed = new Set(all.filter(({ family, wallet }) => familiesOf(wallet.identity).includes(family)));
  const claims = groupBy(all.filter(claimsIdentity), listed, ({ wallet }) => wallet.identity ?? '');
  const named = groupBy(all, listed, nameOf);

  function toDoubt(part: WalletPart): Doubt | undefined {
    if (part.wallet.reach === 'absent') return undefined;
    const isOneOfMore = (group?: Group) => (group?.families.get(part.family) ?? 0) > 1;
    const [isListed, claim] = [
      listed.has(part),
      claimsIdentity(part) && claims.get(part.wallet.identity ?? ''),
    ];
    // An identity that nobody lists is no claim on another family.
    if (claim && (isOneOfMore(claim) || (isListed ? claim.listed < claim.parts.length : claim.listed > 0)))
      return 'twin';
    const namesakes = named.get(nameOf(part));
    // A wallet of another family has the name to itself if the configuration lists what it is; one that claims no identity,
    // as MetaMask on Solana, may be the same.
    const isNamesake = claim !== false && !isListed && (namesakes?.listed ?? 0) > 0;
    return isNamesake || isOneOfMore(namesakes) ? 'namesake' : undefined;
  }

  const doubts = new Map(all.map((part) => [part.wallet, toDoubt(part)]));
  const inWallet = families.filter(({ wallets }) => isInWallet(wallets)).map(({ family }) => family);
  const isLater = ({ family, wallet }: WalletPart) =>
    wallet.reach !== 'installed' && inWallet.includes(family);
  const mayGrow = (identity: string, parts: readonly WalletPart[]) =>
    familiesOf(identity).some((id) => pending.includes(id) && parts.every(({ family }) => family !== id));

  const joined = [...claims]
    .filter(([, { parts, listed }]) => listed === parts.length)
    .map(([identity, { parts }]) => ({ identity, parts }))
    .filter(({ parts }) => parts.every((part) => doubts.get(part.wallet) !== 'twin' && !isLater(part)))
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

/** Wallets of one name or identity: how many of each family, and how many whose identity is listed for their family. */
interface Group {
  readonly parts: WalletPart[];
  readonly families: Map<FamilyId, number>;
  listed: number;
}

function groupBy(
  parts: readonly WalletPart[],
  listed: ReadonlySet<WalletPart>,
  keyOf: (part: WalletPart) => string,
): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const part of parts) {
    const group: Group = groups.get(keyOf(part)) ?? { parts: [], families: new Map(), listed: 0 };
    groups.set(keyOf(part), group);
    group.parts.push(part);
    group.families.set(part.family, (group.families.get(part.family) ?? 0) + 1);
    if (listed.has(part)) group.listed += 1;
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
