import {
  addressOf,
  type Comparison,
  type Incomparable,
  type Movement,
  networkOf,
  type Unsettled,
} from '@linkspan/contract';
import { compareMoved, notCompared } from '@linkspan/kit/compare';
import { type Address, getAddress } from 'viem';
import type { History, Receipt } from './history.ts';
import { toChainId } from './provider.ts';
import type { Transaction } from './transaction.ts';

type Send = Pick<Unsettled<'eip155'>, 'from' | 'to' | 'amount'>;

/** Below 2^16 an address may be a precompile, which does something although it has no code. */
const precompileForm = /^0x0{36}/;

/**
 * Compares a transaction that a block has with the send that was asked for. Only a plain transfer can be compared, or a
 * transfer with input to an address without code: what a contract did with a call is not in the transaction. Rejects
 * with `network/…`.
 */
export async function compareLanded(history: History, send: Send, receipt: Receipt): Promise<Comparison> {
  const transaction = await history.transactionOf(receipt.hash);
  if (transaction === undefined || transaction.block !== receipt.block) return notCompared('unreadable');
  if (!isOfChain(transaction, send)) return notCompared('unreadable');
  const { from, to, value, isPlain, isDelegating } = transaction;
  if (isDelegating) return notCompared('smart-account');
  if (to === undefined || (!isPlain && (await isCall(history, to, receipt.block))))
    return notCompared(whyNot(transaction, send));
  const comparison = compareMoved([toMovement(from, to, value)], toAsked(send));
  return comparison.result === 'as-asked' && !isPlain ? notCompared('more') : comparison;
}

/** Whether a transaction is the plain transfer that was asked for, whatever has become of it. */
export function isAsAsked(transaction: Transaction, send: Send): boolean {
  const { from, to, value, isPlain, isDelegating } = transaction;
  if (to === undefined || !isPlain || isDelegating || !isOfChain(transaction, send)) return false;
  return compareMoved([toMovement(from, to, value)], toAsked(send)).result === 'as-asked';
}

function toAsked({ from, to, amount }: Send) {
  return toMovement(addressOf(from), to, amount);
}

/** With the checksums of its addresses (EIP-55), which is how people are shown them. */
function toMovement(from: string, to: string, amount: bigint | string): Movement {
  return { from: toChecksum(from), to: toChecksum(to), amount: String(amount) };
}

function toChecksum(address: string): string {
  const lower = address.toLowerCase();
  return /^0x[\da-f]{40}$/.test(lower) ? getAddress(lower as Address) : address;
}

function isOfChain({ chainId }: Transaction, { from }: Send): boolean {
  return chainId === undefined || chainId === toChainId(networkOf(from));
}

async function isCall(history: History, to: string, block: number): Promise<boolean> {
  return precompileForm.test(to) || (await history.hasCode(to, block)) !== false;
}

function whyNot({ from, to }: Transaction, send: Send): Incomparable {
  const own = addressOf(send.from).toLowerCase();
  if (from !== own) return 'relayer';
  return to === own ? 'smart-account' : 'contract';
}
