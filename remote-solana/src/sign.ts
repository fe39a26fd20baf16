import {
  type AccountId,
  addressOf,
  LinkspanError,
  networkOf,
  type Signed,
  type SignInRequest,
  toAccountId,
} from '@linkspan/contract';
import { toMessageReader, toSignInReader } from '@linkspan/kit/readers';
import type { Readers } from '@linkspan/kit/session';
import { assertSignIn } from '@linkspan/kit/sign-in';
import { toVerified } from '@linkspan/kit/verified';
import { getBase58Decoder, getBase64Decoder } from '@solana/kit';
import { createSignInMessageText } from '@solana/wallet-standard-util';
import type { Caller } from './application/asked.ts';
import type { SignedText } from './provider.ts';
import { assertSignInText, findSigner, type Signer, type SignInInput, toContent } from './verify.ts';

/**
 * Has a text signed, and verifies it. Rejects with `wallet/malformed`, `wallet/other-text`, `wallet/wrong-signature`,
 * `wallet/other-signer`, and as the wallet does.
 */
export async function sign(signer: Signer, message: string): Promise<Signed> {
  return signBytes(signer, new TextEncoder().encode(message), message);
}

/** Has bytes signed, which are those of `message` if they are a text. Verifies and rejects as `sign`. */
export async function signBytes(signer: Signer, bytes: Uint8Array, message = ''): Promise<Signed> {
  // A wallet may change the bytes that it is given.
  const signed = await signer.ask(bytes.slice());
  const { signedMessage } = signed;
  // The wallet may put a header before it (Wallet Standard, `SolanaSignMessageOutput`).
  const isAsked = [signedMessage, toContent(signedMessage, signer.account)].some(
    (one) => String(one) === String(bytes),
  );
  if (!isAsked) throw new LinkspanError('wallet/other-text', { wallet: signer.wallet, field: 'message' });
  return verify(signer, message, signed);
}

/**
 * Has a sign-in signed by `solana:signIn`, for which the wallet builds the text; without that, the same text as a
 * message. Rejects as `sign`, and with `config/malformed` before the wallet is asked.
 */
export async function signIn(signer: Signer, intent: SignInRequest): Promise<Signed> {
  return signInput(signer, toSignInInput(intent, signer.cluster));
}

/** Of the page's own messages and sign-ins. */
export const readers: Readers<'solana', Caller> = new Map([
  ['message', toMessageReader(({ caller, account }, text) => sign(caller.signer(account), text))],
  ['sign-in', toSignInReader(({ caller, account }, request) => signIn(caller.signer(account), request))],
]);

/** Has the given fields of a sign-in signed, as `signIn`. */
export async function signInput(signer: Signer, input: SignInInput): Promise<Signed> {
  const { wallet, account, accounts, askSignIn } = signer;
  if (askSignIn === undefined) return sign(signer, toSignInText(input));
  const signed = await askSignIn(input);
  const text = toText(toContent(signed.signedMessage, account), wallet);
  const named = toAccountId(networkOf(account), signed.address);
  const verified = await verify({ ...signer, accounts: [...accounts, named] }, text, signed, named);
  assertSignInText(text, input, wallet);
  return verified;
}

async function verify(
  signer: Signer,
  message: string,
  answer: SignedText,
  named?: AccountId,
): Promise<Signed> {
  const { wallet, account } = signer;
  const signed = {
    ...{ account, message },
    scheme: 'solana:ed25519',
    signature: getBase58Decoder().decode(answer.signature),
    signedBytes: getBase64Decoder().decode(answer.signedMessage),
  } as const;
  return toVerified(signed, wallet, () => findSigner(answer, signer), named);
}

function toText(bytes: Uint8Array | undefined, wallet: string): string {
  try {
    // Without content, the header is not valid.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes ?? Uint8Array.of(255));
  } catch (cause) {
    throw new LinkspanError('wallet/malformed', { wallet, place: 'signedMessage' }, { cause });
  }
}

/** The input of `solana:signIn`; `chainId` as the Wallet Standard has it. Throws `config/malformed` with the field. */
export function toSignInInput(intent: SignInRequest, chainId: string): SignInInput {
  assertSignIn(intent);
  const { account, domain, uri, statement, nonce, issuedAt, notBefore, requestId, resources } = intent;
  return {
    domain,
    address: addressOf(account),
    ...(statement && { statement }),
    ...{ uri, version: '1', chainId, nonce, issuedAt, expirationTime: intent.expiresAt },
    ...(notBefore !== undefined && { notBefore }),
    ...(requestId !== undefined && { requestId }),
    ...(resources !== undefined && { resources }),
  };
}

/** The text of a sign-in (Sign In With Solana, "Message Construction"). */
export function toSignInText(input: SignInInput): string {
  return createSignInMessageText(input);
}
