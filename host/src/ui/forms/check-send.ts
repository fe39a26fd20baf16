import { type Balance, type Failure, failure, type Network } from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
import { formatAmount } from '../texts/amount.ts';
import { t } from '../texts/t.ts';
import { readAmount, type WrittenAmount } from '../texts/written-amount.ts';
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
  /** About what the network takes, in the smallest unit; undefined where it is not known. */
  readonly fee: bigint | undefined;
  /** The browser's. */
  readonly languages: readonly string[];
}

/** What was filled in: ready to be sent, or what is wrong with each field. `amount` is in the smallest unit. */
export type CheckedSend =
  | { readonly to: string; readonly amount: string; readonly wrong?: undefined }
  | { readonly wrong: Wrong<SendField> };

/** Checks what the page itself can. Whether an address is one, its remote tells. */
export function checkSend(
  { to = '', amount = '' }: Readonly<Record<string, string>>,
  facts: SendFacts,
): CheckedSend {
  const recipient = to.trim();
  const read = readAmount(amount, facts.network.decimals, facts.languages);
  const wrong: { -readonly [Field in SendField]?: string } = {};
  if (recipient === '') wrong.to = t('forms.recipientMissing');
  if (read.wrong) wrong.amount = sayAmount(amount, read, facts);
  else if (isMore(read.units, facts)) wrong.amount = sayMore(facts);
  return read.wrong || Object.keys(wrong).length > 0 ? { wrong } : { to: recipient, amount: read.units };
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

/** The most that can be sent: the balance less the fee. Undefined where one of them is not known, or nothing is left. */
export function mostOf({ balance, fee }: Pick<SendFacts, 'balance' | 'fee'>): bigint | undefined {
  if (balance === undefined || fee === undefined) return undefined;
  const most = BigInt(balance.amount) - fee;
  return most > 0n ? most : undefined;
}

/** Smallest units as people read them, with the symbol of the coin. */
export function sayUnits(
  units: bigint | string,
  { decimals, symbol }: Pick<Network, 'decimals' | 'symbol'>,
): string {
  return `${formatAmount(String(units), decimals)} ${symbol}`;
}

/** A fee as people read it: to two digits, and never less than it is. */
function sayFee(fee: bigint, network: Network): string {
  return sayUnits(roundFee(fee), network);
}

/** The same as a line of its own: `None`, or `about 0.00042 ETH`. */
export function sayAboutFee(fee: bigint, network: Network): string {
  return fee === 0n ? t('forms.feeNone') : t('forms.feeAbout', { fee: sayFee(fee, network) });
}

/** A fee to two digits, and never less than it is. */
export function roundFee(fee: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(fee).length - 2));
  return ((fee + unit - 1n) / unit) * unit;
}

function isMore(units: string, { balance, fee = 0n }: SendFacts): boolean {
  return balance !== undefined && BigInt(units) + fee > BigInt(balance.amount);
}

function sayMore({ balance, fee, network }: SendFacts): string {
  if (fee === undefined) return t('forms.amountMore');
  const most = mostOf({ balance, fee });
  return most === undefined
    ? t('forms.amountNoFee', { fee: sayFee(fee, network) })
    : t('forms.amountMost', { most: sayUnits(most, network) });
}

function sayAmount(
  written: string,
  read: Exclude<WrittenAmount, { wrong?: undefined }>,
  { family, network: { symbol, decimals } }: SendFacts,
): string {
  if (written.trim() === '') return t('forms.amountMissing');
  if (read.wrong === 'ambiguous') {
    const [first, second] = read.readings;
    return t('forms.amountAmbiguous', { written: written.trim(), first, second, symbol });
  }
  return read.wrong === 'no-amount'
    ? sayWrong(family, failure('input/amount', { value: written }))
    : t('forms.amountDecimals', { symbol, decimals: String(decimals) });
}
