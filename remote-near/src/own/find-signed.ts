import type { Keys, Ledger } from './ledger.ts';

/** Of so many blocks in which an account has signed the page looks what it was. */
const mostLooked = 20;

/**
 * The ids of the transactions that an account has signed after a block, the oldest first, by asking ever smaller ranges
 * of blocks whether the nonces of its keys had changed. Rejects with `network/…` where the node has forgotten what was.
 */
export async function* findSigned(ledger: Ledger, accountId: string, since: Keys): AsyncGenerator<string> {
  const last = await ledger.keysOf(accountId);
  let before = since;
  for (let looked = 0; looked < mostLooked && last.nonces !== before.nonces; looked += 1) {
    const changed = await findChange(ledger, accountId, before, last);
    if (changed === undefined) return;
    yield* await ledger.signedIn(accountId, changed.height);
    before = changed;
  }
}

/** The first block after `before` in which the nonces are others; undefined where there is none yet. */
async function findChange(
  ledger: Ledger,
  accountId: string,
  before: Keys,
  last: Keys,
): Promise<Keys | undefined> {
  if (last.height <= before.height) return undefined;
  let [unchanged, bound] = [before.height, last.height];
  let changed = last;
  while (bound - unchanged > 1) {
    const middle = Math.floor((unchanged + bound) / 2);
    // Of the next block, where there is none of this height.
    const keys = await ledger.keysOf(accountId, middle);
    if (keys.nonces === before.nonces) unchanged = keys.height;
    else [changed, bound] = [keys, middle];
  }
  return changed;
}
