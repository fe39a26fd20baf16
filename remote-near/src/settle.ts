import { addressOf, networkOf, type Settled, type Unsettled } from '@linkspan/contract';
import { toEnded } from '@linkspan/kit/compare';
import { findNetwork } from '@linkspan/kit/find-network';
import type { SettleSend } from '@linkspan/kit/session';
import { parseNote } from './chain.ts';
import { type History, type Keys, type Known, openHistory } from './history.ts';
import { createRpc } from './nodes.ts';

type Send = Unsettled<'near'>;

/** A transaction names a block, and lands within so many blocks after it or never (`transaction_validity_period`). */
const validBlocks = 86_400;

/** Of so many blocks in which an account has signed the page looks what it was. */
const mostLooked = 20;

/**
 * Looks up once the outcome of a send: by its id, or where the wallet had not answered, among what its account has signed
 * since. What the chain has is compared with what was asked. Rejects with `network/…`.
 */
export const settle: SettleSend<'near'> = async (send, { networks, signal }) => {
  const network = findNetwork(networks, networkOf(send.from), '');
  const history = openHistory(createRpc(network, signal), network.title);
  return send.transaction === undefined
    ? findUnnamed(history, send)
    : follow(history, send, send.transaction);
};

async function follow(history: History, send: Send, transaction: string): Promise<Settled> {
  // The block first: what is not known by then did not land up to it.
  const height = await history.finalHeight();
  const known = await history.transactionOf(transaction, send);
  if (known !== undefined) return toSettled(send, transaction, known);
  const note = parseNote(send.note);
  const isOver = note?.answered !== undefined && height > note.answered + validBlocks;
  return isOver && (await history.reachesBack(note.height))
    ? { state: 'expired' }
    : { state: 'sent', transaction };
}

async function findUnnamed(history: History, send: Send): Promise<Settled> {
  const note = parseNote(send.note);
  if (note === undefined) return { state: 'unknown' };
  const address = addressOf(send.from);
  const since = { height: note.height, nonces: BigInt(note.nonces) };
  for await (const id of findSigned(history, address, since)) {
    const known = send.others.includes(id) ? undefined : await history.transactionOf(id, send);
    // What is merely alike may be another's, and the send's own prompt still open: no failure is told of it.
    const isAlike = known?.comparison.result === 'as-asked';
    if (isAlike && known.end === 'succeeded') return toSettled(send, id, known);
  }
  return { state: 'unknown' };
}

/**
 * The ids of the transactions that an account has signed after a block, the oldest first, by asking ever smaller ranges
 * of blocks whether the nonces of its keys had changed. Rejects with `network/…` where the node has forgotten what was.
 */
async function* findSigned(history: History, accountId: string, since: Keys): AsyncGenerator<string> {
  const last = await history.keysOf(accountId);
  let before = since;
  for (let looked = 0; looked < mostLooked && last.nonces !== before.nonces; looked += 1) {
    const changed = await findChange(history, accountId, before, last);
    if (changed === undefined) return;
    yield* await history.signedIn(accountId, changed.height);
    before = changed;
  }
}

/** The first block after `before` in which the nonces are others; undefined if there is none yet. */
async function findChange(
  history: History,
  accountId: string,
  before: Keys,
  last: Keys,
): Promise<Keys | undefined> {
  if (last.height <= before.height) return undefined;
  let [unchanged, bound] = [before.height, last.height];
  let changed = last;
  while (bound - unchanged > 1) {
    const middle = Math.floor((unchanged + bound) / 2);
    // Of the next block, if there is none of this height.
    const keys = await history.keysOf(accountId, middle);
    if (keys.nonces === before.nonces) unchanged = keys.height;
    else [changed, bound] = [keys, middle];
  }
  return changed;
}

function toSettled(send: Send, transaction: string, { end, comparison }: Known): Settled {
  if (end === undefined) return { state: 'sent', transaction };
  return toEnded(send, { transaction, succeeded: end === 'succeeded', comparison, isFinal: true });
}
