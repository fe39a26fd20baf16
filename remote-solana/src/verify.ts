import { type AccountId, addressOf, LinkspanError } from '@linkspan/contract';
import { isSignedBy } from '@linkspan/kit/verified';
import { getBase58Encoder } from '@solana/kit';
import type { SolanaSignInInput } from '@solana/wallet-standard-features';
import { createSignInMessageText, parseSignInMessageText } from '@solana/wallet-standard-util';
import type { SignedText } from './provider.ts';

/** What a sign-in asks for: domain and address are always given. */
export type SignInInput = Omit<SolanaSignInInput, 'useOffchainMessage'> & {
  readonly domain: string;
  readonly address: string;
};

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

const names: Readonly<Record<keyof SignInInput, string>> = {
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
  if (text === createSignInMessageText(input)) return;
  const signed: Partial<SignInInput> = parseSignInMessageText(text) ?? {};
  const fields = Object.keys(names) as (keyof SignInInput)[];
  const other = fields.find((field) => String(signed[field]) !== String(input[field]));
  throw new LinkspanError('wallet/other-text', { wallet, field: other ? names[other] : 'the layout' });
}
