import { addressOf, type Comparison, type Movement, networkOf } from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
import { isSameAddress } from '../forms/past-recipients.ts';
import { toExactAmount } from '../texts/amount.ts';
import { t } from '../texts/t.ts';
import type { SentEntry } from './sent-entry.ts';

/** Whether what landed is what was asked for, something else, or cannot be compared with it. */
export type Landing = 'landed' | 'other' | 'uncompared';

const reasons = ['contract', 'relayer', 'smart-account', 'more', 'unreadable'] as const;

/** How a transaction that landed compares with what was asked; without a comparison, nobody knows. */
export function toLanding(comparison: Comparison | undefined): Landing {
  if (comparison?.result === 'as-asked') return 'landed';
  return comparison?.result === 'not-as-asked' ? 'other' : 'uncompared';
}

/** What was asked and what happened instead, or why nobody can tell; undefined if it was as asked. */
export function sayComparison(entry: SentEntry, family: FamilyConfig): string | undefined {
  const { outcome } = entry;
  const comparison = 'comparison' in outcome ? outcome.comparison : undefined;
  switch (toLanding(comparison)) {
    case 'landed':
      return undefined;
    case 'other':
      return sayInstead(entry, family);
    case 'uncompared': {
      const why = comparison?.result === 'not-compared' ? comparison.why : undefined;
      return t(`activity.uncompared.${reasons.find((one) => one === why) ?? 'untold'}`);
    }
  }
}

/** What was asked for, and what a transaction moved instead, each with whole addresses: shortened ones can look the same. */
export interface AskedAndMoved {
  readonly asked: string;
  /** Empty if the chain shows no coins that moved. */
  readonly moved: readonly string[];
  /** Whether it moved more than that. */
  readonly isPartial: boolean;
}

/** Undefined unless a transaction is known to be another one than was asked for. */
export function toAskedAndMoved(
  { intent, outcome }: SentEntry,
  family: FamilyConfig,
): AskedAndMoved | undefined {
  const comparison = 'comparison' in outcome ? outcome.comparison : undefined;
  if (comparison?.result !== 'not-as-asked') return undefined;
  const network = networkOf(intent.account);
  return {
    asked: t('activity.asked', { amount: sayAmount(intent.amount, family, network), recipient: intent.to }),
    moved: comparison.moved.map((one) => sayMovement(one, family, network)),
    isPartial: comparison.isPartial === true,
  };
}

/** What a transaction moved, as one sentence without a full stop. Undefined if none is known. */
export function sayMoved(entry: SentEntry, family: FamilyConfig): string | undefined {
  const { moved = [], isPartial } = toAskedAndMoved(entry, family) ?? {};
  const all = isPartial ? [...moved, t('activity.movedMore')] : moved;
  return all.length === 0 ? undefined : all.join('; ');
}

/** Coins that have left an account, in the smallest unit, and who got them, as far as that is known. */
export interface Paid {
  readonly amount: string;
  readonly recipients: readonly string[];
  /** Whether the account has paid more than that. */
  readonly isPartial: boolean;
}

/** What has left the account of a send that landed; undefined if that is not known. */
export function toPaid({ intent, outcome }: SentEntry): Paid | undefined {
  const comparison = outcome.state === 'landed' ? outcome.comparison : undefined;
  if (comparison?.result === 'as-asked')
    return { amount: intent.amount, recipients: [intent.to], isPartial: false };
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
  const { amount, to: recipient, account } = entry.intent;
  const asked = { amount: sayAmount(amount, family, networkOf(account)), recipient };
  const moved = sayMoved(entry, family);
  if (moved === undefined) return t('activity.advice.otherUnknown', asked);
  return t('activity.advice.other', { ...asked, moved });
}

function sayMovement({ from, to, amount, asset }: Movement, family: FamilyConfig, network: string): string {
  if (asset !== undefined) return t('activity.movedToken', { from, to, amount, asset });
  return t('activity.moved', { from, to, amount: sayAmount(amount, family, network) });
}

function sayAmount(amount: string, { networks }: FamilyConfig, network: string): string {
  const found = networks.find(({ id }) => id === network);
  return found ? `${toExactAmount(amount, found.decimals)} ${found.symbol}` : amount;
}
