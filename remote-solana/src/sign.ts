import {
  type AccountId,
  addressOf,
  LinkspanError,
  networkOf,
  type Signed,
  type SignInIntent,
  toAccountId,
} from '@linkspan/contract';
import { isSignedBy } from '@linkspan/kit/ed25519';
import { toVerified } from '@linkspan/kit/verified';
import { getBase58Decoder, getBase58Encoder, getBase64Decoder } from '@solana/kit';
import type { SignedIn, SignedText } from './provider.ts';
import { assertSignInText, type SignInInput, toSignInInput, toSignInText } from './sign-in.ts';

/** Who is to sign. What is asked of the wallet rejects with the code of what it answers. */
export interface Signer {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly account: AccountId;
  /** All accounts that the wallet shows. */
  readonly accounts: readonly AccountId[];
  /** The cluster as the Wallet Standard names it. Throws `wallet/network-unsupported` where it has no name for it. */
  readonly cluster: string;
  /** `solana:signMessage`. */
  ask(message: Uint8Array): Promise<SignedText>;
  /** `solana:signIn`; undefined if the wallet does not have it. */
  readonly askSignIn: ((input: SignInInput) => Promise<SignedIn>) | undefined;
}

/**
 * Has a text signed, and verifies it. Rejects with `wallet/malformed`, `wallet/other-text`, `wallet/wrong-signature`,
 * `wallet/other-signer`, and as the wallet does.
 */
export async function sign(signer: Signer, message: string): Promise<Signed> {
  const asked = new TextEncoder().encode(message);
  const signed = await signer.ask(asked);
  // The wallet may put a prefix before it (Wallet Standard, `SolanaSignMessageOutput`).
  if (String(signed.signedMessage.slice(-asked.length)) !== String(asked))
    throw new LinkspanError('wallet/other-text', { wallet: signer.wallet, field: 'the message' });
  return verify(signer, message, signed);
}

/**
 * Has a sign-in signed by `solana:signIn`, for which the wallet builds the text; without that, the same text as a
 * message. Rejects as `sign`, and with `config/malformed` before the wallet is asked.
 */
export async function signIn(signer: Signer, intent: SignInIntent): Promise<Signed> {
  const { wallet, account, accounts, cluster, askSignIn } = signer;
  const input = toSignInInput(intent, cluster);
  if (askSignIn === undefined) return sign(signer, toSignInText(input));
  const signed = await askSignIn(input);
  const text = toText(signed.signedMessage, wallet);
  const told = toAccountId(networkOf(account), signed.address);
  const verified = await verify({ ...signer, accounts: [...accounts, told] }, text, signed);
  if (verified.isVerified === undefined && told !== account)
    throw new LinkspanError('wallet/other-signer', {
      wallet,
      account: input.address,
      signer: signed.address,
    });
  assertSignInText(text, input, wallet);
  return verified;
}

async function verify(
  { wallet, account, accounts }: Signer,
  message: string,
  { signedMessage, signature }: SignedText,
): Promise<Signed> {
  const signed = {
    ...{ account, message },
    scheme: 'solana:ed25519',
    signature: getBase58Decoder().decode(signature),
    signedBytes: getBase64Decoder().decode(signedMessage),
  } as const;
  return toVerified(signed, wallet, async () => {
    for (const one of [account, ...accounts]) {
      const key = new Uint8Array(getBase58Encoder().encode(addressOf(one)));
      if (await isSignedBy({ key, message: signedMessage, signature })) return one;
    }
    return undefined;
  });
}

function toText(bytes: Uint8Array, wallet: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new LinkspanError('wallet/malformed', { wallet, place: 'signedMessage' }, { cause });
  }
}
