import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { SolanaSignInInput, SolanaSignInOutput } from '@solana/wallet-standard-features';
import { toSignedBytes, toSigningKey } from '../odd-signature.ts';
import type { WalletCore } from '../wallet-core.ts';
import { unauthorized } from '../wallet-error.ts';
import { toShownAccounts } from '../wallet-state.ts';
import { assertSignIn, type SignIn, toSignInText } from './sign-in-text.ts';
import { toForm } from './signature-form.ts';
import type { SolanaSession } from './solana-session.ts';
import { findSolanaSigner, signOddly } from './solana-signer.ts';

/**
 * `solana:signIn`: connects and signs in one approval. Throws 4001, 4100 if the wallet has no such account,
 * -32602 if the sign-in is not for this page and time.
 */
export async function signIn(
  core: WalletCore,
  session: SolanaSession,
  asked: SolanaSignInInput = {},
): Promise<SolanaSignInOutput> {
  const { host, origin } = core.platform;
  const address = asked.address ?? core.store.get().active;
  const wanted = session.keys.find((candidate) => candidate.address === address);
  if (!wanted) throw unauthorized(address);
  const key = toSigningKey(core, session.keys, wanted);
  const input: SignIn = { ...asked, domain: asked.domain ?? host, address: key.address };
  assertSignIn(input, { host, origin, now: core.platform.now() });
  const text = toSignInText(input);
  await core.approve({
    title: 'Sign in to this site',
    facts: [{ label: 'Account', value: `${key.name}, ${key.address}` }],
    text,
  });
  return sign(core, session, { address: key.address, asked: address, text });
}

function sign(
  core: WalletCore,
  session: SolanaSession,
  { address, asked, text }: { readonly address: string; readonly asked: string; readonly text: string },
): SolanaSignInOutput {
  const others = toShownAccounts(core.store.get()).filter((shown) => shown !== address);
  core.grant([address, ...others]);
  session.open();
  const [account] = session.accounts();
  if (!account) throw unauthorized(address);
  const signedMessage = toSignedBytes(core, utf8ToBytes(text));
  const signer = findSolanaSigner(session.keys, [asked], asked);
  const signature = toForm(core, signOddly(core, session.keys, signer, signedMessage));
  return { account, signedMessage, signature, signatureType: 'ed25519' };
}
