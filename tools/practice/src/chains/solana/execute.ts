import { base58, base64 } from '@scure/base';
import { getSignatureFromTransaction } from '@solana/kit';
import { Clock, FailedTransactionMetadata, type TransactionMetadata } from 'litesvm';
import { BLOCKHASH_SLOTS, type Cluster, type LandedTransaction } from './cluster.ts';
import type { DecodedTransaction } from './decode-transaction.ts';
import type { Execution } from './execution.ts';
import { type TransactionError, toTransactionError } from './transaction-error.ts';

/** The height until which a blockhash is valid, or undefined if it is not valid now. */
export function readLastValidHeight(cluster: Cluster, blockhash: string): number | undefined {
  const made = cluster.blocks.heightOf(readHash(blockhash));
  if (made === undefined) return undefined;
  const last = made + BLOCKHASH_SLOTS;
  return last >= cluster.blocks.height() ? last : undefined;
}

/** Runs a transaction without keeping what it does. */
export function simulate(
  cluster: Cluster,
  { transaction, message }: DecodedTransaction,
  { anyBlockhash = false, anySignature = false } = {},
): Execution {
  if (!anyBlockhash && isExpired(cluster, message.lifetimeToken)) return toUnrun('BlockhashNotFound');
  setClock(cluster);
  cluster.svm.withSigverify(!anySignature);
  const result = cluster.svm.simulateTransaction(transaction);
  cluster.svm.withSigverify(true);
  return result instanceof FailedTransactionMetadata ? toFailed(result) : toExecution(result.meta(), null);
}

/**
 * Runs a fully signed transaction and keeps what it does.
 * One that failed while running lands too and pays its fee; any other failure leaves no trace.
 */
export function execute(cluster: Cluster, decoded: DecodedTransaction): Execution {
  if (isExpired(cluster, decoded.message.lifetimeToken)) return toUnrun('BlockhashNotFound');
  setClock(cluster);
  const preBalances = readBalances(cluster, decoded);
  const result = cluster.svm.sendTransaction(decoded.transaction);
  const execution =
    result instanceof FailedTransactionMetadata ? toFailed(result) : toExecution(result, null);
  const postBalances = readBalances(cluster, decoded);
  // The first account pays the fee, and whatever pays a fee is on the cluster.
  const isCharged = postBalances[0] !== preBalances[0];
  if (execution.err === null || isCharged)
    land(cluster, { ...decoded, ...execution, preBalances, postBalances });
  return execution;
}

function land(cluster: Cluster, result: Omit<LandedTransaction, 'signature' | 'slot' | 'blockTime'>): void {
  const slot = cluster.blocks.height();
  const blockTime = Math.floor(cluster.blocks.timeAt(slot) / 1000);
  const signature = getSignatureFromTransaction(result.transaction);
  const landed: LandedTransaction = { ...result, signature, slot, blockTime };
  cluster.landed.set(signature, landed);
  for (const listener of cluster.listeners) listener(landed);
}

function isExpired(cluster: Cluster, blockhash: string): boolean {
  return readLastValidHeight(cluster, blockhash) === undefined;
}

function readHash(blockhash: string): Uint8Array {
  try {
    return base58.decode(blockhash);
  } catch {
    return new Uint8Array();
  }
}

function setClock({ svm, blocks }: Cluster): void {
  const slot = blocks.height();
  svm.setClock(new Clock(BigInt(slot), 0n, 0n, 1n, BigInt(Math.floor(blocks.timeAt(slot) / 1000))));
}

function readBalances({ svm }: Cluster, { message }: DecodedTransaction): number[] {
  return message.staticAccounts.map((account) => Number(svm.getBalance(account) ?? 0n));
}

function toUnrun(err: string): Execution {
  return { err, logs: [], unitsConsumed: 0, returnData: null };
}

function toFailed(failed: FailedTransactionMetadata): Execution {
  return toExecution(failed.meta(), toTransactionError(failed));
}

function toExecution(meta: TransactionMetadata, err: TransactionError | null): Execution {
  const returned = meta.returnData();
  const data = returned.data();
  return {
    err,
    logs: meta.logs(),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    returnData:
      data.length === 0
        ? null
        : { programId: base58.encode(returned.programId()), data: [base64.encode(data), 'base64'] },
  };
}
