import { base64 } from '@scure/base';
import type {
  SolanaSignAndSendTransactionInput,
  SolanaSignAndSendTransactionOutput,
  SolanaSignTransactionInput,
  SolanaSignTransactionOutput,
} from '@solana/wallet-standard-features';
import type { Network } from '../network.ts';
import { submit } from '../submit.ts';
import type { WalletCore } from '../wallet-core.ts';
import { alterTransfer } from './alter-transfer.ts';
import { findCluster } from './clusters.ts';
import { confirmSignature } from './confirm-signature.ts';
import { describeSolana } from './describe-solana.ts';
import { toForm } from './signature-form.ts';
import type { SolanaSession } from './solana-session.ts';
import { findSolanaSigner } from './solana-signer.ts';
import { parseSolanaTransaction, putSignature } from './solana-transaction.ts';

/** `solana:signTransaction`: puts the account's signature into the bytes. Throws 4001, 4100, -32602. */
export async function signTransaction(
  core: WalletCore,
  session: SolanaSession,
  input: SolanaSignTransactionInput,
): Promise<SolanaSignTransactionOutput> {
  const network = input.chain === undefined ? core.known()[0] : findCluster(core.known(), input.chain);
  return { signedTransaction: await sign(core, session, { ...input, network, title: 'Sign a transaction' }) };
}

/**
 * `solana:signAndSendTransaction`: signs, submits to the cluster that `chain` names, and answers with the
 * first signature, which is the transaction's id. Throws 4001, 4100, -32602, -32603, and the cluster's own.
 */
export async function signAndSendTransaction(
  core: WalletCore,
  session: SolanaSession,
  input: SolanaSignAndSendTransactionInput,
): Promise<SolanaSignAndSendTransactionOutput> {
  const network = findCluster(core.known(), input.chain);
  const signed = await sign(core, session, { ...input, network, title: 'Send a transaction' });
  const rpc = core.rpc(network);
  const { commitment, skipPreflight, maxRetries, preflightCommitment, minContextSlot } = input.options ?? {};
  const options = { encoding: 'base64', skipPreflight, maxRetries, preflightCommitment, minContextSlot };
  const id = await submit(core, () => rpc('sendTransaction', [base64.encode(signed), options]));
  if (commitment) await confirmSignature(String(id), { commitment, rpc, platform: core.platform });
  const { signaturesAt } = parseSolanaTransaction(signed);
  return { signature: toForm(core, signed.slice(signaturesAt, signaturesAt + 64)) };
}

async function sign(
  core: WalletCore,
  session: SolanaSession,
  asked: SolanaSignTransactionInput & { readonly network: Network; readonly title: string },
): Promise<Uint8Array> {
  const { network, title } = asked;
  const shown = session.accounts().map(({ address }) => address);
  const signer = findSolanaSigner(session.keys, shown, asked.account.address);
  const shownTransaction = parseSolanaTransaction(asked.transaction);
  const bytes = alterTransfer(core, session, asked.transaction);
  const transaction = parseSolanaTransaction(bytes);
  const facts = [
    ...describeSolana(shownTransaction, network),
    { label: 'From', value: `${signer.name}, ${signer.address}` },
    { label: 'Network', value: network.title },
  ];
  const signed = putSignature(bytes, transaction, {
    address: signer.address,
    signature: signer.sign(transaction.message),
  });
  await core.approve({ title, facts });
  return signed;
}
