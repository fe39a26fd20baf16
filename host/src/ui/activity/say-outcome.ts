import {
  type AccountId,
  addressOf,
  type Comparison,
  type Movement,
  networkOf,
  type SendingIntent,
} from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
import type { SentEntry } from '../../ledger/entry.ts';
import { waitingMs } from '../../limits.ts';
import { isSameAddress, shorten } from '../texts/address.ts';
import { explainIn } from '../texts/explain.ts';
import { toExactAmount } from '../texts/format.ts';
import { t } from '../texts/t.ts';

/** The state of a send, by its outcome. */
type SentState =
  | SentEntry['outcome']['state']
  | Landing
  | 'owners'
  | 'waiting'
  | 'looking'
  | 'stored'
  | 'absent';

/** The outcome of a send, in plain words. */
export interface OutcomeText {
  readonly state: SentState;
  readonly word: string;
  /** The meaning of the outcome, and the next step. */
  readonly advice?: string;
}

/** `now` is milliseconds since 1970. */
export function sayOutcome(entry: SentEntry, family: FamilyConfig, now: number): OutcomeText {
  const { outcome } = entry;
  const state = toState(entry, now);
  const word = t(`activity.state.${state}`);
  switch (state) {
    case 'sent':
      return { state, word };
    case 'landed': {
      const advice = [
        isContractCall(entry.intent) && t('activity.advice.landedCall'),
        'by' in outcome && t('activity.advice.landedAs'),
      ].filter(Boolean);
      return { state, word, ...(advice.length > 0 && { advice: advice.join(' ') }) };
    }
    case 'other':
      return { state, word, advice: sayInstead(entry, family) };
    case 'uncompared':
      return { state, word, advice: t(`activity.uncompared${suffixOf(entry)}`) };
    case 'failed': {
      if (!('failure' in outcome)) return { state, word };
      const { title } = explainIn(family, outcome.failure);
      return {
        state,
        word,
        advice: isOther(outcome) ? `${title}. ${t(`activity.advice.failedOther${suffixOf(entry)}`)}` : title,
      };
    }
    case 'replaced': {
      const moved = sayMoved(entry, family);
      const advice = moved ? t('activity.advice.replacedBy', { moved }) : t('activity.advice.replaced');
      return { state, word, advice };
    }
    default:
      return { state, word, advice: t(`activity.advice.${state}`) };
  }
}

function comparisonOf(outcome: SentEntry['outcome']): Comparison | undefined {
  return 'comparison' in outcome ? outcome.comparison : undefined;
}

/** Whether the transaction is known to differ from the request. */
export function isOther(outcome: SentEntry['outcome']): boolean {
  return comparisonOf(outcome)?.result === 'not-as-asked';
}

function toState({ outcome, at, checked, isEarlier, learnedAt }: SentEntry, now: number): SentState {
  if (isEarlier && outcome.state === 'unknown' && learnedAt === at) return 'looking';
  if (outcome.state === 'landed') {
    const landing = toLanding(outcome.comparison);
    if (checked === 'yes' || landing === 'other') return landing;
    return checked === 'no' ? 'stored' : 'absent';
  }
  if (outcome.state === 'sent' && outcome.awaits) return 'owners';
  return outcome.state === 'sent' && now - at > waitingMs ? 'waiting' : outcome.state;
}

/** Whether a landed transaction is the requested transfer, another one, or cannot be compared. */
type Landing = 'landed' | 'other' | 'uncompared';

/** Compares a landed transaction with the request. */
function toLanding(comparison: Comparison | undefined): Landing {
  if (comparison?.result === 'as-asked') return 'landed';
  return comparison?.result === 'not-as-asked' ? 'other' : 'uncompared';
}

/** The request, and the coins that moved instead, with whole addresses: shortened ones can look the same. */
export interface ComparedTransfers {
  readonly asked: string;
  /** Empty if the chain shows no coins that moved: `unknown` says so. */
  readonly moved: readonly string[];
  readonly unknown: string;
  /** Whether it moved more than that. */
  readonly isPartial: boolean;
}

/** Undefined unless the transaction is known to differ from the request. */
export function toComparedTransfers(
  { intent, outcome }: SentEntry,
  family: FamilyConfig,
): ComparedTransfers | undefined {
  const comparison = comparisonOf(outcome);
  if (comparison?.result !== 'not-as-asked') return undefined;
  const network = networkOf(intent.account);
  return {
    asked: isContractCall(intent)
      ? sayCall(intent)
      : t('activity.asked', {
          amount: sayAmount(intent.moves.amount, family, network),
          recipient: intent.moves.to,
        }),
    moved: comparison.moved.map((one) => sayMovement(one, family, intent.account)),
    unknown: t(`activity.movedUnknown${suffixOf({ intent })}`),
    isPartial: comparison.isPartial === true,
  };
}

