import { type AccountId, LinkspanError, type Signed } from '@linkspan/contract';
import { toLibraryError } from './failures.ts';
import type { Library } from './library.ts';
import { toBase58 } from './own/to-base58.ts';
import { assertSignInText, type SignInInput } from './sign-in.ts';

/** Who is to sign. */
export interface Signer {
  readonly library: Library;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly account: AccountId;
}

const scheme = 'solana:ed25519';

/** Has a text signed by `solana:signMessage`. Rejects with `wallet/malformed`, and as the wallet does. */
export async function sign({ library, wallet, account }: Signer, message: string): Promise<Signed> {
  const bytes = new TextEncoder().encode(message);
  const signature = await library.signMessage(account, bytes).catch((error: unknown) => {
    throw toLibraryError(error, { wallet, method: 'solana:signMessage' });
  });
  return { account, message, scheme, signature: toBase58(signature) };
}

/**
 * Has a sign-in signed by `solana:signIn`; the wallet builds its text. Rejects with `wallet/malformed`,
 * `wallet/account-changed`, and as the wallet does.
 */
export async function signIn({ library, wallet, account }: Signer, input: SignInInput): Promise<Signed> {
  const signed = await library.signIn(account, input).catch((error: unknown) => {
    throw toLibraryError(error, { wallet, method: 'solana:signIn' });
  });
  if (signed.address !== input.address) throw new LinkspanError('wallet/account-changed', { account });
  const message = new TextDecoder().decode(signed.signedMessage);
  assertSignInText(message, input, wallet);
  return { account, message, scheme, signature: toBase58(signed.signature) };
}
