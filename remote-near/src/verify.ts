import { field, LinkspanError } from '@linkspan/contract';
import { isSignedBy } from '@linkspan/kit/verified';
import { parseAccountId } from './accounts.ts';
import { isKey, toKeyBytes } from './keys.ts';

/** The payload of a signature: NEP-413. */
export interface Nep413Message {
  readonly message: string;
  /** For whom it is signed. */
  readonly recipient: string;
  /** 32 bytes. */
  readonly nonce: Uint8Array;
  /** Where a wallet that leaves the page brings its answer. */
  readonly callbackUrl?: string | undefined;
}

/** A wallet's signed message: NEP-413. */
export interface SignedMessage {
  readonly accountId: string;
  /** `ed25519:` and base58. */
  readonly publicKey: string;
  /** 64 bytes in base64. */
  readonly signature: string;
  /** Part of the signed payload, if the wallet returns it. */
  readonly callbackUrl?: string;
  readonly state?: string;
}

const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z\d+/]{86}(==)?$/.test(value);

/** Keeps a message from being a transaction: 2 to the 31st, plus 413. */
const tag = 2_147_484_061;

/** The answer of `signMessage`. Throws `wallet/malformed`. */
export function parseSignedMessage(answer: unknown, wallet: string): SignedMessage {
  const accountId = parseAccountId(field(answer, 'accountId'));
  if (accountId === undefined) throw new LinkspanError('wallet/malformed', { wallet, place: 'accountId' });
  const publicKey = parseText(answer, 'publicKey', isKey, wallet);
  const signature = parseText(answer, 'signature', isSignature, wallet);
  return { accountId, publicKey, signature, ...toTold(answer, 'callbackUrl'), ...toTold(answer, 'state') };
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

function parseText(
  answer: unknown,
  place: 'publicKey' | 'signature',
  isIt: (value: unknown) => value is string,
  wallet: string,
): string {
  const value = field(answer, place);
  if (isIt(value)) return value;
  throw new LinkspanError('wallet/malformed', { wallet, place });
}

/**
 * The payload that the key has signed; undefined if no permitted payload matches. A wallet may tell another callback than
 * the given one, leave it out, or take the page's own address unasked.
 */
export async function findSigned(
  payload: Nep413Message,
  { publicKey, signature: text, callbackUrl }: SignedMessage,
): Promise<Nep413Message | undefined> {
  const signature = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const key = toKeyBytes(publicKey);
  for (const one of [callbackUrl, payload.callbackUrl, undefined, window.location.href]) {
    const message = await toNep413Hash({ ...payload, callbackUrl: one });
    if (await isSignedBy({ key, message, signature })) return { ...payload, callbackUrl: one };
  }
  return undefined;
}

/** The 32 bytes that a key signs: the SHA-256 of tag and message in Borsh (NEP-413, "Verification"). */
async function toNep413Hash({ message, nonce, recipient, callbackUrl }: Nep413Message): Promise<Uint8Array> {
  const callback = callbackUrl === undefined ? [[0]] : [[1], ...toText(callbackUrl)];
  const parts = [toUint(tag), ...toText(message), nonce, ...toText(recipient), ...callback];
  const payload = new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
  return new Uint8Array(await crypto.subtle.digest('SHA-256', payload));
}

/** A text in Borsh: the length of its UTF-8, then that. */
function toText(text: string): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  return [toUint(bytes.length), bytes];
}

/** Four bytes, the least significant first. */
function toUint(number: number): Uint8Array {
  return Uint8Array.from([0, 8, 16, 24], (shift) => number >>> shift);
}
