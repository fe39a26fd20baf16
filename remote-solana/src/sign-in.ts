import { addressOf, LinkspanError, type NetworkId, networkOf, type SignInIntent } from '@linkspan/contract';
import { toClusterName } from './own/clusters.ts';

/** What a wallet builds the text from (Sign-In With Solana, `SolanaSignInInput`). */
export interface SignInInput {
  readonly domain: string;
  readonly address: string;
  readonly statement: string;
  readonly uri: string;
  readonly version: '1';
  /** The cluster as the Wallet Standard names it. */
  readonly chainId: string;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime: string;
}

/** The input of `solana:signIn` for a sign-in. */
export function toSignInInput(intent: SignInIntent): SignInInput {
  return {
    domain: intent.domain,
    address: addressOf(intent.account),
    statement: intent.statement,
    uri: intent.uri,
    version: '1',
    chainId: toClusterName(networkOf(intent.account) as NetworkId<'solana'>),
    nonce: intent.nonce,
    issuedAt: intent.issuedAt,
    expirationTime: intent.expiresAt,
  };
}

/**
 * Refuses a text that is for another page, account or nonce than was asked for. The wallet builds it, so the rest
 * may differ. Throws `wallet/malformed`.
 */
export function assertSignInText(text: string, input: SignInInput, wallet: string): void {
  const [head, address, ...rest] = text.split('\n');
  const isAsked =
    head === `${input.domain} wants you to sign in with your Solana account:` &&
    address === input.address &&
    rest.includes(`Nonce: ${input.nonce}`);
  if (!isAsked) throw new LinkspanError('wallet/malformed', { wallet, place: 'signedMessage' });
}
