import { LinkspanError, type Network } from '@linkspan/contract';
import { tryTo } from '@linkspan/kit/util';
import {
  type CompiledTransactionMessage,
  getBase64Decoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS as system } from '@solana-program/system';
import { guardPrograms, maxFeeLamports, type SignedLifetime } from './chain.ts';
import type { TransactionVersion } from './provider.ts';

/** A message of a version that the page knows, with its blockhash or nonce. */
export type Message = CompiledTransactionMessage & {
  readonly version: TransactionVersion;
  readonly lifetimeToken: string;
};

/** An instruction with the addresses of its accounts in place of their indices. */
export interface Instruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

export const computeBudget = 'ComputeBudget111111111111111111111111111111';
const lamportsPerSignature = 5_000n;
const microLamports = 1_000_000n;
/** The compute units of an instruction, and of a transaction, that does not set them. */
const [unitsPerInstruction, maxUnits] = [200_000n, 1_400_000n];

/**
 * Compares a signed transaction with the transfer that the page built, both in wire format, before the page submits
 * it. A wallet may set the price of compute units, up to a total fee of `maxFeeLamports`; add assertions of
 * `guardPrograms`; advance a durable nonce whose authority is the sender; and take another blockhash. Throws
 * `wallet/other-transaction` with the first difference for anything else.
 */
export function compareSigned(unsigned: Uint8Array, signed: Uint8Array, wallet: string): SignedLifetime {
  const [built, found] = [parseMessage(unsigned), parseMessage(signed)];
  const fail = (difference: string, value = '', amount = ''): never => {
    throw new LinkspanError('wallet/other-transaction', { wallet, difference, value, amount });
  };
  if (built === undefined || found === undefined) return fail('unreadable');
  const [sender = ''] = built.staticAccounts;
  const [transfer] = instructionsOf(built);
  if (found.staticAccounts[0] !== sender) fail('payer', found.staticAccounts[0]);
  if (found.header.numSignerAccounts !== 1) fail('signer', found.staticAccounts[1]);
  if ('addressTableLookups' in found && (found.addressTableLookups?.length ?? 0) > 0) fail('lookup-table');

  const isTransfer = (one: Instruction) => transfer !== undefined && isSame(one, transfer);
  const all = instructionsOf(found);
  const isOwnNonce = (one: Instruction) =>
    isNonceAdvance(one) && one.data.length === kindBytes && one.accounts[2] === sender;
  const nonces = all.filter((one, at) => at === 0 && isOwnNonce(one));
  const budget = all.filter(isBudget);
  const rest = all.filter((one) => ![...nonces, ...budget].includes(one) && !isAssertion(one));
  const other = rest.find((one) => !isTransfer(one)) ?? rest[1];
  if (other !== undefined) fail(...describe(other));
  if (rest.length === 0) fail('missing');

  const known = [sender, ...(transfer?.accounts ?? []), ...nonces.map(({ accounts }) => accounts[0])];
  const writable = writableOf(found).find((address) => !known.includes(address));
  if (writable !== undefined) fail('writable', writable);
  const fee = feeOf(all);
  if (fee > maxFeeLamports) fail('fee', '', String(fee));

  if (nonces.length > 0) return 'nonce';
  return found.lifetimeToken === built.lifetimeToken ? 'unchanged' : 'other-blockhash';
}

/**
 * The message of a transaction: a count, as many signatures of 64 bytes, and the message. Undefined unless these are
 * exactly the bytes of one in a version that the page builds.
 */
export function parseMessage(transaction: Uint8Array): Message | undefined {
  return tryTo(() => {
    const [signatures = 0] = transaction;
    const message = readMessage(messageBytesOf(transaction));
    return message?.header.numSignerAccounts === signatures ? message : undefined;
  });
}

/** The bytes that the signers of a transaction sign. */
export function messageBytesOf(transaction: Uint8Array): Uint8Array {
  const [signatures = 0] = transaction;
  return transaction.slice(1 + 64 * signatures);
}

/** A message by its bytes. Throws, or is undefined, unless they are exactly one. */
function readMessage(bytes: Uint8Array): Message | undefined {
  const message = getCompiledTransactionMessageDecoder().decode(bytes);
  const isOurs = message.version === 0 || message.version === 'legacy';
  if (!isOurs || !isSameBytes(getCompiledTransactionMessageEncoder().encode(message), bytes))
    return undefined;
  return message as Message;
}

/** The most bytes of a transaction, legacy or of version 0, that a cluster takes. */
export const mostBytes = 1_232;

/**
 * Whether bytes begin as what signs a transaction, or as a transaction, whatever follows and however lengths are written: with
 * the byte of a version (0x80 and the version), which no text in UTF-8 begins with; or as a legacy message; or as signatures
 * and either. One of version 1 (SIMD-0385) begins with its message.
 */
export function beginsAsTransaction(bytes: Uint8Array): boolean {
  const [first = 0] = bytes;
  if (first >= 0x80) return first < 0xc0;
  return [bytes, messageBytesOf(bytes)].some(beginsAsMessage);
}

