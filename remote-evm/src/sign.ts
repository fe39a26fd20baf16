import { type AccountId, LinkspanError, type Signed, type SignInIntent } from '@linkspan/contract';
import { toVerified } from '@linkspan/kit/verified';
import { toSignInText } from './sign-in.ts';
import { findSigner, type Verification } from './verify.ts';

/** Who is to sign, and how that is verified. */
export interface Signer extends Verification {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly account: AccountId;
  /** Asks the wallet (EIP-191). Rejects with the code of what it answers. */
  ask(message: string): Promise<string>;
}

/** 65 bytes of a key; a wallet that is a contract takes as many as it likes (EIP-1271). */
const signatureForm = /^0x([0-9a-f]{2}){65,}$/i;

/**
 * Has a text signed by EIP-191, and verifies it. Rejects with `wallet/malformed`, `wallet/wrong-signature`,
 * `wallet/other-signer`, and as `ask` does.
 */
export async function sign(signer: Signer, message: string): Promise<Signed> {
  const { wallet, account, ask } = signer;
  const signature = await ask(message);
  if (!signatureForm.test(signature))
    throw new LinkspanError('wallet/malformed', { wallet, place: 'signature' });
  const signed = { account, message, scheme: 'eip191', signature } as const;
  return toVerified(signed, wallet, () => findSigner(signed, signer));
}

/** Has a sign-in signed (EIP-4361), as `sign`. Rejects also with `config/malformed`, before the wallet is asked. */
export async function signIn(signer: Signer, intent: SignInIntent): Promise<Signed> {
  return sign(signer, toSignInText(intent));
}
