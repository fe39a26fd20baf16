import { type AccountId, addressOf, LinkspanError, type Signed } from '@linkspan/contract';
import type { Chain } from './chain.ts';
import { type NearWallet, parseSignedMessage } from './provider.ts';
import type { Nep413Message } from './sign-in.ts';

/** Who is to sign, and the network that knows the account's keys. */
export interface Signer {
  readonly wallet: NearWallet;
  readonly chain: Chain;
  readonly account: AccountId;
}

/**
 * Has a message signed by NEP-413. The answer counts if it is that account's, and the key that it names has full
 * access to it by the network's word. Rejects with `wallet/malformed`, and as the wallet does.
 */
export async function sign(
  { wallet: { ref, request }, chain, account }: Signer,
  { message, recipient, nonce }: Nep413Message,
): Promise<Signed> {
  const signerId = addressOf(account);
  const answer = await request('signMessage', chain.network.id, { message, recipient, nonce, signerId });
  const { accountId, publicKey, signature } = parseSignedMessage(answer, ref);
  const malformed = (place: string) => new LinkspanError('wallet/malformed', { wallet: ref.name, place });
  if (accountId !== signerId) throw malformed('accountId');
  if (!(await chain.isFullAccess(accountId, publicKey))) throw malformed('publicKey');
  const nonceText = btoa(String.fromCharCode(...nonce));
  return { account, message, scheme: 'nep413', signature, publicKey, nonce: nonceText, recipient };
}
