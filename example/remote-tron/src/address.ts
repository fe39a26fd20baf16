import { LinkspanError } from '@linkspan/contract';
import { toRecipientError } from '@linkspan/kit/recipient';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { addressForm, parseShown } from './provider.ts';

const base58check = createBase58check(sha256);
/** The first byte of every address. */
const version = 0x41;

/** An address as nodes have it: 42 hexadecimal digits. Undefined for what is no address, or has another checksum. */
export function toHexAddress(address: string): string | undefined {
  try {
    const bytes = base58check.decode(address);
    return bytes.length === 21 && bytes[0] === version ? bytesToHex(bytes) : undefined;
  } catch {
    return undefined;
  }
}

/** The address with these 42 hexadecimal digits. */
export function fromHexAddress(hex: string): string {
  return base58check.encode(hexToBytes(hex));
}

/** The address that a wallet shows, with its checksum verified. Throws `wallet/malformed`. */
export function parseVerified(shown: unknown, wallet: string): string | undefined {
  const address = parseShown(shown, wallet);
  if (address === undefined || toHexAddress(address) !== undefined) return address;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'accounts' });
}

/** The address of a recipient. Throws `input/recipient…`. */
export function parseRecipient(value: string): string {
  if (toHexAddress(value) !== undefined) return value;
  if (addressForm.test(value)) throw new LinkspanError('input/recipient-checksum', { value });
  throw toRecipientError(value, 'Tron');
}