function beginsAsMessage(bytes: Uint8Array): boolean {
  const decoder = getCompiledTransactionMessageDecoder();
  const message = tryTo(() => decoder.decode(bytes.slice(0, mostBytes)));
  return message !== undefined && message.header.numSignerAccounts <= message.staticAccounts.length;
}

/** SHA-256, in base64, of a message apart from its blockhash or nonce: equal ones do the same. */
export async function digestOf(message: Message): Promise<string> {
  const timeless = { ...message, lifetimeToken: system };
  const bytes = new Uint8Array(getCompiledTransactionMessageEncoder().encode(timeless));
  return getBase64Decoder().decode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** An account of a lookup table is known to the table's nodes alone: it is named by its place in the table. */
function accountsOf(message: Message): readonly string[] {
  const lookups = ('addressTableLookups' in message && message.addressTableLookups) || [];
  const toNames = (indices: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.flatMap((lookup) =>
      lookup[indices].map((index) => `account ${index} of lookup table ${lookup.lookupTableAddress}`),
    );
  return [...message.staticAccounts, ...toNames('writableIndexes'), ...toNames('readonlyIndexes')];
}

export function instructionsOf(message: Message): readonly Instruction[] {
  const accounts = accountsOf(message);
  const addressAt = (index: number) => accounts[index] ?? '';
  return message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
    program: addressAt(programAddressIndex),
    accounts: accountIndices.map(addressAt),
    data: new Uint8Array(data ?? []),
  }));
}

function writableOf({ staticAccounts, header }: Message): readonly string[] {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  return staticAccounts.filter((_, at) =>
    at < numSignerAccounts
      ? at < numSignerAccounts - numReadonlySignerAccounts
      : at < staticAccounts.length - numReadonlyNonSignerAccounts,
  );
}

/** The bytes of the number of an instruction of the system program. */
const kindBytes = 4;

/** Whether the system program reads it as its instruction `kind`, with as many bytes at least: it ignores what follows. */
function isOfSystem({ program, data }: Instruction, kind: number, bytes: number): boolean {
  return program === system && data.length >= bytes && toUint(data.slice(0, kindBytes)) === BigInt(kind);
}

/** `AdvanceNonceAccount`: its accounts are the nonce, a sysvar and the nonce's authority. */
export function isNonceAdvance(one: Instruction): boolean {
  return isOfSystem(one, 4, kindBytes);
}

/** The recipient and the lamports of `Transfer`; undefined for any other instruction. */
export function transferOf(one: Instruction): { readonly to: string; readonly lamports: bigint } | undefined {
  const [, to] = one.accounts;
  if (to === undefined || !isOfSystem(one, 2, 12)) return undefined;
  return { to, lamports: toUint(one.data.slice(kindBytes, 12)) };
}

/** The bytes of the numbers that limit or price compute, by kind: heap (1), units (2), price (3), account data (4). */
const budgetBytes: ReadonlyMap<number, number> = new Map([
  [1, 4],
  [2, 4],
  [3, 8],
  [4, 4],
]);

/** An instruction that only limits or prices compute, and has no more bytes than that. */
export function isBudget({ program, data }: Instruction): boolean {
  return program === computeBudget && data.length - 1 === budgetBytes.get(data[0] ?? 0);
}

function isAssertion({ program, data }: Instruction): boolean {
  return guardPrograms.some((guard) => guard.id === program && guard.isAssertion(data));
}

/** The most lamports that a transaction with these instructions costs. */
export function feeOf(all: readonly Instruction[], signatures = 1): bigint {
  const budget = all.filter(({ program }) => program === computeBudget);
  const units = readBudget(budget, 2) ?? unitsPerInstruction * BigInt(all.length - budget.length);
  const priced = (units < maxUnits ? units : maxUnits) * (readBudget(budget, 3) ?? 0n);
  return lamportsPerSignature * BigInt(signatures) + (priced + microLamports - 1n) / microLamports;
}

/** The number of the one instruction of a kind: the chain ignores what follows it, and refuses a second one. */
function readBudget(budget: readonly Instruction[], kind: number): bigint | undefined {
  const end = 1 + (budgetBytes.get(kind) ?? 0);
  const found = budget.findLast(({ data }) => data[0] === kind && data.length >= end);
  return found && toUint(found.data.slice(1, end));
}

/** A transfer of the system program by its amount and recipient; any other instruction by its program. */
function describe(one: Instruction): [difference: string, value: string, amount?: string] {
  const transfer = transferOf(one);
  return transfer ? ['transfer', transfer.to, String(transfer.lamports)] : ['program', one.program];
}

export function toUint(littleEndian: Uint8Array): bigint {
  return littleEndian.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

export function toCoins(lamports: bigint, { decimals, symbol }: Network<'solana'>): string {
  return `${toDecimal(lamports, decimals)} ${symbol}`;
}

/** An amount in whole coins or tokens. */
export function toDecimal(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${whole}${fraction && `.${fraction}`}`;
}

function isSame(one: Instruction, other: Instruction): boolean {
  return (
    one.program === other.program &&
    String(one.accounts) === String(other.accounts) &&
    isSameBytes(one.data, other.data)
  );
}

function isSameBytes(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  return one.length === other.length && Array.from(one).every((byte, at) => byte === other[at]);
}
