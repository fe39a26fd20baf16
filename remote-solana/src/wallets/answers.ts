import { field, LinkspanError } from '@linkspan/contract';
import { tryTo } from '@linkspan/kit/util';
import { isSignedBy } from '@linkspan/kit/verified';
import {
  getBase58Encoder,
  getBase64Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type SignatureBytes,
} from '@solana/kit';

/** The signature of 64 bytes that a wallet answers as `{signature}` in base58. Throws `wallet/malformed`. */
export function parseSignature(answer: unknown, wallet: string): Uint8Array {
  const text = field(answer, 'signature');
  const bytes = typeof text === 'string' && text.length <= 88 ? toBytes(getBase58Encoder(), text) : undefined;
  if (bytes?.length === 64) return bytes;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'signature' });
}

interface Request {
  readonly wallet: string;
  /** Base58 of the key of the signer that was asked. */
  readonly address: string;
  /** In wire format, without the signature of that key. */
  readonly transaction: Uint8Array;
}

/**
 * The signed transaction in wire format: the wallet's own if it answers one in base64, which may differ from the request;
 * else the requested one, with the signature. Rejects with `wallet/malformed`, and with `wallet/wrong-signature` if that is
 * of something else.
 */
export async function parseSigned(answer: unknown, request: Request): Promise<Uint8Array> {
  const { wallet, address, transaction } = request;
  const own = field(answer, 'transaction');
  if (own == null) {
    const signature = parseSignature(answer, wallet);
    const key = new Uint8Array(getBase58Encoder().encode(address));
    const { messageBytes, signatures } = getTransactionDecoder().decode(transaction);
    const message = new Uint8Array(messageBytes);
    const isSigned = await isSignedBy({ key, message, signature }).catch(() => true);
    if (!isSigned) throw new LinkspanError('wallet/wrong-signature', { wallet });
    const signed = { messageBytes, signatures: { ...signatures, [address]: signature as SignatureBytes } };
    return new Uint8Array(getTransactionEncoder().encode(signed));
  }
  const bytes = typeof own === 'string' ? toBytes(getBase64Encoder(), own) : undefined;
  // A count, a signature, and at least something that it is of.
  if (bytes !== undefined && bytes.length > 65) return bytes;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'signedTransaction' });
}

function toBytes(encoder: ReturnType<typeof getBase58Encoder>, text: string): Uint8Array | undefined {
  return tryTo(() => new Uint8Array(encoder.encode(text)));
}
