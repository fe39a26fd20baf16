import {
  type AccountId,
  addressOf,
  LinkspanError,
  type NetworkId,
  networkOf,
  type Signed,
  type SignInRequest,
  toAccountId,
} from '@linkspan/contract';
import { raceRequest } from '@linkspan/kit/race';
import { toMessageReader, toSignInReader } from '@linkspan/kit/readers';
import type { Readers } from '@linkspan/kit/session';
import { toSignInText } from '@linkspan/kit/sign-in';
import { toVerified } from '@linkspan/kit/verified';
import { readAccess } from './access.ts';
import type { Caller } from './application/asked.ts';
import type { Chain } from './chain.ts';
import type { Provider } from './provider.ts';
import { findSigned, type Nep413Message, parseSignedMessage } from './verify.ts';

/** Who is to sign, and the network that knows the account's keys. */
export interface Signer {
  readonly provider: Provider;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly account: AccountId;
  readonly chain: Pick<Chain, 'network' | 'rpc'>;
  /** Ends the request to the wallet. */
  readonly signal: AbortSignal;
}

/**
 * Has a text signed by NEP-413 for the page itself, and verifies it: any access key of the account will do. Rejects
 * with `wallet/malformed`, `wallet/wrong-signature`, `wallet/other-key`, `wallet/other-signer`, `wallet/cancelled`, and
 * as the wallet does.
 */
export async function sign(signer: Signer, text: string): Promise<Signed> {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  return signPayload(signer, { message: text, recipient: window.location.host, nonce }, 'any');
}

/** Has a sign-in signed, by a key of full access, as `sign`. Rejects also with `config/malformed`. */
export async function signIn(signer: Signer, intent: SignInRequest): Promise<Signed> {
  return signPayload(signer, await toSignInMessage(intent), 'full');
}

/** Of the page's own messages and sign-ins. */
export const readers: Readers<'near', Caller> = new Map([
  [
    'message',
    toMessageReader((own, text) =>
      sign({ ...own, ...own.caller, chain: own.caller.chain(own.account) }, text),
    ),
  ],
  [
    'sign-in',
    toSignInReader((own, request) =>
      signIn({ ...own, ...own.caller, chain: own.caller.chain(own.account) }, request),
    ),
  ],
]);

/** Has a payload of NEP-413 signed, by a key that may do as much, as `sign`. */
export async function signPayload(
  { provider, wallet, account, chain, signal }: Signer,
  payload: Nep413Message,
  needs: 'any' | 'full',
): Promise<Signed> {
  const signerId = addressOf(account);
  const answer = await raceRequest(wallet, signal, () =>
    provider.request('signMessage', chain.network.id, { ...payload, signerId }, signal),
  );
  const parsed = parseSignedMessage(answer, wallet);
  const { accountId, publicKey, signature, state } = parsed;
  const checked = await findSigned(payload, parsed).then(
    (found) => ({ found }),
    () => undefined,
  );
  const { callbackUrl } = checked?.found ?? parsed;
  const signed = {
    ...{ account, message: payload.message, signature, publicKey, recipient: payload.recipient },
    scheme: 'nep413',
    nonce: btoa(String.fromCharCode(...payload.nonce)),
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(state !== undefined && { state }),
  } as const;
  const signer = toAccountId(networkOf(account) as NetworkId<'near'>, accountId);
  let isOtherKey = false;
  async function findSigner(): Promise<AccountId | undefined> {
    if (checked === undefined) throw new Error('The platform has no Ed25519');
    if (checked.found === undefined) return undefined;
    const access = await readAccess(chain, accountId, publicKey);
    isOtherKey = access === undefined;
    const maySign = access === 'full' || (access === 'limited' && needs === 'any');
    return maySign ? signer : undefined;
  }
  return toVerified(signed, wallet, findSigner, signer).catch((cause: unknown) => {
    throw isOtherKey
      ? new LinkspanError('wallet/other-key', { wallet, account: accountId }, { cause })
      : cause;
  });
}

/**
 * A sign-in as NEP-413 has it: the message holds the lines of CAIP-122, the recipient is the page's domain, and
 * the nonce is the SHA-256 of the intent's, which may be of any length. Rejects with `config/malformed` and the field.
 */
export async function toSignInMessage(intent: SignInRequest): Promise<Nep413Message> {
  const message = toSignInText(intent, 'NEAR');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(intent.nonce));
  return { message, recipient: intent.domain, nonce: new Uint8Array(digest) };
}
