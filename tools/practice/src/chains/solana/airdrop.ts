import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  lamports,
  pipe,
  type Signature,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { RpcError, rpcCodes } from '../rpc/rpc-error.ts';
import { type Cluster, fund } from './cluster.ts';
import { decodeTransaction } from './decode-transaction.ts';
import { execute } from './execute.ts';

/** The most that one airdrop gives, in lamports: 1,000 SOL. */
const MAX_AIRDROP_LAMPORTS = 1_000_000_000_000n;

const faucetSeed = sha256(
  utf8ToBytes('linkspan practice key, public, holds nothing of value: solana faucet'),
);

/** Sends lamports from the cluster's faucet by a transaction like any other. Throws -32602 above the maximum. */
export async function airdrop(cluster: Cluster, to: Address, amount: bigint): Promise<Signature> {
  if (amount > MAX_AIRDROP_LAMPORTS) throw toRefusal('Invalid params: an airdrop gives 1,000 SOL at most');
  const faucet = await createKeyPairSignerFromPrivateKeyBytes(faucetSeed);
  fund(cluster.svm, faucet.address, 1_000_000_000_000_000n);
  const height = cluster.blocks.height();
  const blockhash = base58.encode(cluster.blocks.hashAt(height)) as Blockhash;
  cluster.faucet.drops += 1;
  // Two equal airdrops in one slot would be one transaction: a payment to itself sets them apart.
  const transfers = [
    getTransferSolInstruction({ source: faucet, destination: to, amount: lamports(amount) }),
    getTransferSolInstruction({ source: faucet, destination: faucet.address, amount: cluster.faucet.drops }),
  ];
  const signed = await pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(faucet, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash, lastValidBlockHeight: BigInt(height) },
        message,
      ),
    (message) => appendTransactionMessageInstructions(transfers, message),
    signTransactionMessageWithSigners,
  );
  const decoded = decodeTransaction(getBase64EncodedWireTransaction(signed), 'base64');
  const { err } = execute(cluster, decoded);
  if (err !== null) throw toRefusal(`The airdrop failed: ${JSON.stringify(err)}`);
  return getSignatureFromTransaction(decoded.transaction);
}

function toRefusal(message: string): RpcError {
  return new RpcError({ code: rpcCodes.invalidParams, message });
}
