import {
  type AccountId,
  addressOf,
  type Balance,
  cleanText,
  type Failure,
  type FamilyId,
  failure,
  type Network,
  type NetworkId,
  networkOf,
  type Quote,
  type RecipientKind,
} from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
import type { Entry, SentEntry } from '../../ledger/entry.ts';
import { isContractCall } from '../activity/say-outcome.ts';
import { isLookAlike, isSameAddress } from '../texts/address.ts';
import { sayAllUnits, sayFee, sayUnits } from '../texts/format.ts';
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
  /** Undefined if the network has not quoted it. */
  readonly quote: Quote | undefined;
  /** The browser's. */
  readonly languages: readonly string[];
}

/** The filled-in send, or the mistake of each field. `amount` is in the smallest unit. */
type CheckedSend =
  | { readonly to: string; readonly amount: string; readonly wrong?: undefined }
  | { readonly wrong: Wrong<SendField> };

const mostRecipient = 200;

/** A recipient as a person wrote or pasted it, without invisible characters and surrounding blanks. */
export function readRecipient(written: string): string {
  return cleanText(written, mostRecipient);
}

/** The recipient in its chain's canonical form, by a quote for it, which may change its capitals alone. */
export function toCanonical(to: string, quote: Quote | undefined): string {
  const address = quote?.recipient?.address ?? to;
  return address.toLowerCase() === to.toLowerCase() ? address : to;
}

/** Checks a send as far as the page can. The remote checks the address. */
export function checkSend(
  { to = '', amount = '' }: Readonly<Record<string, string>>,
  facts: SendFacts,
): CheckedSend {
  const recipient = readRecipient(to);
  const read = readAmount(amount, facts.network.decimals, facts.languages);
  const wrong: { -readonly [Field in SendField]?: string } = {};
  if (recipient === '') wrong.to = t('forms.recipientMissing');
  if (read.wrong) wrong.amount = sayAmount(amount, read, facts);
  else if (isMore(read.units, facts)) wrong.amount = sayMore(facts);
  return read.wrong || Object.keys(wrong).length > 0 ? { wrong } : { to: recipient, amount: read.units };
}

/** A remote's objection to the input, at its field; undefined for any other failure. */
export function toWrong(
  { family, network }: Pick<SendFacts, 'family' | 'network'>,
  failed: Failure,
): Wrong<SendField> | undefined {
  const field = fieldsOf[failed.code];
  const context = { ...failed.context };
  for (const [name, say] of [['least', sayAllUnits] as const, ['most', sayUnits] as const])
    if (/^\d{1,78}$/.test(context[name] ?? '')) context[name] = say(context[name] ?? '', network);
  return field && { [field]: sayWrong(family, { ...failed, context }) };
}

/** The same of a quote for a form that is being filled in: what may be unfinished is no mistake yet. */
export function toEarlyWrong(facts: Pick<SendFacts, 'family' | 'network'>, failed: Failure | undefined) {
  const isUnfinished = failed?.code === 'input/recipient' || failed?.code === 'input/amount';
  return (failed && !isUnfinished && toWrong(facts, failed)) || {};
}

const fieldsOf: Readonly<Record<string, SendField | undefined>> = {
  'input/recipient': 'to',
  'input/recipient-family': 'to',
  'input/recipient-name': 'to',
  'input/recipient-checksum': 'to',
  'input/recipient-absent': 'to',
  'network/would-fail': 'to',
  'input/amount': 'amount',
  'input/amount-least': 'amount',
  'input/amount-most': 'amount',
  'network/insufficient-funds': 'amount',
};

/** The most that can be sent, by the network or as the balance less the fee. Undefined if unknown, or if it is nothing. */
export function mostOf({ balance, quote }: Pick<SendFacts, 'balance' | 'quote'>): bigint | undefined {
  if (quote === undefined || (quote.most ?? balance) === undefined) return undefined;
  const most = BigInt(quote.most ?? BigInt(balance?.amount ?? 0) - BigInt(quote.fee));
  return most > 0n ? most : undefined;
}

