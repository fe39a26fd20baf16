import { LinkspanError } from '@linkspan/contract';

/**
 * The error for a recipient that is no valid address of the `own` family, such as `Ethereum`, by the text's form:
 * `input/recipient-family` for an address of another chain, `input/recipient-name` for a name, else `input/recipient`.
 */
export function toRecipientError(value: string, own: string): LinkspanError {
  const kind = kindOf(value);
  if (kind === own) return new LinkspanError('input/recipient', { value });
  if (kind !== undefined) return new LinkspanError('input/recipient-family', { value, kind });
  return new LinkspanError(isName(value) ? 'input/recipient-name' : 'input/recipient', { value });
}

const forms: readonly (readonly [RegExp, string])[] = [
  [/^0x[\da-f]{40}$/i, 'Ethereum'],
  [/^[\da-f]{64}$|^\S+\.(near|testnet)$/i, 'NEAR'],
  // Bech32 (BIP-173): a prefix, 1, and 32 characters in one case.
  [/^(bc|tb)1[02-9ac-hj-np-z]{11,87}$/i, 'Bitcoin'],
  [/^ltc1[02-9ac-hj-np-z]{11,87}$/i, 'Litecoin'],
  [/^cosmos1[02-9ac-hj-np-z]{38,58}$/i, 'Cosmos'],
  [/^addr1[02-9ac-hj-np-z]{38,103}$/i, 'Cardano'],
  [/^[EU]Q[\w-]{46}$/, 'TON'],
];

/** The name of the chain whose addresses have this form. */
function kindOf(value: string): string | undefined {
  return forms.find(([form]) => form.test(value))?.[1] ?? kindOfBase58(value);
}

/** Solana has keys of 32 bytes; Bitcoin and Tron have a version, 20 bytes and a checksum (Base58Check). */
function kindOfBase58(value: string): string | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,44}$/.test(value)) return undefined;
  const [first, length] = readBase58(value);
  if (length === 32) return 'Solana';
  return length === 25 ? ({ 0: 'Bitcoin', 5: 'Bitcoin', 65: 'Tron' }[first] ?? undefined) : undefined;
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The first byte, and how many bytes there are. */
function readBase58(value: string): readonly [first: number, length: number] {
  const number = [...value].reduce((sum, one) => sum * 58n + BigInt(base58.indexOf(one)), 0n);
  const hex = number === 0n ? '' : number.toString(16);
  const zeros = value.length - value.replace(/^1+/, '').length;
  const digits = hex.padStart(hex.length + (hex.length % 2), '0');
  return [zeros > 0 ? 0 : Number.parseInt(digits.slice(0, 2), 16), zeros + digits.length / 2];
}

/** Whether it may be a name of a name service: labels with dots between them, in any script, the last with a letter. */
function isName(value: string): boolean {
  return /^([^\s.:/@]+\.)+[^\s.:/@]*\p{L}[^\s.:/@]*$/u.test(value);
}
