import { type AccountId, addressOf, LinkspanError } from '@linkspan/contract';
import { isSignedBy } from '@linkspan/kit/verified';
import { getBase58Encoder } from '@solana/kit';
import type { SolanaSignInInput } from '@solana/wallet-standard-features';
import { createSignInMessageText, parseSignInMessageText } from '@solana/wallet-standard-util';
import type { SignedIn, SignedText } from './provider.ts';

/** The fields of a sign-in: domain and address are always given. */
export type SignInInput = Omit<SolanaSignInInput, 'useOffchainMessage'> & {
  readonly domain: string;
  readonly address: string;
};

/** The signing account. Requests reject with the code of the wallet's error. */
export interface Signer {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly account: AccountId;
  /** All accounts that the wallet shows. */
  readonly accounts: readonly AccountId[];
  /** The cluster as the Wallet Standard names it. Throws `wallet/network-unsupported` if it has no name for it. */
  readonly cluster: string;
  /** `solana:signMessage`. */
  ask(message: Uint8Array): Promise<SignedText>;
  /** `solana:signIn`; undefined if the wallet does not have it. */
  readonly askSignIn: ((input: SignInInput) => Promise<SignedIn>) | undefined;
}

/** The account that has signed, the one that was asked first; undefined if it is none of the wallet's. */
export async function findSigner(
  { signedMessage, signature }: SignedText,
  { account, accounts }: { readonly account: AccountId; readonly accounts: readonly AccountId[] },
): Promise<AccountId | undefined> {
  for (const one of [account, ...accounts]) {
    const key = new Uint8Array(getBase58Encoder().encode(addressOf(one)));
    if (await isSignedBy({ key, message: signedMessage, signature })) return one;
  }
  return undefined;
}

const fields: readonly (keyof SignInInput)[] = [
  ...(['domain', 'address', 'statement', 'uri', 'version', 'chainId', 'nonce'] as const),
  ...(['issuedAt', 'expirationTime', 'notBefore', 'requestId', 'resources'] as const),
];

/** Refuses a text that differs from what was asked, in whatever field. Throws `wallet/other-text` with the field. */
export function assertSignInText(text: string, input: SignInInput, wallet: string): void {
  if (text === createSignInMessageText(input)) return;
  const signed: Partial<SignInInput> = parseSignInMessageText(text) ?? {};
  const field = fields.find((one) => String(signed[one]) !== String(input[one])) ?? 'layout';
  throw new LinkspanError('wallet/other-text', { wallet, field });
}

/** The bytes before a message that is none of a chain (Off-Chain Message Signing, "Signing Domain Specifier"). */
const domain = Uint8Array.from([255, ...new TextEncoder().encode('solana offchain')]);

/** Whether bytes are an off-chain message: they begin with its domain. */
export function isOffChain(bytes: Uint8Array): boolean {
  return isAt(bytes, 0, domain);
}

/**
 * The text in the bytes that a wallet has signed: all of them, or those after the header of an off-chain message, in the
 * form that Ledger has, or in version 0 or 1 of the specification. Undefined if such a header has another length, or
 * other signers than the account.
 */
export function toContent(bytes: Uint8Array, account: AccountId): Uint8Array | undefined {
  if (!isOffChain(bytes)) return bytes;
  const key = new Uint8Array(getBase58Encoder().encode(addressOf(account)));
  const version = bytes[domain.length];
  const start = domain.length + 1;
  if (version === 1) return readSigners(bytes, start, key);
  if (version !== 0) return undefined;
  return readFormatted(bytes, start) ?? readVersion0(bytes, start, key);
}

/** Where the domain of an application takes 32 bytes, and a byte for the format follows, before the signers. */
function readVersion0(bytes: Uint8Array, start: number, key: Uint8Array): Uint8Array | undefined {
  const format = start + 32;
  const after = readSigners(bytes, format + 1, key);
  return after && readFormatted(Uint8Array.of(bytes[format] ?? 255, ...after), 0);
}

/** The bytes after the number of signers and their keys; undefined if the key is none of them. */
function readSigners(bytes: Uint8Array, start: number, key: Uint8Array): Uint8Array | undefined {
  const count = bytes[start] ?? 0;
  const isSigner = Array.from({ length: count }, (_, at) => isAt(bytes, start + 1 + 32 * at, key)).includes(
    true,
  );
  return isSigner ? bytes.slice(start + 1 + 32 * count) : undefined;
}

/**
 * The bytes after a format (0 is ASCII, 1 and 2 are UTF-8) and a length in two bytes, the lower one first. Undefined if it
 * has another form or length. Wallets also call it ASCII if it has several lines.
 */
function readFormatted(bytes: Uint8Array, start: number): Uint8Array | undefined {
  const [format = 255, low = 0, high = 0] = bytes.slice(start, start + 3);
  const content = bytes.slice(start + 3);
  const isOfForm = format === 0 ? content.every(isAscii) : format <= 2;
  return isOfForm && content.length > 0 && content.length === low + 256 * high ? content : undefined;
}

function isAscii(byte: number): boolean {
  return byte === 10 || (byte >= 32 && byte <= 126);
}

function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  return wanted.every((byte, index) => bytes[at + index] === byte);
}
