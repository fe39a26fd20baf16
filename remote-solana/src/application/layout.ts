import type { RequestLine } from '@linkspan/contract';
import {
  addDecoderSizePrefix,
  type Decoder,
  getAddressDecoder,
  getU8Decoder,
  getU32Decoder,
  getU64Decoder,
  getUtf8Decoder,
} from '@solana/kit';
import { isAddress } from '../accounts.ts';
import { type Instruction, toDecimal } from '../compare-signed.ts';
import { warningOf } from './allowance.ts';

/** The account in use, and what the cluster has told that token accounts have, in smallest units. */
export interface Known {
  readonly own: string;
  readonly balances: ReadonlyMap<string, bigint>;
}

/** One kind of instruction of a program. */
export interface Layout {
  readonly name: string;
  /** By role, in order; one without a role is not shown. What pays lamports is `from`. */
  readonly accounts: readonly string[];
  /** The data after the number of the kind, in order. */
  readonly fields?: readonly Field[];
  /** Its recipient or spender gets all that the account has. */
  readonly givesAll?: true;
}

/** Decodes a part of an instruction's data; returns the lines that a person is shown of it. Throws if the data is too short. */
type Field = (given: Given) => readonly RequestLine[];

interface Given extends Known, Layout {
  readonly first: string;
  /** Whether the account in use pays. */
  readonly isOwn: boolean;
  /** Decodes what comes next. */
  next<Value>(decoder: Decoder<Value>): Value;
}

/**
 * The lines of an instruction, whose fields begin `at` a byte of its data, and the data that follows. Undefined if its accounts
 * are too few or its data too short: programs refuse that, and ignore what follows.
 */
export function readByLayout(
  { accounts, data }: Instruction,
  layout: Layout,
  { at, ...known }: Known & { readonly at: number },
): { readonly lines: readonly RequestLine[]; readonly rest: Uint8Array } | undefined {
  if (accounts.length < layout.accounts.length) return undefined;
  let end = at;
  const next = <Value>(decoder: Decoder<Value>): Value => {
    const [value, after] = decoder.read(data, end);
    end = after;
    return value;
  };
  const isOwn = accounts[layout.accounts.indexOf('owner')] === known.own;
  const given: Given = { ...known, ...layout, first: accounts[0] ?? '', isOwn, next };
  try {
    const fields = (layout.fields ?? []).flatMap((read) => read(given));
    const shown = layout.accounts.flatMap((role, index) => {
      const address = accounts[index] ?? '';
      return isShown(role, address, known.own) ? [toAccount(role, address, given)] : [];
    });
    return { lines: [...shown, ...fields], rest: data.slice(end) };
  } catch {
    return undefined;
  }
}

/** The account in use is not named where it permits or pays. */
function isShown(role: string, address: string, own: string): boolean {
  const isOfOwn = !['account', 'recipient', 'spender'].includes(role);
  return role !== '' && !(isOfOwn && address === own);
}

/** An account by its role. The chain alone knows one of a lookup table, which is named by its place in it. */
export function toAccount(
  role: string,
  address: string,
  { own, givesAll }: Pick<Given, 'own' | 'givesAll'>,
): RequestLine {
  const takes = role === 'recipient' || role === 'spender';
  if (!isAddress(address)) return { ...toField(role, address), ...(takes && { warning: 'unread' }) };
  if (role === 'spender' && address === own) return toField('authority', address);
  if (!takes) return role === 'token' ? { is: role, value: address } : toField(role, address);
  return { is: role, value: address, ...(givesAll && address !== own && { warning: 'all-tokens' }) };
}

function toField(name: string, value: unknown): RequestLine {
  return { is: 'field', name, value: String(value) };
}

export const [u8, u32, u64] = [getU8Decoder(), getU32Decoder(), getU64Decoder()];
/** A text after its length in 8 bytes (bincode). */
export const seed = addDecoderSizePrefix(getUtf8Decoder(), u64);

/** A number or a text by its name. */
export function plain(name: string, decoder: Decoder<unknown>): Field {
  return ({ next }) => [toField(name, next(decoder))];
}

/** An account by its role. */
export function key(role: string): Field {
  return (given) => [toAccount(role, given.next(getAddressDecoder()), given)];
}

/** The same after a byte that is 0 if there is none. */
export function optionalKey(role: string): Field {
  return (given) => (given.next(u8) === 0 ? [toField(role, 'none')] : key(role)(given));
}

export const lamports: Field = ({ next }) => [{ is: 'amount', value: String(next(u64)) }];

export const tokens: Field = (given) => {
  const amount = given.next(u64);
  return [toTokens(given, amount, { name: 'amount, in smallest units', value: String(amount) })];
};

/** In whole tokens, by the decimals that the program compares with those of the token. */
export const checkedTokens: Field = (given) => {
  const amount = given.next(u64);
  return [toTokens(given, amount, { name: 'amount', value: toDecimal(amount, given.next(u8)) })];
};

/** The same of a transfer. */
export const paidTokens: Field = (given) =>
  checkedTokens(given).map((line) => (given.isOwn ? { ...line, is: 'paid' } : line));

function toTokens(
  { accounts, balances, first }: Given,
  amount: bigint,
  line: Pick<RequestLine, 'name' | 'value'>,
): RequestLine {
  const warning = accounts.includes('spender') ? warningOf(amount, balances.get(first)) : undefined;
  return { is: 'tokens', ...line, ...(warning && { warning }) };
}

const authorities = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount'];

/**
 * The kind of an authority, and who has it then. The owner of a token account spends all that it has, and who may close one of
 * wrapped coins receives them all.
 */
export const authority: Field = (given) => {
  const kind = given.next(u8);
  const name = authorities[kind];
  if (name === undefined) throw new RangeError('An authority that only Token-2022 has.');
  const givesAll = kind >= 2 && ({ givesAll: true } as const);
  const isGiven = given.next(u8) !== 0;
  const holder = isGiven ? key('spender')({ ...given, ...givesAll }) : [toField('newAuthority', 'none')];
  return [toField('authority', name), ...holder];
};
