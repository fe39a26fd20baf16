import { base58 } from '@scure/base';
import { alterAmount, alterRecipient } from '../alter.ts';
import type { WalletCore } from '../wallet-core.ts';
import type { SolanaSession } from './solana-session.ts';
import { parseSolanaTransaction } from './solana-transaction.ts';

const amountAt = 4;
const transferBytes = 12;

/** A copy of a transaction, with another transfer in the place of its own where the wallet's switch says so. */
export function alterTransfer(
  core: WalletCore,
  { keys }: SolanaSession,
  transaction: Uint8Array,
): Uint8Array {
  const bytes = transaction.slice();
  const { accounts, instructions } = parseSolanaTransaction(bytes);
  const transfer = instructions.find(({ data }) => data.length === transferBytes);
  const [from, to] = (transfer?.accounts ?? []).map((place) => accounts[place]);
  if (transfer === undefined || from === undefined || to === undefined) return bytes;
  const own = keys.map(({ address }) => address);
  bytes.set(base58.decode(alterRecipient(core, { from, to }, own)), findBytes(bytes, base58.decode(to)));
  const changed = transfer.data.slice();
  const view = new DataView(changed.buffer);
  view.setBigUint64(amountAt, alterAmount(core, view.getBigUint64(amountAt, true)), true);
  bytes.set(changed, findBytes(bytes, transfer.data));
  return bytes;
}

function findBytes(bytes: Uint8Array, wanted: Uint8Array): number {
  return bytes.findIndex((_, at) => wanted.every((byte, offset) => bytes[at + offset] === byte));
}
