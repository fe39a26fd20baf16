import { LinkspanError } from '@linkspan/contract';
import { findDifference, isDurable, parseWire, toTransfers } from './transaction.ts';

/** What is known of a signed transaction before it is submitted. */
export interface Submission {
  /** Whether it lands at any time, for it advances a durable nonce. */
  readonly isDurable: boolean;
}

/**
 * Compares what a wallet has signed with the transfer that it was asked for, both in wire format, before anybody
 * submits it. Throws `wallet/other-transaction`, which says what differs.
 */
export function assertSigned(signed: Uint8Array, asked: Uint8Array, wallet: string): Submission {
  const [found, unsigned] = [parseWire(signed), parseWire(asked)];
  const [transfer] = unsigned ? toTransfers(unsigned) : [];
  const differs = found && transfer ? findDifference(found, transfer) : 'its form';
  if (found === undefined || differs !== undefined)
    throw new LinkspanError('wallet/other-transaction', { wallet, differs: differs ?? 'its form' });
  return { isDurable: isDurable(found) };
}