/** Less than that may still be too much for what has to stay: the remote tells it. */
function isMore(units: string, { balance, quote }: SendFacts): boolean {
  return balance !== undefined && BigInt(units) + BigInt(quote?.fee ?? 0) > BigInt(balance.amount);
}

function sayMore({ balance, quote, network }: SendFacts): string {
  if (quote === undefined) return t('forms.amountMore');
  if (quote.most !== undefined) return t('forms.amountUpTo', { most: sayUnits(quote.most, network) });
  const most = mostOf({ balance, quote });
  return most === undefined
    ? t('forms.amountNoFee', { fee: sayFee(BigInt(quote.fee), network) })
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

/** A warning about a recipient. `known` is the address that it looks like. */
export type RecipientWarning =
  | { readonly kind: RecipientKind | 'own' | 'unpaid' }
  | { readonly kind: 'look-alike'; readonly known: string };

/** What the page knows about recipients. */
interface RecipientFacts {
  /** The accounts of the wallet. */
  readonly own: readonly AccountId[];
  /** Those of all wallets. */
  readonly accounts: readonly AccountId[];
  /** Earlier recipients. */
  readonly paid: readonly string[];
}

/** The warnings about a recipient, the most important first. `isValid` if the remote accepts it. */
export function warnOfRecipient(
  to: string,
  { own, accounts, paid }: RecipientFacts,
  { isValid, is }: { readonly isValid: boolean; readonly is?: RecipientKind | undefined },
): readonly RecipientWarning[] {
  if (own.some((account) => isSameAddress(to, addressOf(account)))) return [{ kind: 'own' }];
  const isPaid = paid.some((one) => isSameAddress(to, one));
  const alike = [...paid, ...accounts.map(addressOf)].find((one) => isLookAlike(to, one));
  const warnings: (RecipientWarning | undefined)[] = [
    is === 'keyless' ? { kind: is } : undefined,
    alike === undefined ? undefined : { kind: 'look-alike', known: alike },
    is === undefined || is === 'keyless' ? undefined : { kind: is },
    isPaid || !isValid ? undefined : { kind: 'unpaid' },
  ];
  return warnings.filter((one) => one !== undefined);
}

/** Whether the coins are gone if the person does not heed it. */
export function isSevere({ kind }: RecipientWarning): boolean {
  return kind === 'keyless' || kind === 'look-alike';
}

/** Whether a send waits until the person has seen it: not for what the person knows without the network. */
export function isHolding({ kind }: RecipientWarning): boolean {
  return kind !== 'own' && kind !== 'unpaid';
}

/** A warning about an amount of more than 90 % of the balance; undefined for less, and for more than all of it. */
export function warnOfAmount(units: string | undefined, balance: Balance | undefined): string | undefined {
  if (units === undefined || balance === undefined) return undefined;
  const [amount, all] = [BigInt(units), BigInt(balance.amount)];
  return amount <= all && amount * 10n > all * 9n ? t('forms.mostOfBalance') : undefined;
}

/**
 * The different recipients of sends on a network; the latest first. A send of an earlier page counts if the chain has
 * shown this page that it is as stored, and that one of the wallet's accounts has paid.
 */
export function listRecipients(
  activity: readonly Entry[],
  family: FamilyId,
  network: NetworkId,
  own: readonly AccountId[],
): readonly string[] {
  const recipients = activity.flatMap((entry) => {
    const isHere = entry.family === family && networkOf(entry.intent.account) === network;
    const isPaid = entry.kind === 'sent' && isHere && !isContractCall(entry.intent) && wasSent(entry, own);
    return isPaid ? entry.intent.moves.to : [];
  });
  return recipients.filter((one, at) => recipients.findIndex((other) => isSameAddress(one, other)) === at);
}

function wasSent({ outcome, intent, isEarlier, checked }: SentEntry, own: readonly AccountId[]): boolean {
  if (checked !== 'yes') return false;
  if (isEarlier)
    return (
      outcome.state === 'landed' && outcome.comparison?.result === 'as-asked' && own.includes(intent.account)
    );
  if (outcome.state !== 'landed') return outcome.state === 'sent';
  // Someone else may have been paid.
  return outcome.comparison?.result !== 'not-as-asked';
}
