import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import type { Question } from '../ask-person.ts';
import { strangerSeed, toSigningKey } from '../odd-signature.ts';
import { isRecord } from '../shape.ts';
import { toSpelling } from '../switches.ts';
import type { WalletCore } from '../wallet-core.ts';
import { invalidParams, unauthorized } from '../wallet-error.ts';
import { toShownAccounts } from '../wallet-state.ts';
import type { NearKey } from './near-keys.ts';
import { toBytes } from './near-public-key.ts';
import { type Nep413Message, toNep413Hash } from './nep413.ts';
import { parseNearText } from './parse-near-call.ts';

/** A signed message as NEP-413 has it. */
export interface NearSignedMessage {
  readonly accountId: string;
  /** `ed25519:` and base58. */
  readonly publicKey: string;
  /** 64 bytes in base64. */
  readonly signature: string;
  /** What the page gave along. */
  readonly state?: string;
}

/** Finds the key of `signerId`, or of the active account if none is named. Throws 4100. */
export function findNearKey(core: WalletCore, keys: readonly NearKey[], signerId?: unknown): NearKey {
  const shown = toShownAccounts(core.store.get());
  const wanted = signerId === undefined ? shown[0] : String(signerId);
  const key = keys.find(({ accountId }) => accountId === wanted);
  if (!key || !shown.includes(key.accountId)) throw unauthorized(wanted ?? '');
  return key;
}

/** Reads what NEP-413 signs. Throws -32602. */
export function parseNearMessage(value: unknown): Nep413Message & { readonly state?: string } {
  const { message, nonce, recipient, callbackUrl, state } = isRecord(value) ? value : {};
  const bytes = toBytes(nonce);
  if (typeof message !== 'string') throw invalidParams('message must be a text.');
  if (bytes?.length !== 32) throw invalidParams('nonce must be 32 bytes.');
  return {
    message,
    nonce: bytes,
    recipient: parseNearText(recipient, 'recipient'),
    ...(typeof callbackUrl === 'string' && { callbackUrl }),
    ...(typeof state === 'string' && { state }),
  };
}

/** What a person is asked before a message is signed. */
export function toMessageQuestion({ message, recipient }: Nep413Message, key: NearKey): Question {
  return {
    title: 'Sign a message',
    facts: [
      { label: 'Account', value: `${key.name}, ${key.accountId}` },
      { label: 'For', value: recipient },
    ],
    text: message,
  };
}

/** A signed message as the wallet tells it: its signature in base64, or in hex if it is to come in another form. */
export function toForm({ store }: WalletCore, signed: NearSignedMessage): NearSignedMessage {
  const { switches } = store.get();
  const told = { ...signed, accountId: toSpelling(signed.accountId, switches) };
  if (!switches.otherSignatureForm) return told;
  return { ...told, signature: bytesToHex(base64.decode(signed.signature)) };
}

/** Signs a message by an account's key (NEP-413). */
export function signNearMessage(
  message: Nep413Message & { readonly state?: string },
  { accountId, publicKey, seed }: NearKey,
): NearSignedMessage {
  const signature = base64.encode(ed25519.sign(toNep413Hash(message), seed));
  return {
    accountId,
    publicKey,
    signature,
    ...(message.state !== undefined && { state: message.state }),
  };
}

/** Signs a message as `signs` says. What is put before it is a callback that the page did not give, and is not told. */
export function signOddly(
  core: WalletCore,
  keys: readonly NearKey[],
  message: Nep413Message & { readonly state?: string },
  own: NearKey,
): NearSignedMessage {
  switch (core.store.get().switches.signs) {
    case 'zeros':
      return { ...signNearMessage(message, own), signature: base64.encode(new Uint8Array(64)) };
    case 'anotherKey': {
      const publicKey = `ed25519:${base58.encode(ed25519.getPublicKey(strangerSeed))}` as const;
      return signNearMessage(message, { ...own, publicKey, seed: strangerSeed });
    }
    case 'prefixed':
      return signNearMessage({ ...message, callbackUrl: 'https://elsewhere.example/' }, own);
    default:
      return signNearMessage(message, toSigningKey(core, keys, own));
  }
}
