import { networkOf, type Settled, type Unsettled } from '@linkspan/contract';
import { isUnread, toEnded } from '@linkspan/kit/compare';
import { findNetwork } from '@linkspan/kit/find-network';
import type { SettleSend } from '@linkspan/kit/session';
import { parseNote } from './chain.ts';
import { toNetworkError } from './failures.ts';
import { type History, openHistory, type Standing } from './history.ts';

type Send = Unsettled<'solana'>;

/**
 * Looks up once the outcome of a send by its id; it is `unknown` if the wallet did not tell one. A transaction that most
 * of the cluster has not seen by its last block never lands. What has landed is compared with what was asked. Rejects
 * with `network/…`.
 */
export const settle: SettleSend<'solana'> = async (send, { networks, signal }) => {
  const network = findNetwork(networks, networkOf(send.from), '');
  if (send.transaction === undefined) return { state: 'unknown' };
  try {
    return await follow(openHistory(network, signal), send, send.transaction);
  } catch (error) {
    throw toNetworkError(error, network.title);
  }
};

async function follow(history: History, send: Send, transaction: string): Promise<Settled> {
  // The block first: what is not known by then did not land up to it.
  const final = await history.readFinal();
  const standing = await history.standingOf(transaction, final);
  if (standing !== undefined && standing !== 'waiting') return readEnd(history, send, transaction, standing);
  const note = parseNote(send.note);
  // Without `answered` nobody knows which blockhash the wallet has signed with.
  const isOver =
    standing === undefined &&
    note?.answered !== undefined &&
    final.height > Math.max(note.lastHeight, note.answered);
  return isOver && (await history.reachesBack(note.slot))
    ? { state: 'expired' }
    : { state: 'sent', transaction };
}

async function readEnd(
  history: History,
  send: Send,
  transaction: string,
  { succeeded, isFinal }: Standing,
): Promise<Settled> {
  const comparison = await history.compare(transaction, send);
  // A node shows a transaction a moment after it has told of it.
  if (isUnread(comparison) && !isFinal) return { state: 'sent', transaction };
  return toEnded(send, { transaction, succeeded, comparison, isFinal });
}
