import type { FamilyId, WalletListing } from '@linkspan/contract';
import type { WalletIdentity } from '../../config.ts';
import type { CardState } from '../cards/card-state.ts';
import { joinWallets } from '../dialog/join-wallets.ts';
import { toList } from '../texts/format.ts';
import { t } from '../texts/t.ts';

/** One family, as far as the next step depends on it. */
export interface FamilyFacts {
  readonly id: FamilyId;
  readonly title: string;
  readonly card: CardState;
  /** It had been loaded, and may not be used any more. */
  readonly isStopped: boolean;
  readonly wallets: readonly WalletListing[];
}

/** The facts of the next step. */
export interface NextStepFacts {
  readonly families: readonly FamilyFacts[];
  readonly identities?: readonly WalletIdentity[] | undefined;
  readonly isPractice: boolean;
  /** A sign-in of this page was verified. */
  readonly hasSignedIn: boolean;
}

/** A wallet of a family that is to be connected. */
export interface Part {
  readonly family: FamilyId;
  readonly walletId: string;
}

/** The action of the button. */
export type NextAction = { readonly word: string } & (
  | { readonly kind: 'practice' }
  | { readonly kind: 'connect'; readonly parts: readonly Part[] }
  | { readonly kind: 'choose'; readonly family: FamilyId }
  | { readonly kind: 'sign-in'; readonly family: FamilyId }
);

/** The line under the page's title, and the one button beside it. */
export interface NextStep {
  readonly lede: string;
  readonly action?: NextAction;
}

/** The state of the page and the next step. */
export function sayNextStep(facts: NextStepFacts): NextStep {
  const { families } = facts;
  const open = families.filter(({ card }) => card.status !== 'connected');
  const isTroubled = open.some(({ card }) => card.status === 'reconnecting' || card.status === 'unavailable');
  if (isNothingLoaded(families)) return { lede: t('next.nothing') };
  if (isTroubled) return { lede: sayTrouble(families) };
  if (open.length === families.length) return sayFirst(facts);
  return open.length > 0 ? sayOthers(facts, open) : sayAll(facts);
}

/** Several families, and each remote has failed: one notice replaces the cards. */
function isNothingLoaded(families: readonly FamilyFacts[]): boolean {
  const hasFailed = ({ card, isStopped }: FamilyFacts) => card.status === 'unavailable' && !isStopped;
  return families.length > 1 && families.every(hasFailed);
}

function sayTrouble(families: readonly FamilyFacts[]): string {
  const titlesOf = (status: CardState['status'], isStopped = false) =>
    families
      .filter(({ card, ...one }) => card.status === status && one.isStopped === isStopped)
      .map(({ title }) => title);
  const now = [
    sayConnected(families),
    say(titlesOf('reconnecting'), 'next.reconnectingOne', 'next.reconnectingMany'),
  ].filter(Boolean);
  const sentences = [
    now.join(', '),
    say(titlesOf('unavailable'), 'next.failedOne', 'next.failedMany'),
    say(titlesOf('unavailable', true), 'next.stoppedOne', 'next.stoppedMany'),
  ].filter(Boolean);
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}

function sayFirst({ isPractice }: NextStepFacts): NextStep {
  const lede = t('next.first');
  return isPractice ? { lede, action: { kind: 'practice', word: t('next.practice') } } : { lede };
}

function sayOthers(facts: NextStepFacts, open: readonly FamilyFacts[]): NextStep {
  const { families } = facts;
  const said = `${sayConnected(families)}.`;
  const same = findSame(facts, open);
  const titleOf = (id: FamilyId) => families.find((family) => family.id === id)?.title ?? id;
  if (same) {
    const titles = same.parts.map(({ family }) => titleOf(family));
    const word = t('next.connect', { family: toList(titles) });
    const lede = `${said} ${t('next.holds', { wallet: same.wallet, families: toList(titles) })}`;
    return { lede, action: { kind: 'connect', word, parts: same.parts } };
  }
  const [first] = open;
  const lede = `${said} ${t('next.others', { families: toList(open.map(({ title }) => title)) })}`;
  if (first === undefined) return { lede };
  return {
    lede,
    action: { kind: 'choose', family: first.id, word: t('next.connect', { family: first.title }) },
  };
}

/** The wallet of a connected family that is installed for other families too, as the wallet dialog joins them. */
function findSame({ families, identities }: NextStepFacts, open: readonly FamilyFacts[]) {
  const lists = families.map(({ id, wallets }) => ({ family: id, wallets }));
  const { joined } = joinWallets(lists, identities);
  for (const { id, card } of families) {
    if (card.status !== 'connected') continue;
    const { wallet: inUse } = card;
    const one = joined.find(({ parts }) =>
      parts.some(({ family, wallet }) => family === id && wallet.id === inUse.id),
    );
    const parts = (one?.parts ?? [])
      .filter(
        ({ family, wallet }) => wallet.reach === 'installed' && open.some((other) => other.id === family),
      )
      .map(({ family, wallet }) => ({ family, walletId: wallet.id }));
    if (parts.length > 0) return { wallet: inUse.name, parts };
  }
  return undefined;
}

function sayAll({ families, hasSignedIn }: NextStepFacts): NextStep {
  const said = sayAllConnected(families);
  const able = families.find(
    ({ card }) => card.status === 'connected' && card.capabilities.includes('sign-in'),
  );
  if (hasSignedIn || able === undefined) return { lede: said };
  const { id: family, title } = able;
  return {
    lede: `${said} ${t(families.length === 1 ? 'next.signInOne' : 'next.signIn')}`,
    action: { kind: 'sign-in', family, word: t('next.signInWith', { family: title }) },
  };
}

function sayAllConnected(families: readonly FamilyFacts[]): string {
  const count = families.length;
  if (count === 1) return `${sayConnected(families)}.`;
  if (count === 2) return t('next.allTwo');
  return count === 3 ? t('next.allThree') : t('next.all', { count: String(count) });
}

function sayConnected(families: readonly FamilyFacts[]): string {
  const titles = families.flatMap(({ card, title }) => (card.status === 'connected' ? title : []));
  return say(titles, 'next.connectedOne', 'next.connectedMany');
}

type ListKey = `next.${'connected' | 'reconnecting' | 'failed' | 'stopped'}${'One' | 'Many'}`;

/** A clause about families; empty for none. */
function say(titles: readonly string[], one: ListKey, many: ListKey): string {
  if (titles.length === 0) return '';
  return t(titles.length === 1 ? one : many, { families: toList(titles) });
}
