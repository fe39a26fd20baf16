import {
  type AccountId,
  addressOf,
  LinkspanError,
  type NetworkId,
  networkOf,
  type Signed,
  type SignInIntent,
  toAccountId,
} from '@linkspan/contract';
import { toVerified } from '@linkspan/kit/verified';
import type { Chain } from './chain.ts';
import type { Provider } from './provider.ts';
import { type Nep413Message, toMessage, toSignInMessage } from './sign-in.ts';
import { findSigned, parseSignedMessage } from './verify.ts';

/** Who is to sign, and the network that knows the account's keys. */
export interface Signer {
  readonly provider: Provider;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly account: AccountId;
  readonly chain: Pick<Chain, 'network' | 'accessOf'>;
}

/**
 * Has a text signed by NEP-413, and verifies it: any access key of the account will do. Rejects with
 * `wallet/malformed`, `wallet/wrong-signature`, `wallet/other-key`, `wallet/other-signer`, and as the wallet does.
 */
export async function sign(signer: Signer, text: string): Promise<Signed> {
  return signPayload(signer, toMessage(text), 'any');
}

/** Has a sign-in signed, by a key of full access, as `sign`. Rejects also with `config/malformed`. */
export async function signIn(signer: Signer, intent: SignInIntent): Promise<Signed> {
  return signPayload(signer, await toSignInMessage(intent), 'full');
}

async function signPayload(
  { provider, wallet, account, chain }: Signer,
  payload: Nep413Message,
  needs: 'any' | 'full',
): Promise<Signed> {
  const signerId = addressOf(account);
  const answer = await provider.request('signMessage', chain.network.id, { ...payload, signerId });
  const told = parseSignedMessage(answer, wallet);
  const { accountId, publicKey, signature, state } = told;
  const checked = await findSigned(payload, told).then(
    (found) => ({ found }),
    () => undefined,
  );
  const { callbackUrl } = checked?.found ?? told;
  const signed = {
    ...{ account, message: payload.message, signature, publicKey, recipient: payload.recipient },
    scheme: 'nep413',
    nonce: btoa(String.fromCharCode(...payload.nonce)),
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(state !== undefined && { state }),
  } as const;
  let isOtherKey = false;
  const verified = await toVerified(signed, wallet, async () => {
    if (checked === undefined) throw new Error('The platform has no Ed25519');
    if (checked.found === undefined) return undefined;
    const access = await chain.accessOf(accountId, publicKey);
    isOtherKey = access === undefined;
    const maySign = access === 'full' || (access === 'limited' && needs === 'any');
    return maySign ? toAccountId(networkOf(account) as NetworkId<'near'>, accountId) : undefined;
  }).catch((cause: unknown) => {
    throw isOtherKey
      ? new LinkspanError('wallet/other-key', { wallet, account: accountId }, { cause })
      : cause;
  });
  if (accountId !== signerId)
    throw new LinkspanError('wallet/other-signer', { wallet, account: signerId, signer: accountId });
  return verified;
}
