import { base58 } from '@scure/base';
import { getSignatureFromTransaction, isFullySignedTransaction } from '@solana/kit';
import { z } from 'zod';
import { RpcError } from '../rpc/rpc-error.ts';
import { BLOCKHASH_SLOTS, type Cluster } from './cluster.ts';
import { type DecodedTransaction, decodeMessage, decodeTransaction } from './decode-transaction.ts';
import { execute, readLastValidHeight, simulate } from './execute.ts';
import type { Execution } from './execution.ts';
import { inContext, type Methods } from './methods.ts';
import { parseParams, reading, wireEncoding } from './params.ts';
import { toErrorSentence } from './transaction-error.ts';

const LAMPORTS_PER_SIGNATURE = 5000;

const sending = reading.extend({ encoding: wireEncoding, skipPreflight: z.boolean().nullish() });
const simulating = reading.extend({
  encoding: wireEncoding,
  sigVerify: z.boolean().nullish(),
  replaceRecentBlockhash: z.boolean().nullish(),
  accounts: z.null('this simulated cluster does not show accounts after a simulation').optional(),
});
const ofSending = z.tuple([z.string(), sending.nullish()]);
const ofSimulating = z.tuple([z.string(), simulating.nullish()]);
const ofMessage = z.tuple([z.string(), reading.nullish()]);

/** The methods that take a transaction or a message. */
export const transactionMethods: Methods = {
  /** Throws -32003 for a bad signature and -32002 for what fails in preflight. */
  sendTransaction(cluster, params) {
    const decoded = readSent(cluster, params);
    execute(cluster, decoded);
    return getSignatureFromTransaction(decoded.transaction);
  },
  simulateTransaction(cluster, params) {
    const [text, options] = parseParams(ofSimulating, params);
    const decoded = decodeTransaction(text, options?.encoding ?? 'base58');
    const anyBlockhash = options?.replaceRecentBlockhash === true;
    const execution = simulate(cluster, decoded, { anyBlockhash, anySignature: !options?.sigVerify });
    if (execution.err === 'SignatureFailure') throw toBadSignature();
    return inContext(cluster, {
      ...toSimulation(execution),
      accounts: null,
      ...(anyBlockhash && { replacementBlockhash: toReplacement(cluster) }),
    });
  },
  /** Counts signatures only: priority fees are not added. */
  getFeeForMessage(cluster, params) {
    const [text] = parseParams(ofMessage, params);
    const { header, lifetimeToken } = decodeMessage(text);
    const isKnown = readLastValidHeight(cluster, lifetimeToken) !== undefined;
    return inContext(cluster, isKnown ? header.numSignerAccounts * LAMPORTS_PER_SIGNATURE : null);
  },
};

/** What is to be sent, once it may be. Throws as `sendTransaction` does. */
function readSent(cluster: Cluster, params: unknown): DecodedTransaction {
  const [text, options] = parseParams(ofSending, params);
  const decoded = decodeTransaction(text, options?.encoding ?? 'base58');
  if (!isFullySignedTransaction(decoded.transaction)) throw toBadSignature();
  if (!options?.skipPreflight) preflight(cluster, decoded);
  return decoded;
}

/** The signature of what is to be sent, which is not executed. Throws as `sendTransaction` does. */
export function readSentSignature(cluster: Cluster, params: unknown): string {
  return getSignatureFromTransaction(readSent(cluster, params).transaction);
}

function preflight(cluster: Cluster, decoded: DecodedTransaction): void {
  const execution = simulate(cluster, decoded);
  if (execution.err === null) return;
  if (execution.err === 'SignatureFailure') throw toBadSignature();
  throw new RpcError({
    code: -32002,
    message: `Transaction simulation failed: ${toErrorSentence(execution.err)}`,
    data: { accounts: null, ...toSimulation(execution) },
  });
}

function toSimulation(execution: Execution) {
  return { ...execution, innerInstructions: null, loadedAccountsDataSize: 0, replacementBlockhash: null };
}

function toReplacement({ blocks }: Cluster) {
  const height = blocks.height();
  return { blockhash: base58.encode(blocks.hashAt(height)), lastValidBlockHeight: height + BLOCKHASH_SLOTS };
}

function toBadSignature(): RpcError {
  return new RpcError({ code: -32003, message: 'Transaction signature verification failure' });
}
