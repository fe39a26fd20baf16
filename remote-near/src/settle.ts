import { addressOf, networkOf, type Settled, type Unsettled } from '@linkspan/contract';
import { isUnread } from '@linkspan/kit/compare';
import { findNetwork } from '@linkspan/kit/find-network';
import type { SettleSend } from '@linkspan/kit/session';
import { findSigned } from './own/find-signed.ts';
import { type Known, type Ledger, openLedger } from './own/ledger.ts';
import { parseNote } from './own/note.ts';
import { createRpc } from './own/rpc.ts';

type Send = Unsettled<'near'>;

/** A transaction names a block, and lands within so many blocks after it or never (`transaction_validity_period`). */
const validBlocks = 86_400;

/**
 * Looks once what became of a send: by its id, or where the wallet had not answered, among what its account has signed
 * since. What the chain has is compared with what was asked. Rejects with `network/…`.
 */
export const settle: SettleSend<'near'> = async (send, { networks, signal }) => {
  const network = findNetwork(networks, networkOf(send.from), '');
  const ledger = openLedger(createRpc(network, signal), network.title);
  return send.transaction === undefined ? findUnnamed(ledger, send) : follow(ledger, send, send.transaction);
};

async function follow(ledger: Ledger, send: Send, transaction: string): Promise<Settled> {
  // The block first: what is not known by then did not land up to it.
  const height = await ledger.finalHeight();
  const known = await ledger.transactionOf(transaction, send);
  if (known !== undefined) return toEnd(send, transaction, known);
  const note = parseNote(send.note);
  const isOver = note?.answered !== undefined && height > note.answered + validBlocks;
  return isOver && (await ledger.reachesBack(note.height))
    ? { state: 'expired' }
    : { state: 'sent', transaction };
}

async function findUnnamed(ledger: Ledger, send: Send): Promise<Settled> {
  const note = parseNote(send.note);
  if (note === undefined) return { state: 'unknown' };
  const address = addressOf(send.from);
  const since = { height: note.height, nonces: BigInt(note.nonces) };
  for await (const id of findSigned(ledger, address, since)) {
    const known = send.others.includes(id) ? undefined : await ledger.transactionOf(id, send);
    // What is merely alike may be another's, and the send's own prompt still open: no failure is told of it.
    const isAlike = known?.comparison.result === 'as-asked';
    if (isAlike && known.end === 'succeeded') return toEnd(send, id, known);
  }
  return { state: 'unknown' };
}

function toEnd({ from }: Send, transaction: string, { end, comparison }: Known): Settled {
  if (end === undefined) return { state: 'sent', transaction };
  // What could not be read is looked for again.
  const ended = { transaction, comparison, isFinal: !isUnread(comparison) };
  if (end === 'succeeded') return { ...ended, state: 'landed' };
  const failure = { code: 'network/reverted', context: { network: networkOf(from) } };
  return { ...ended, state: 'failed', failure };
}
