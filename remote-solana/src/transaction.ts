import { isA, type Movement } from '@linkspan/contract';
import { getBase58Decoder } from '@solana/kit';

/** An instruction with its addresses in base58; those that come from a lookup table are empty texts. */
export interface Instruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

/** A transaction, legacy or version 0, as its bytes have it. */
export interface WireTransaction {
  /** The first signature, which is the transaction's id, in base58. */
  readonly id: string;
  /** The addresses that are spelled out, the one that pays the fee first. */
  readonly accounts: readonly [string, ...string[]];
  /** Or the value of a durable nonce. */
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
  readonly hasLookups: boolean;
}

const system = '11111111111111111111111111111111';
const computeBudget = 'ComputeBudget111111111111111111111111111111';
const memos = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'];
/** Phantom and Solflare add its assertions: https://docs.phantom.com/developer-powertools/lighthouse */
const lighthouse = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';

/** Lighthouse's assertions: what comes before writes to accounts, what follows calls other programs. */
const [firstAssertion, lastAssertion] = [2, 15];
/** Instructions of the system program. */
const [transfer, advanceNonce] = [2, 4];
/** Of the compute budget: heap, units, price of a unit, size of accounts. */
const [firstBudget, unitLimit, unitPrice, lastBudget] = [1, 2, 3, 4];
const mostUnits = 1_400_000n;
/** A tenth of a SOL: far above what a transfer costs in the busiest hours. */
const mostPriorityFee = 100_000_000n;

/**
 * In what a transaction differs from the transfer that was asked for, in words; undefined if it is that transfer, paid
 * by its sender, and all that was added is what wallets may add: compute budget, memo, advance of a nonce, assertions
 * of Lighthouse. Its blockhash may be another.
 */
export function findDifference(found: WireTransaction, asked: Movement): string | undefined {
  if (found.hasLookups) return 'an address lookup table';
  const added = found.instructions.find(
    (one, index) => toTransfer(one) === undefined && !isHarmless(one, index),
  );
  if (added !== undefined) return `an added instruction of the program ${added.program}`;
  const [first, second] = toTransfers(found);
  if (first === undefined) return 'no transfer';
  if (first.from !== asked.from) return 'the sender';
  if (first.to !== asked.to) return 'the recipient';
  if (first.amount !== asked.amount) return 'the amount';
  if (second !== undefined) return 'a second transfer';
  if (found.accounts[0] !== asked.from) return 'the account that pays the fee';
  return toPriorityFee(found.instructions) > mostPriorityFee ? 'a very high fee' : undefined;
}

/** The transfers of SOL that a transaction's own instructions make. */
export function toTransfers({ instructions }: WireTransaction): readonly Movement[] {
  return instructions.flatMap((one) => toTransfer(one) ?? []);
}

/** Whether a transaction's own instructions are transfers of SOL and what wallets may add, all spelled out. */
export function isTransferOnly({ instructions, hasLookups }: WireTransaction): boolean {
  return (
    !hasLookups && instructions.every((one, index) => toTransfer(one) !== undefined || isHarmless(one, index))
  );
}

/** Whether it lands at any time, for it advances a durable nonce. */
export function isDurable({ instructions: [first] }: WireTransaction): boolean {
  return first !== undefined && isNonceAdvance(first, 0);
}

/** The system program's `Transfer`: four bytes of its number, eight of lamports. */
function toTransfer({ program, accounts, data }: Instruction): Movement | undefined {
  const [from, to] = accounts;
  if (program !== system || data.length !== 12 || viewOf(data).getUint32(0, true) !== transfer)
    return undefined;
  if (accounts.length !== 2 || !from || !to) return undefined;
  return { from, to, amount: String(viewOf(data).getBigUint64(4, true)) };
}

function isHarmless(one: Instruction, index: number): boolean {
  const { program, data } = one;
  const kind = data[0] ?? 0;
  if (memos.includes(program)) return true;
  if (program === computeBudget) return kind >= firstBudget && kind <= lastBudget;
  if (program === lighthouse) return kind >= firstAssertion && kind <= lastAssertion;
  return isNonceAdvance(one, index);
}

/** It counts in the first place alone. */
function isNonceAdvance({ program, data }: Instruction, index: number): boolean {
  return (
    index === 0 && program === system && data.length === 4 && viewOf(data).getUint32(0, true) === advanceNonce
  );
}

/** In lamports, at most: units times their price, which is in millionths of a lamport. */
function toPriorityFee(instructions: readonly Instruction[]): bigint {
  const budgets = instructions.filter(({ program }) => program === computeBudget);
  const limit = budgets.find(({ data }) => data[0] === unitLimit && data.length >= 5);
  const price = budgets.find(({ data }) => data[0] === unitPrice && data.length >= 9);
  const units = limit ? BigInt(viewOf(limit.data).getUint32(1, true)) : mostUnits;
  return price ? (units * viewOf(price.data).getBigUint64(1, true)) / 1_000_000n : 0n;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** What the reader throws; nothing of it leaves this file. */
class Cut extends Error {}

/**
 * A transaction in wire format, from whatever bytes; undefined for what is none, and for versions that this page does
 * not know. The decoders of @solana/kit take bytes that follow the end, and would come before "Connected".
 */
export function parseWire(bytes: Uint8Array): WireTransaction | undefined {
  try {
    return read(createReader(bytes));
  } catch (error) {
    if (isA(error, Cut)) return undefined;
    throw error;
  }
}

type Reader = ReturnType<typeof createReader>;

function read(reader: Reader): WireTransaction {
  const signatures = reader.list(() => reader.bytes(64));
  const version = reader.peek() & 0x80 ? reader.byte() & 0x7f : undefined;
  if (version !== undefined && version !== 0) throw new Cut();
  const [signers] = [reader.byte(), reader.bytes(2)];
  const [payer, ...others] = reader.list(() => toBase58(reader.bytes(32)));
  const blockhash = toBase58(reader.bytes(32));
  const compiled = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: Uint8Array.from(reader.list(() => reader.byte())),
  }));
  const hasLookups = version === 0 && reader.list(() => readLookup(reader)).length > 0;
  const [first] = signatures;
  if (!reader.isAtEnd() || payer === undefined || first === undefined || signatures.length !== signers)
    throw new Cut();
  const accounts = [payer, ...others] as const;
  const addressAt = (index: number) => {
    const address = accounts[index];
    if (address === undefined && !hasLookups) throw new Cut();
    return address ?? '';
  };
  const instructions = compiled.map(({ program, accounts: indices, data }) => ({
    program: addressAt(program),
    accounts: indices.map(addressAt),
    data,
  }));
  return { id: toBase58(first), accounts, blockhash, instructions, hasLookups };
}

function readLookup(reader: Reader): void {
  reader.bytes(32);
  reader.list(() => reader.byte());
  reader.list(() => reader.byte());
}

function createReader(all: Uint8Array) {
  let at = 0;
  function bytes(count: number): Uint8Array {
    if (at + count > all.length) throw new Cut();
    at += count;
    return all.subarray(at - count, at);
  }
  const byte = () => bytes(1)[0] ?? 0;
  /** Solana's compact-u16: seven bits a byte, the lowest first. */
  function length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte();
      value |= (next & 0x7f) << shift;
      if ((next & 0x80) === 0) return value;
    }
    throw new Cut();
  }
  return {
    bytes,
    byte,
    peek: () => all[at] ?? 0,
    isAtEnd: () => at === all.length,
    list: <Item>(item: () => Item): Item[] => Array.from({ length: length() }, item),
  };
}

function toBase58(bytes: Uint8Array): string {
  return getBase58Decoder().decode(bytes);
}
