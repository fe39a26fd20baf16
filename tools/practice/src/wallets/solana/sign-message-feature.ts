import type { SolanaSignMessageInput, SolanaSignMessageOutput } from '@solana/wallet-standard-features';
import { toSignedBytes } from '../odd-signature.ts';
import type { WalletCore } from '../wallet-core.ts';
import { invalidParams } from '../wallet-error.ts';
import { isTransactionMessage } from './is-transaction-message.ts';
import { toForm } from './signature-form.ts';
import type { SolanaSession } from './solana-session.ts';
import { findSolanaSigner, signOddly } from './solana-signer.ts';

/**
 * `solana:signMessage`: ed25519 over the bytes as they stand. Throws 4001, 4100, and -32602 for bytes that
 * could pass for a transaction.
 */
export async function signMessage(
  core: WalletCore,
  session: SolanaSession,
  { account, message }: SolanaSignMessageInput,
): Promise<SolanaSignMessageOutput> {
  const shown = session.accounts().map(({ address }) => address);
  const signer = findSolanaSigner(session.keys, shown, account.address);
  // A page must not get a transfer signed by calling it a message.
  if (isTransactionMessage(message)) throw invalidParams('The message is a transaction.');
  const signedMessage = toSignedBytes(core, message.slice());
  await core.approve({
    title: 'Sign a message',
    facts: [{ label: 'Account', value: `${signer.name}, ${signer.address}` }],
    text: new TextDecoder().decode(signedMessage),
  });
  const signature = toForm(core, signOddly(core, session.keys, signer, signedMessage));
  return { signedMessage, signature, signatureType: 'ed25519' };
}
