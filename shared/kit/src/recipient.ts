import { LinkspanError } from '@linkspan/contract';

/**
 * The error for a recipient that is no valid address of the `own` family, such as `Ethereum`, by the text's form:
 * `input/recipient-family` for an address of another chain, `input/recipient-name` for a name, else `input/recipient`.
 */
export function toRecipientError(value: string, own: string): LinkspanError {
  const kind = forms.find(([form]) => form.test(value))?.[1];
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
  // Base58, by its length: 32 bytes take more than 34 digits, unless they begin with 23 zeros.
  [/^(?=1{23}|.{35})[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'Solana'],
  [/^(1[1-9A-HJ-NP-Za-km-z]{24,33}|3[1-9A-HJ-NP-Za-km-z]{33})$/, 'Bitcoin'],
  [/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'Tron'],
];

/** Whether it may be a name of a name service: labels with dots between them, in any script, the last with a letter. */
function isName(value: string): boolean {
  return /^([^\s.:/@]+\.)+[^\s.:/@]*\p{L}[^\s.:/@]*$/u.test(value);
}
