import { addressOf, type Comparison, type Movement, type Unsettled } from '@linkspan/contract';
import { compareMoved, notCompared } from '@linkspan/kit/compare';
import { findDifference, isTransferOnly, toTransfers } from './difference.ts';
import type { Landed } from './landed.ts';

type Send = Pick<Unsettled<'solana'>, 'from' | 'to' | 'amount'>;
/** By account: what it has more, or less, of one coin. */
type Changes = ReadonlyMap<string, bigint>;

/**
 * Compares a transaction that the cluster has with the send that was asked for: by its own instructions where they are
 * transfers and what wallets add, else by what it changed in the balances of sender and recipient.
 */
export function compareLanded(landed: Landed | undefined, { from, to, amount }: Send): Comparison {
  if (landed === undefined) return notCompared('unreadable');
  const asked = { from: addressOf(from), to, amount };
  const { wire, succeeded, hasInner } = landed;
  if (isTransferOnly(wire) && !hasInner) {
    const comparison = compareMoved(toTransfers(wire), asked);
    if (comparison.result !== 'as-asked') return comparison;
    if (succeeded && !isPaid(landed, asked)) return notCompared('unreadable');
    return findDifference(wire, asked) === undefined ? comparison : notCompared(whyNot(landed, asked));
  }
  if (!succeeded || (isPaid(landed, asked) && !losesTokens(landed, asked)))
    return notCompared(whyNot(landed, asked));
  return { result: 'not-as-asked', moved: toMoved(landed).slice(0, 20) };
}

function whyNot({ wire }: Landed, asked: Movement) {
  if (wire.accounts[0] !== asked.from) return 'relayer';
  return isTransferOnly(wire) ? 'more' : 'contract';
}

/** Whether the recipient has got the amount, and the sender has not lost more than it; the fee is not counted. */
function isPaid({ lamports }: Landed, { from, to, amount }: Movement): boolean {
  const [paid, got] = [lamports.get(from) ?? 0n, lamports.get(to) ?? 0n];
  return from === to ? paid === 0n : got === BigInt(amount) && paid >= -BigInt(amount);
}

function losesTokens({ tokens }: Landed, { from }: Movement): boolean {
  return [...tokens.values()].some((changes) => (changes.get(from) ?? 0n) < 0n);
}

function toMoved({ lamports, tokens }: Landed): readonly Movement[] {
  const ofTokens = [...tokens].flatMap(([asset, changes]) =>
    toMovements(changes).map((one) => ({ ...one, asset })),
  );
  return [...toMovements(lamports), ...ofTokens];
}

/** Who paid whom can be told where one account alone has paid, or one alone was paid. */
function toMovements(changes: Changes): readonly Movement[] {
  const payers = [...changes].filter(([, change]) => change < 0n);
  const paid = [...changes].filter(([, change]) => change > 0n);
  const [[payer] = [], [receiver] = []] = [payers[0], paid[0]];
  if (payers.length === 1 && payer !== undefined)
    return paid.map(([to, change]) => ({ from: payer, to, amount: String(change) }));
  if (paid.length !== 1 || receiver === undefined) return [];
  return payers.map(([from, change]) => ({ from, to: receiver, amount: String(-change) }));
}
