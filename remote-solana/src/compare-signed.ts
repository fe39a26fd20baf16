import { LinkspanError, type Network } from '@linkspan/contract';
import { tryTo } from '@linkspan/kit/util';
import {
  type CompiledTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS as system } from '@solana-program/system';
import { guardPrograms, maxFeeLamports, type SignedLifetime } from './chain.ts';

type Message = CompiledTransactionMessage & { readonly version: 0 | 'legacy' };

/** An instruction with the addresses of its accounts in place of their indices. */
interface Instruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

const computeBudget = 'ComputeBudget111111111111111111111111111111';
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
export function compareSigned(
  unsigned: Uint8Array,
  signed: Uint8Array,
  { wallet, network }: { readonly wallet: string; readonly network: Network<'solana'> },
): SignedLifetime {
  const [built, found] = [parseMessage(unsigned), parseMessage(signed)];
  const fail = (difference: string): never => {
    throw new LinkspanError('wallet/other-transaction', { wallet, difference });
  };
  if (built === undefined || found === undefined) return fail('a transaction that this page cannot read');
  const [sender = ''] = built.staticAccounts;
  const [transfer] = instructionsOf(built);
  if (found.staticAccounts[0] !== sender) fail(`${found.staticAccounts[0]} pays the fee`);
  if (found.header.numSignerAccounts !== 1) fail(`${found.staticAccounts[1]} has to sign as well`);
  if ('addressTableLookups' in found && (found.addressTableLookups?.length ?? 0) > 0)
    fail('more accounts, of a lookup table, may be changed');

  const isTransfer = (one: Instruction) => transfer !== undefined && isSame(one, transfer);
  const all = instructionsOf(found);
  const nonces = all.filter((one, at) => at === 0 && isNonceAdvance(one, sender));
  const budget = all.filter(isBudget);
  const rest = all.filter((one) => ![...nonces, ...budget].includes(one) && !isAssertion(one));
  const other = rest.find((one) => !isTransfer(one)) ?? rest[1];
  if (other !== undefined) fail(describe(other, network));
  if (rest.length === 0) fail('the transfer is missing');

  const known = [sender, ...(transfer?.accounts ?? []), ...nonces.map(({ accounts }) => accounts[0])];
  const writable = writableOf(found).find((address) => !known.includes(address));
  if (writable !== undefined) fail(`${writable} may be changed`);
  const fee = feeOf(budget, all.length - budget.length);
  if (fee > maxFeeLamports) fail(`a fee of up to ${toCoins(fee, network)}`);

  if (nonces.length > 0) return 'nonce';
  return found.lifetimeToken === built.lifetimeToken ? 'unchanged' : 'other-blockhash';
}

/**
 * The message of a transaction: a count, as many signatures of 64 bytes, and the message. Undefined unless these are
 * exactly the bytes of one in a version that the page builds.
 */
function parseMessage(transaction: Uint8Array): (Message & { readonly lifetimeToken: string }) | undefined {
  return tryTo(() => {
    const [signatures = 0] = transaction;
    const bytes = transaction.slice(1 + 64 * signatures);
    const message = getCompiledTransactionMessageDecoder().decode(bytes);
    const isOurs = message.version === 0 || message.version === 'legacy';
    if (!isOurs || message.header.numSignerAccounts !== signatures) return undefined;
    return isSameBytes(getCompiledTransactionMessageEncoder().encode(message), bytes) ? message : undefined;
  });
}

function instructionsOf({ staticAccounts, instructions }: Message): readonly Instruction[] {
  const addressAt = (index: number) => staticAccounts[index] ?? '';
  return instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
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

/** `AdvanceNonceAccount` of the system program: its accounts are the nonce, a sysvar and the nonce's authority. */
function isNonceAdvance({ program, accounts, data }: Instruction, sender: string): boolean {
  return program === system && isSameBytes(data, [4, 0, 0, 0]) && accounts[2] === sender;
}

/** An instruction that only limits or prices compute: heap (1), units (2), price (3), account data (4). */
function isBudget({ program, data }: Instruction): boolean {
  return program === computeBudget && [1, 2, 3, 4].includes(data[0] ?? 0);
}

function isAssertion({ program, data }: Instruction): boolean {
  return guardPrograms.some((guard) => guard.id === program && guard.isAssertion(data));
}

/** The most lamports that a transaction with one signature costs. */
function feeOf(budget: readonly Instruction[], instructions: number): bigint {
  const last = (kind: number) => budget.findLast(({ data }) => data[0] === kind)?.data.slice(1);
  const [limit, price] = [last(2), last(3)];
  const units = limit === undefined ? unitsPerInstruction * BigInt(instructions) : toUint(limit);
  const priced = (units < maxUnits ? units : maxUnits) * (price === undefined ? 0n : toUint(price));
  return lamportsPerSignature + (priced + microLamports - 1n) / microLamports;
}

/** A transfer of the system program by its amount and recipient; any other instruction by its program. */
function describe({ program, accounts, data }: Instruction, network: Network<'solana'>): string {
  const isTransfer = program === system && data.length === 12 && isSameBytes(data.slice(0, 4), [2, 0, 0, 0]);
  if (isTransfer) return `${toCoins(toUint(data.slice(4)), network)} go to ${accounts[1]}`;
  return `an instruction of program ${program}`;
}

function toUint(littleEndian: Uint8Array): bigint {
  return littleEndian.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

function toCoins(lamports: bigint, { decimals, symbol }: Network<'solana'>): string {
  const digits = String(lamports).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${fraction && `.${fraction}`} ${symbol}`;
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
