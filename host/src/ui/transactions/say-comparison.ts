import { type Comparison, type Movement, networkOf } from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
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

/** What a transaction moved, with whole addresses: shortened ones can look the same. Undefined if none is known. */
export function sayMoved({ intent, outcome }: SentEntry, family: FamilyConfig): string | undefined {
  const comparison = 'comparison' in outcome ? outcome.comparison : undefined;
  const moved = comparison?.result === 'not-as-asked' ? comparison.moved : [];
  const network = networkOf(intent.account);
  return moved.length === 0 ? undefined : moved.map((one) => sayMovement(one, family, network)).join('; ');
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
