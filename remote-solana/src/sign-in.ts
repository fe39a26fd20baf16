import { addressOf, LinkspanError, type SignInIntent } from '@linkspan/contract';
import { assertSignIn } from '@linkspan/kit/sign-in';
import type { SolanaSignInInput } from '@solana/wallet-standard-features';
import { createSignInMessageText, parseSignInMessageText } from '@solana/wallet-standard-util';

/** What a sign-in asks for: domain and address are always given. */
export type SignInInput = Fields & { readonly domain: string; readonly address: string };

type Fields = Omit<SolanaSignInInput, 'useOffchainMessage'>;

/** The input of `solana:signIn`; `chainId` as the Wallet Standard has it. Throws `config/malformed` with the field. */
export function toSignInInput(intent: SignInIntent, chainId: string): SignInInput {
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

const names: Readonly<Record<keyof Fields, string>> = {
  domain: 'the domain',
  address: 'the address',
  statement: 'the statement',
  uri: 'the URI',
  version: 'the version',
  chainId: 'the chain ID',
  nonce: 'the nonce',
  issuedAt: 'the time of issue',
  expirationTime: 'the time of expiry',
  notBefore: 'the time before which it is not valid',
  requestId: 'the request ID',
  resources: 'the list of resources',
};

/** Refuses a text that differs from what was asked, in whatever field. Throws `wallet/other-text` with the field. */
export function assertSignInText(text: string, input: SignInInput, wallet: string): void {
  if (text === toSignInText(input)) return;
  const signed: Fields = parseSignInMessageText(text) ?? {};
  const fields = Object.keys(names) as (keyof Fields)[];
  const other = fields.find((field) => String(signed[field]) !== String(input[field]));
  throw new LinkspanError('wallet/other-text', { wallet, field: other ? names[other] : 'the layout' });
}
