import { field, LinkspanError } from '@linkspan/contract';
import { parseAccountId } from './account-id.ts';

/** What a wallet signed, as NEP-413 has it. */
export interface SignedMessage {
  readonly accountId: string;
  /** `ed25519:` and base58. */
  readonly publicKey: string;
  /** 64 bytes in base64. */
  readonly signature: string;
  /** Part of what was signed, if the wallet says so. */
  readonly callbackUrl?: string;
  readonly state?: string;
}

const base58Form = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const keyForm = /^ed25519:[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const signatureForm = /^[A-Za-z\d+/]{86}(==)?$/;

/** What `signMessage` answers. Throws `wallet/malformed`. */
export function parseSignedMessage(answer: unknown, wallet: string): SignedMessage {
  const accountId = parseAccountId(field(answer, 'accountId'));
  if (accountId === undefined) throw new LinkspanError('wallet/malformed', { wallet, place: 'accountId' });
  const publicKey = parseText(answer, 'publicKey', keyForm, wallet);
  const signature = parseText(answer, 'signature', signatureForm, wallet);
  return { accountId, publicKey, signature, ...toTold(answer, 'callbackUrl'), ...toTold(answer, 'state') };
}

/** The id of a transaction in base58, from the outcome that a wallet tells. Throws `wallet/malformed`. */
export function parseTransactionId(answer: unknown, wallet: string): string {
  // Some wallets answer with a list, alone or in `transactions`, though they were asked for one.
  const outcomes = [field(answer, 'transactions'), answer].find(Array.isArray) ?? [answer];
  const hash = field(field(outcomes[0], 'transaction'), 'hash');
  if (typeof hash === 'string' && base58Form.test(hash)) return hash;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'transaction.hash' });
}

/** What a wallet need not tell; another form than a text of 2,000 characters tells nothing. */
function toTold<Name extends 'callbackUrl' | 'state'>(
  answer: unknown,
  name: Name,
): { readonly [key in Name]?: string } {
  const value = field(answer, name);
  return typeof value === 'string' && value.length <= 2_000
    ? ({ [name]: value } as { [key in Name]: string })
    : {};
}

function parseText(answer: unknown, place: 'publicKey' | 'signature', form: RegExp, wallet: string): string {
  const value = field(answer, place);
  if (typeof value === 'string' && form.test(value)) return value;
  throw new LinkspanError('wallet/malformed', { wallet, place });
}
