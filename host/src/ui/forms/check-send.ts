import { type Balance, type Failure, failure, type Network } from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
import { formatAmount, parseAmount } from '../texts/amount.ts';
import { t } from '../texts/t.ts';
import { sayWrong } from './say-wrong.ts';
import type { Wrong } from './use-wrong.ts';

/** The fields of a send. */
export type SendField = 'to' | 'amount';

/** What a page knows of a send before anybody is asked. */
export interface SendFacts {
  readonly family: FamilyConfig;
  readonly network: Network;
  /** Undefined where it is not known. */
  readonly balance: Balance | undefined;
}

/** What was filled in: ready to be sent, or what is wrong with each field. `amount` is in the smallest unit. */
export type CheckedSend =
  | { readonly to: string; readonly amount: string; readonly wrong?: undefined }
  | { readonly wrong: Wrong<SendField> };

/** Checks what the page itself can. Whether an address is one, and whether the fee can be paid, its remote tells. */
export function checkSend(
  { to = '', amount = '' }: Readonly<Record<string, string>>,
  facts: SendFacts,
): CheckedSend {
  const recipient = to.trim();
  const units = toUnits(amount, facts);
  const wrong: { -readonly [Field in SendField]?: string } = {};
  if (recipient === '') wrong.to = t('forms.recipientMissing');
  if (units === undefined) wrong.amount = sayAmount(amount, facts);
  else if (isMore(units, facts.balance)) wrong.amount = t('forms.amountMore');
  return units === undefined || Object.keys(wrong).length > 0 ? { wrong } : { to: recipient, amount: units };
}

/** What a remote has found wrong before it asked a wallet, at the field that it is about; undefined for all else. */
export function toWrong(family: FamilyConfig, failed: Failure): Wrong<SendField> | undefined {
  const field = fieldsOf[failed.code];
  return field && { [field]: sayWrong(family, failed) };
}

const fieldsOf: Readonly<Record<string, SendField>> = {
  'input/recipient': 'to',
  'input/amount': 'amount',
  'network/insufficient-funds': 'amount',
};

/** A balance as people read it, with its symbol. */
export function sayBalance({ amount, decimals, symbol }: Balance): string {
  return `${formatAmount(amount, decimals)} ${symbol}`;
}

function isMore(units: string, balance: Balance | undefined): balance is Balance {
  return balance !== undefined && BigInt(units) > BigInt(balance.amount);
}

function toUnits(written: string, { network }: SendFacts): string | undefined {
  try {
    return parseAmount(written, network.decimals);
  } catch {
    return undefined;
  }
}

function sayAmount(written: string, { family }: SendFacts): string {
  return written.trim() === ''
    ? t('forms.amountMissing')
    : sayWrong(family, failure('input/amount', { value: written }));
}
