import type { Ledger } from './ledger.ts';
import type { Entry } from './parse-entry.ts';

/**
 * The transaction of an account with this nonce, which the chain has, by asking ever smaller ranges of blocks how many
 * there were: some twenty questions. `from` is a block before it. Undefined where its block does not list it. Rejects
 * with `network/…` where the node has forgotten what was then.
 */
export async function findEntry(
  ledger: Ledger,
  address: string,
  nonce: number,
  from: number,
): Promise<(Entry & { readonly block: number }) | undefined> {
  let before = from - 1;
  let block = await ledger.height();
  while (block - before > 1) {
    const middle = Math.floor((before + block) / 2);
    if ((await ledger.countOf(address, middle)) > nonce) block = middle;
    else before = middle;
  }
  const entries = await ledger.entriesIn(block);
  const found = entries.find((entry) => entry.nonce === nonce && entry.from === address.toLowerCase());
  return found && { ...found, block };
}
