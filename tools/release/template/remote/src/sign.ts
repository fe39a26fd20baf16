import {
  type AccountId,
  addressOf,
  LinkspanError,
  type Signed,
  type SignInRequest,
} from '@linkspan/contract';
import { raceRequest } from '@linkspan/kit/race';
import { toSignInText } from '@linkspan/kit/sign-in';
import { isSignedBy, toVerified } from '@linkspan/kit/verified';
import type { Provider } from './provider.ts';

/** Who is to sign. */
export interface Signer {
  readonly provider: Provider;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly account: AccountId;
  /** Ends the request to the wallet. */
  readonly signal: AbortSignal;
}

/**
 * Has a text signed, and verifies the signature. Replace: the bytes that wallets of your chain sign for a text, the form
 * of a signature, and the name of both, which begins with `x-`. Rejects with `wallet/malformed`,
 * `wallet/wrong-signature`, `wallet/cancelled`, and as the wallet does.
 */
export async function sign({ provider, wallet, account, signal }: Signer, text: string): Promise<Signed> {
  const address = addressOf(account);
  const ask = () => provider.request('signMessage', { account: address, message: text });
  const signature = await raceRequest(wallet, signal, ask);
  if (typeof signature !== 'string' || !/^[\da-f]{128}$/.test(signature))
    throw new LinkspanError('wallet/malformed', { wallet, place: 'signature' });
  const signed = { key: toBytes(address), message: toSignedBytes(text), signature: toBytes(signature) };
  return toVerified({ account, message: text, scheme: 'x-__FAMILY__', signature }, wallet, async () =>
    (await isSignedBy(signed)) ? account : undefined,
  );
}

/** Has a sign-in signed, as `sign`. Rejects also with `config/malformed`. */
export async function signIn(signer: Signer, intent: SignInRequest): Promise<Signed> {
  return sign(signer, toSignInText(intent, '__TITLE__'));
}

/** The first byte keeps a message from being a transaction. */
function toSignedBytes(text: string): Uint8Array {
  return new TextEncoder().encode(`\x19__TITLE__ Signed Message:\n${text}`);
}

function toBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