/** The coins that a transaction moved, as one sentence without a full stop. Undefined if none are known. */
function sayMoved(entry: SentEntry, family: FamilyConfig): string | undefined {
  const { moved = [], isPartial } = toComparedTransfers(entry, family) ?? {};
  const all = isPartial ? [...moved, t('activity.movedMore')] : moved;
  return all.length === 0 ? undefined : all.join('; ');
}

/** Coins that have left an account, in the smallest unit, and their known recipients. */
interface Paid {
  readonly amount: string;
  readonly recipients: readonly string[];
  /** Whether the account has paid more than that. */
  readonly isPartial: boolean;
}

/** The coins that a landed send has taken from its account; undefined if that is not known. */
export function toPaid({ intent, outcome, checked }: SentEntry): Paid | undefined {
  const comparison = outcome.state === 'landed' && checked === 'yes' ? outcome.comparison : undefined;
  const { to, amount: asked } = intent.moves;
  if (comparison?.result === 'as-asked' && BigInt(asked) > 0n)
    return { amount: asked, recipients: [to], isPartial: false };
  if (comparison?.result === 'not-compared' && BigInt(comparison.paid ?? 0) > 0n)
    return { amount: comparison.paid ?? '', recipients: [], isPartial: false };
  if (comparison?.result !== 'not-as-asked') return undefined;
  const { moved, isPartial = false } = comparison;
  const isOwn = (one: Movement) =>
    one.asset === undefined && isSameAddress(one.from, addressOf(intent.account));
  const own = moved.filter(isOwn);
  const [first, ...rest] = new Set(own.map(({ to }) => to));
  if (first === undefined) return undefined;
  const amount = String(own.reduce((sum, one) => sum + BigInt(one.amount), 0n));
  return { amount, recipients: [first, ...rest], isPartial: isPartial || own.length < moved.length };
}

function sayInstead(entry: SentEntry, family: FamilyConfig): string {
  const { account, moves } = entry.intent;
  const { amount, to: recipient } = moves;
  const asked = { amount: sayAmount(amount, family, networkOf(account)), recipient };
  const moved = sayMoved(entry, family);
  const suffix = suffixOf(entry);
  const instead = moved ? t('activity.advice.instead', { moved }) : t(`activity.movedUnknown${suffix}`);
  return `${t(`activity.advice.other${suffix}`, asked)} ${instead}`;
}

function sayMovement({ from, to, amount, asset }: Movement, family: FamilyConfig, own: AccountId): string {
  const network = networkOf(own);
  if (asset !== undefined) {
    const token = asset.slice(asset.indexOf(':', asset.indexOf('/')) + 1);
    return t('activity.movedToken', { from, to, amount, asset: token });
  }
  const moved = sayAmount(amount, family, network);
  if (isSameAddress(from, addressOf(own))) return t('activity.asked', { amount: moved, recipient: to });
  return t('activity.moved', { from, to, amount: moved });
}

function sayAmount(amount: string, { networks }: FamilyConfig, network: string): string {
  const found = networks.find(({ id }) => id === network);
  return found ? `${toExactAmount(amount, found.decimals)} ${found.symbol}` : amount;
}

/** An application's call to a contract, and no transfer of coins: the page knows what was asked, not what it does. */
export function isContractCall(intent: SendingIntent): boolean {
  return !intent.lines.every(({ is }) => plain.includes(is));
}

/** The lines of a request for plain coins. */
const plain: readonly string[] = ['recipient', 'amount', 'network'];

/** The end of the name of a text about a contract call. */
export function suffixOf({ intent }: Pick<SentEntry, 'intent'>): 'Call' | '' {
  return isContractCall(intent) ? 'Call' : '';
}

/** A contract call by its function, such as `approve`, and its contract. */
export function sayCall({ moves: { to }, lines }: SendingIntent): string {
  const count = lines.filter(({ is }) => is === 'call').length;
  if (count > 1) return t('activity.calls', { count: String(count) });
  if (to === '') return t('activity.create');
  const recipient = shorten(to);
  const [name = ''] = lines.find(({ is }) => is === 'function')?.value.split('(') ?? [];
  return name ? t('activity.callNamed', { name, recipient }) : t('activity.call', { recipient });
}

/** Whether a send may have gone through and the person has not confirmed that they checked. */
export function isInDoubt({ outcome, isDismissed }: Pick<SentEntry, 'outcome' | 'isDismissed'>): boolean {
  return outcome.state === 'unknown' && !isDismissed;
}
