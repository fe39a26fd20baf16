import { type AccountId, addressOf, LinkspanError, type Signed } from '@linkspan/contract';
import type { Chain } from './chain.ts';
import { parseSignedMessage } from './own/answers.ts';
import type { Provider } from './provider.ts';
import type { Nep413Message } from './sign-in.ts';

/** Who is to sign, and the network that knows the account's keys. */
export interface Signer {
  readonly provider: Provider;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly account: AccountId;
  readonly chain: Chain;
}

/**
 * Has a message signed by NEP-413. The answer counts if it is that account's, and the network does not deny that the
 * key that it names has full access to it: who verifies the signature elsewhere has to ask that anyway, so that a
 * network that cannot be asked stops nobody from signing. Rejects with `wallet/malformed`, and as the wallet does.
 */
export async function sign(
  { provider, wallet, account, chain }: Signer,
  { message, recipient, nonce }: Nep413Message,
): Promise<Signed> {
  const signerId = addressOf(account);
  const params = { message, recipient, nonce, signerId };
  const answer = await provider.request('signMessage', chain.network.id, params);
  const { accountId, publicKey, signature } = parseSignedMessage(answer, wallet);
  const malformed = (place: string) => new LinkspanError('wallet/malformed', { wallet, place });
  if (accountId !== signerId) throw malformed('accountId');
  if (!(await chain.isFullAccess(accountId, publicKey).catch(() => true))) throw malformed('publicKey');
  const nonceText = btoa(String.fromCharCode(...nonce));
  return { account, message, scheme: 'nep413', signature, publicKey, nonce: nonceText, recipient };
}
