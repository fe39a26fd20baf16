import { addressOf, type Network, networkOf, type Settled, type Unsettled } from '@linkspan/contract';
import { findNetwork } from '@linkspan/kit/find-network';
import type { SettleSend } from '@linkspan/kit/session';
import { toNetworkError } from './failures.ts';
import { openRequest } from './own/chain-client.ts';
import { findEntry } from './own/find-entry.ts';
import { type Entry, type Ledger, openLedger } from './own/ledger.ts';
import { parseNote } from './own/note.ts';

type Send = Unsettled<'eip155'>;

/** Of so many transactions of an account the page looks which one it was. */
const mostLooked = 20;

/**
 * Looks once what became of a send: by its id; where its nonce has gone to another transaction, by that one; and where
 * the wallet had not answered, among what its account has sent since. Rejects with `network/…`.
 */
export const settle: SettleSend<'eip155'> = async (send, { networks, signal }) => {
  const network: Network<'eip155'> = findNetwork(networks, networkOf(send.from), '');
  const ledger = openLedger(openRequest(network, signal), network.title);
  const { transaction } = send;
  try {
    return await (transaction === undefined ? findUnnamed(ledger, send) : follow(ledger, send, transaction));
  } catch (error) {
    throw toNetworkError(error, network.title);
  }
};

async function follow(ledger: Ledger, send: Send, transaction: string): Promise<Settled> {
  const landed = await readEnd(ledger, send, transaction);
  if (landed !== undefined) return landed;
  const note = parseNote(send.note);
  const nonce = (await ledger.entryOf(transaction))?.nonce ?? note?.nonce;
  const sent = { state: 'sent', transaction } as const;
  if (nonce === undefined) return (await findLanded(ledger, send)) ?? sent;
  if ((await ledger.countOf(addressOf(send.from), 'latest')) <= nonce) return sent;
  // It may have landed since it was looked for.
  return (await readEnd(ledger, send, transaction)) ?? readReplacement(ledger, send, nonce);
}

/** The nonce has gone to another transaction: the same transfer for another fee, or something else. */
async function readReplacement(ledger: Ledger, send: Send, nonce: number): Promise<Settled> {
  const address = addressOf(send.from);
  const found = await findEntry(ledger, address, nonce, parseNote(send.note)?.block ?? 0).catch(
    () => undefined,
  );
  const ended = found && isOf(found, send) ? await readEnd(ledger, send, found.hash) : undefined;
  if (ended !== undefined) return ended;
  const isFinal = (await ledger.countOf(address, 'finalized').catch(() => 0)) > nonce;
  return { state: 'replaced', isFinal, ...(found && { by: found.hash }) };
}

async function findUnnamed(ledger: Ledger, send: Send): Promise<Settled> {
  return (await findLanded(ledger, send)) ?? { state: 'unknown' };
}

/** What is merely alike may be another's, and the send's own prompt still open: no failure is told of it. */
async function findLanded(ledger: Ledger, send: Send): Promise<Settled | undefined> {
  const found = await findAmong(ledger, send);
  const end = found && (await readEnd(ledger, send, found.hash));
  return end?.state === 'landed' ? end : undefined;
}

/** The transaction that the account has sent since then, and that is the same transfer. */
async function findAmong(ledger: Ledger, send: Send): Promise<Entry | undefined> {
  const note = parseNote(send.note);
  if (note === undefined) return undefined;
  const address = addressOf(send.from);
  const count = await ledger.countOf(address, 'latest');
  let { block } = note;
  for (let nonce = note.count; nonce < Math.min(count, note.count + mostLooked); nonce += 1) {
    const found = await findEntry(ledger, address, nonce, block);
    if (found && isOf(found, send) && !send.others.includes(found.hash)) return found;
    block = found?.block ?? block;
  }
  return undefined;
}

/** How a transaction has ended; undefined where the chain does not have it. `id` may be another than the send's. */
async function readEnd(
  ledger: Ledger,
  { from, transaction = '' }: Send,
  id: string,
): Promise<Settled | undefined> {
  const receipt = await ledger.receiptOf(id);
  if (receipt === undefined) return undefined;
  const isFinal = receipt.block <= (await ledger.finalHeight());
  const own = transaction || id;
  if (receipt.succeeded) return { state: 'landed', transaction: own, isFinal, ...(own !== id && { by: id }) };
  const failure = { code: 'network/reverted', context: { network: networkOf(from) } };
  return { state: 'failed', transaction: own, failure, isFinal };
}

function isOf({ from, to, value, isPlain }: Entry, send: Send): boolean {
  const isSameWay = from === addressOf(send.from).toLowerCase() && to === send.to.toLowerCase();
  return isSameWay && isPlain && String(value) === send.amount;
}
