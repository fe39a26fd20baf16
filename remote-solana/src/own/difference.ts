import type { Movement } from '@linkspan/contract';
import type { Instruction, WireTransaction } from './wire.ts';

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
