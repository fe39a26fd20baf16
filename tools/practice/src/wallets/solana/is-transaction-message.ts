import { parseSolanaTransaction } from './solana-transaction.ts';

/** Whether some bytes read as what a Solana transaction signs. */
export function isTransactionMessage(message: Uint8Array): boolean {
  const needed = message[0] === 128 ? message[1] : message[0];
  // A compact length of one byte; no transaction that fits a packet has more signatures.
  if (needed === undefined || needed === 0 || needed > 127) return false;
  const transaction = new Uint8Array(1 + needed * 64 + message.length);
  transaction[0] = needed;
  transaction.set(message, 1 + needed * 64);
  try {
    return parseSolanaTransaction(transaction).instructions.length > 0;
  } catch {
    return false;
  }
}
