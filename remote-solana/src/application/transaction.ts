import { LinkspanError, list, Malformed, type RequestLine, type Shape } from '@linkspan/contract';
import { isSignedBy } from '@linkspan/kit/verified';
import { getBase58Encoder } from '@solana/kit';
import { instructionsOf, type Message, messageBytesOf, mostBytes, parseMessage } from '../compare-signed.ts';
import { bytes } from './asked.ts';

/** A transaction that an application requests. */
export interface Requested {
  /** In wire format. */
  readonly wire: Uint8Array;
  readonly message: Message;
}

const mostTransactions = 20;

const transaction: Shape<Requested> = (value, place) => {
  const wire = bytes(value, place);
  const message = wire.length <= mostBytes ? parseMessage(wire) : undefined;
  if (message === undefined) throw new Malformed(place, 'a transaction, legacy or of version 0, in base64');
  if (instructionsOf(message).length === 0) throw new Malformed(place, 'a transaction with an instruction');
  return { wire, message };
};

export const transactions = list(transaction, mostTransactions);

/** Throws `Malformed` for a transaction that the account need not sign. */
export function assertSigner({ message }: Requested, address: string, place: string): void {
  if (signersOf(message).includes(address)) return;
  throw new Malformed(place, 'a transaction that the account in use has to sign');
}

function signersOf({ staticAccounts, header }: Message): readonly string[] {
  return staticAccounts.slice(0, header.numSignerAccounts);
}

/**
 * Verifies the account's signature of a transaction in wire format, which its wallet may have changed: returns its message.
 * Rejects with `wallet/malformed`, `wallet/wrong-signature`.
 */
export async function verifySigned(
  signed: Uint8Array,
  { wallet, address }: { readonly wallet: string; readonly address: string },
): Promise<Message> {
  const message = parseMessage(signed);
  if (message === undefined)
    throw new LinkspanError('wallet/malformed', { wallet, place: 'signedTransaction' });
  const at = signersOf(message).indexOf(address);
  const signature = signed.slice(1 + 64 * at, 65 + 64 * at);
  const key = new Uint8Array(getBase58Encoder().encode(address));
  const verifying = isSignedBy({ key, message: messageBytesOf(signed), signature });
  // Where the platform has no Ed25519 nobody can tell.
  if (at >= 0 && (await verifying.catch(() => true))) return message;
  throw new LinkspanError('wallet/wrong-signature', { wallet });
}

/** Numbers the lines of several parts. */
export function toNumbered(parts: readonly (readonly RequestLine[])[], before = ''): readonly RequestLine[] {
  if (parts.length === 1 && before === '') return parts.flat();
  return parts.flatMap((lines, at) => [{ is: 'call', value: `${before}${at + 1}` } as const, ...lines]);
}
