import {
  type AccountId,
  addressOf,
  type Balance,
  type Failure,
  type FamilyId,
  failure,
  type Network,
  type NetworkId,
  networkOf,
} from '@linkspan/contract';
import type { Activity } from '../../commands/shell.ts';
import type { FamilyConfig } from '../../config.ts';
import { isSameAddress } from '../texts/address.ts';
import { sayFee, sayUnits } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import { readAmount, type WrittenAmount } from '../texts/written-amount.ts';
import { sayWrong, type Wrong } from './form-dialog.tsx';

/** The fields of a send. */
export type SendField = 'to' | 'amount';

/** The page's own knowledge about a send. */
export interface SendFacts {
  readonly family: FamilyConfig;
  readonly network: Network;
  /** Undefined if it is not known. */
  readonly balance: Balance | undefined;
  /** The network's estimate in the smallest unit; undefined if it is not known. */
  readonly fee: bigint | undefined;
  /** The browser's. */
  readonly languages: readonly string[];
}

/** The filled-in send, or the mistake of each field. `amount` is in the smallest unit. */
type CheckedSend =
  | { readonly to: string; readonly amount: string; readonly wrong?: undefined }
  | { readonly wrong: Wrong<SendField> };

/** Checks a send as far as the page can. The remote checks the address. */
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

/** A remote's objection to the input, at its field; undefined for any other failure. */
export function toWrong(family: FamilyConfig, failed: Failure): Wrong<SendField> | undefined {
  const field = fieldsOf[failed.code];
  return field && { [field]: sayWrong(family, failed) };
}

const fieldsOf: Readonly<Record<string, SendField>> = {
  'input/recipient': 'to',
  'input/amount': 'amount',
  'network/insufficient-funds': 'amount',
};

/** The most that can be sent: the balance less the fee. Undefined if either is unknown, or nothing is left. */
export function mostOf({ balance, fee }: Pick<SendFacts, 'balance' | 'fee'>): bigint | undefined {
  if (balance === undefined || fee === undefined) return undefined;
  const most = BigInt(balance.amount) - fee;
  return most > 0n ? most : undefined;
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

/** A warning about a recipient. `isNew` if nothing was sent there before. */
export type RecipientWarning = { readonly says: string; readonly isNew: boolean } | undefined;

/** `own` are the wallet's accounts, `known` the earlier recipients; `isValid` if the remote accepts the address. */
export function warnOfRecipient(
  to: string,
  facts: { readonly own: readonly AccountId[]; readonly known: readonly string[]; readonly isValid: boolean },
): RecipientWarning {
  const { own, known, isValid } = facts;
  if (own.some((account) => isSameAddress(to, addressOf(account))))
    return { says: t('forms.ownRecipient'), isNew: false };
  const isKnown = known.some((one) => isSameAddress(to, one));
  return isKnown || !isValid ? undefined : { says: t('forms.newRecipient'), isNew: true };
}

/** A warning about an amount of more than 90 % of the balance; undefined for less, and for more than all of it. */
export function warnOfAmount(units: string | undefined, balance: Balance | undefined): string | undefined {
  if (units === undefined || balance === undefined) return undefined;
  const [amount, all] = [BigInt(units), BigInt(balance.amount)];
  return amount <= all && amount * 10n > all * 9n ? t('forms.mostOfBalance') : undefined;
}

/** The different recipients of sends on a network, as far as they are stored; the latest first. */
export function listRecipients(
  activity: readonly Activity[],
  family: FamilyId,
  network: NetworkId,
): readonly string[] {
  const recipients = activity.flatMap((entry) => {
    const isHere = entry.family === family && networkOf(entry.intent.account) === network;
    return entry.kind === 'sent' && isHere && wasSent(entry) ? entry.intent.to : [];
  });
  return recipients.filter((one, at) => recipients.findIndex((other) => isSameAddress(one, other)) === at);
}

function wasSent({ outcome }: Activity & { kind: 'sent' }): boolean {
  if (outcome.state !== 'landed') return outcome.state === 'sent';
  // Someone else may have been paid.
  return outcome.comparison?.result !== 'not-as-asked';
}
