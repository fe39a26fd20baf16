import { nearAccounts } from '@linkspan/practice/accounts';
import { KeyPair } from '@near-js/crypto';
import { KeyPairSigner } from '@near-js/signers';
import {
  actionCreators,
  createTransaction,
  decodeTransaction,
  type Transaction,
} from '@near-js/transactions';
import { base58 } from '@scure/base';
import { ask } from '../chain/read-balance.ts';
import { near } from '../page/families.ts';

/** What a stand-in for a wallet does otherwise than a person expects of it; a test sets it between two requests. */
export interface Behavior {
  /** Signs by this account whatever was asked. */
  account?: string;
  /** Sends this much, in yoctoNEAR. */
  amount?: bigint;
}

/** A message of NEP-413. */
export interface Message {
  readonly message: string;
  readonly recipient: string;
  readonly nonce: readonly number[];
  readonly callbackUrl?: string;
}

/** A transfer, in the form of the injected protocol. */
export interface AskedTransfer {
  readonly receiverId: string;
  readonly actions: readonly [{ readonly params: { readonly deposit: string } }];
}

/** The practice account that signs, as wallets name it. */
export function readAccount({ account }: Behavior) {
  const key = nearAccounts.find(({ accountId }) => accountId === account) ?? nearAccounts[0];
  if (key === undefined) throw new Error('There is no practice account.');
  const { accountId, publicKey } = key;
  return { accountId, publicKey };
}

/** Signs a message; the signature is in base64. */
export async function signMessage(
  { message, recipient, nonce, callbackUrl }: Message,
  behavior: Behavior,
): Promise<{ readonly accountId: string; readonly publicKey: string; readonly signature: string }> {
  const account = readAccount(behavior);
  const { signature } = await openSigner(account.publicKey).signNep413Message(
    ...([message, account.accountId, recipient, Uint8Array.from(nonce), callbackUrl] as const),
  );
  return { ...account, signature: Buffer.from(signature).toString('base64') };
}

/** Signs a transaction, Borsh in base64, with its own nonce; Borsh of the signed one in base64. */
export async function signTransaction(transaction: string, behavior: Behavior): Promise<string> {
  const asked = decode(transaction);
  return (await signAgain(asked, behavior, { nonce: asked.nonce, blockHash: asked.blockHash })).signed;
}

/** Signs a transaction, Borsh in base64, with the account's next nonce, as the wallets do, and sends it. */
export function sendTransaction(transaction: string, behavior: Behavior): Promise<Sent> {
  return send(decode(transaction), behavior);
}

/** Signs a transfer and sends it; its outcome. */
export async function sendTransfer({ receiverId, actions: [{ params }] }: AskedTransfer, behavior: Behavior) {
  const actions = [actionCreators.transfer(BigInt(params.deposit))];
  return (await send({ receiverId, actions }, behavior)).outcome;
}

/** A transaction that the chain has taken: its id in base58. */
interface Sent {
  readonly hash: string;
  readonly outcome: object;
}

type Asked = Pick<Transaction, 'receiverId' | 'actions'>;

async function send(asked: Asked, behavior: Behavior): Promise<Sent> {
  const { accountId: account_id, publicKey: public_key } = readAccount(behavior);
  const [{ rpcUrl }] = near.networks;
  const finality = 'final';
  const query = { request_type: 'view_access_key', finality, account_id, public_key };
  const access = await ask<{ nonce: number }>(rpcUrl, 'query', query);
  const { header } = await ask<{ header: { hash: string } }>(rpcUrl, 'block', { finality });
  const at = { nonce: BigInt(access.nonce) + 1n, blockHash: base58.decode(header.hash) };
  const { hash, signed } = await signAgain(asked, behavior, at);
  return { hash, outcome: await ask<object>(rpcUrl, 'send_tx', { signed_tx_base64: signed }) };
}

async function signAgain(
  { receiverId, actions }: Asked,
  behavior: Behavior,
  { nonce, blockHash }: Pick<Transaction, 'nonce' | 'blockHash'>,
) {
  const [action] = actions;
  if (behavior.amount !== undefined && action?.transfer) action.transfer.deposit = behavior.amount;
  const { accountId, publicKey } = readAccount(behavior);
  const signer = openSigner(publicKey);
  // What is decoded has a key that the signer does not know as its own.
  const own = await signer.getPublicKey();
  const transaction = createTransaction(accountId, own, receiverId, nonce, actions, blockHash);
  const [hash, signed] = await signer.signTransaction(transaction);
  return { hash: base58.encode(hash), signed: Buffer.from(signed.encode()).toString('base64') };
}

function decode(transaction: string): Transaction {
  return decodeTransaction(Buffer.from(transaction, 'base64'));
}

function openSigner(publicKey: string): KeyPairSigner {
  const seed = nearAccounts.find((one) => one.publicKey === publicKey)?.seed ?? [];
  const secret = new Uint8Array([...seed, ...base58.decode(publicKey.slice('ed25519:'.length))]);
  return new KeyPairSigner(KeyPair.fromString(`ed25519:${base58.encode(secret)}`));
}
