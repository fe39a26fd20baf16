import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import {
  type Address,
  getSignatureFromTransaction,
  isAddress,
  isFullySignedTransaction,
  isSignature,
  type Signature,
} from '@solana/kit';
import { ZodError, z } from 'zod';
import { explain, RpcError, type RpcErrorBody, rpcCodes } from '../json-rpc.ts';
import { BLOCKHASH_SLOTS, type Cluster, execute, type LandedTransaction, simulate } from './cluster.ts';
import type { Execution } from './execution.ts';
import { type DecodedTransaction, decodeTransaction } from './transaction.ts';
import { toStatus, toWire, viewTransaction } from './view-transaction.ts';

const SLOTS_PER_EPOCH = 432_000;

const otherGenesisHash = base58.encode(sha256(utf8ToBytes('linkspan practice, no cluster at all')));

/** A transaction's signature in base58. */
export const signature = z
  .string()
  .refine((text): text is Signature => isSignature(text), 'expected a signature of 64 bytes in base58');
const address = z
  .string()
  .refine((text): text is Address => isAddress(text), 'expected a public key of 32 bytes in base58');

/** The last parameter of most methods. All commitments are the same here: every transaction is final at once. */
export const options = z.looseObject({
  commitment: z.enum(['processed', 'confirmed', 'finalized']).nullish(),
});

/** A whole number that JSON carries exactly. */
export const whole = z.int().nonnegative();

const encoding = z.literal('base64');
const ofAddress = z.tuple([address, options.nullish()]);
const ofAccount = z.tuple([address, options.extend({ encoding })]);
const ofAddresses = z.tuple([
  z.array(address).max(100),
  options.extend({
    encoding,
    /** It shows only the beginning of an account's data. */
    dataSlice: z.looseObject({ offset: z.literal(0), length: whole }),
  }),
]);
const ofStatuses = z.tuple([z.array(signature).max(256), options.nullish()]);
const ofTransaction = z.tuple([
  signature,
  options.extend({
    encoding: z.enum(['jsonParsed', 'base64']),
    maxSupportedTransactionVersion: whole.nullish(),
  }),
]);
const ofMessage = z.tuple([z.base64(), options.nullish()]);
const ofSending = z.tuple([z.string(), options.extend({ encoding, skipPreflight: z.boolean().nullish() })]);
const ofSimulation = z.tuple([
  z.string(),
  options.extend({
    encoding,
    sigVerify: z.boolean().nullish(),
    replaceRecentBlockhash: z.literal(false).nullish(),
  }),
]);

type Method = (cluster: Cluster, params: unknown) => unknown;

const methods = new Map<string, Method>(
  Object.entries({
    getGenesisHash: ({ genesisHash, faults }) => (faults.read().lies ? otherGenesisHash : genesisHash),
    getBlockHeight: ({ blocks }) => blocks.height(),
    /** It keeps all blocks. */
    getFirstAvailableBlock: () => 0,
    getEpochInfo({ blocks, landed }) {
      const slot = blocks.height();
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: Math.floor(slot / SLOTS_PER_EPOCH),
        slotIndex: slot % SLOTS_PER_EPOCH,
        slotsInEpoch: SLOTS_PER_EPOCH,
        transactionCount: landed.size,
      };
    },
    getLatestBlockhash(cluster) {
      const height = cluster.blocks.height();
      const blockhash = base58.encode(cluster.blocks.hashAt(height));
      return inContext(cluster, { blockhash, lastValidBlockHeight: height + BLOCKHASH_SLOTS });
    },
    /** 5,000 lamports for each signature that the message asks for, after the byte of its version if it has one. */
    getFeeForMessage(cluster, params) {
      const [first = 0, second = 0] = Buffer.from(ofMessage.parse(params)[0], 'base64');
      return inContext(cluster, 5_000 * (first >= 128 ? second : first));
    },
    getBalance(cluster, params) {
      const [account] = ofAddress.parse(params);
      return inContext(cluster, Number(cluster.svm.getBalance(account) ?? 0n));
    },
    getMinimumBalanceForRentExemption: ({ svm }, params) =>
      Number(svm.minimumBalanceForRentExemption(BigInt(z.tuple([whole], z.unknown()).parse(params)[0]))),
    getAccountInfo(cluster, params) {
      const [account] = ofAccount.parse(params);
      return inContext(cluster, viewAccount(cluster, account));
    },
    getMultipleAccounts(cluster, params) {
      const [addresses, { dataSlice }] = ofAddresses.parse(params);
      return inContext(
        cluster,
        addresses.map((one) => viewAccount(cluster, one, dataSlice.length)),
      );
    },
    getSignatureStatuses(cluster, params) {
      const [signatures] = ofStatuses.parse(params);
      const statuses = signatures.map((one) => viewStatus(cluster.landed.get(one)));
      return inContext(cluster, statuses);
    },
    getTransaction,
    sendTransaction,
    simulateTransaction,
    /** No real cluster has it: makes slots at once. A blockhash is no longer valid after 151 of them. */
    practice_skipSlots({ blocks }, params) {
      const [count] = z.tuple([whole]).parse(params);
      blocks.skip(count);
      return blocks.height();
    },
  } satisfies Record<string, Method>),
);

/** Answers one of Solana's methods for a cluster. Throws what `toSolanaErrorBody` understands. */
export function callSolana(cluster: Cluster, name: string, params: unknown): unknown {
  const method = methods.get(name);
  if (!method) throw new RpcError({ code: rpcCodes.methodNotFound, message: 'Method not found' });
  return method(cluster, params);
}

/** Puts a failure into the form of Solana's RPC. */
export function toSolanaErrorBody(cause: unknown): RpcErrorBody {
  if (cause instanceof RpcError) return cause.body;
  if (!(cause instanceof ZodError)) return { code: rpcCodes.internal, message: 'Internal error' };
  return { code: rpcCodes.invalidParams, message: `Invalid params: ${explain(cause)}` };
}

/** Adds the slot to a value, as Solana's RPC does. */
export function inContext<Value>({ blocks }: Cluster, value: Value) {
  return { context: { apiVersion: '1.5.0', slot: blocks.height() }, value };
}

/** An account with the first bytes of its data, by default with all. */
function viewAccount({ svm }: Cluster, address: Address, bytes?: number) {
  const found = svm.getAccount(address);
  if (!found.exists || found.lamports === 0n) return null;
  const { executable, lamports, programAddress, data } = found;
  const shown = Buffer.from(data.subarray(0, bytes)).toString('base64');
  const size = { space: data.length, rentEpoch: 0 };
  return { data: [shown, 'base64'], executable, lamports: Number(lamports), owner: programAddress, ...size };
}

function viewStatus(landed: LandedTransaction | undefined) {
  if (!landed) return null;
  const { slot, err } = landed;
  return { slot, confirmations: null, err, status: toStatus(err), confirmationStatus: 'finalized' };
}

/** Throws -32015 for a version 0 transaction that the caller does not support. */
function getTransaction({ landed }: Cluster, params: unknown) {
  const [wanted, { encoding: form, maxSupportedTransactionVersion }] = ofTransaction.parse(params);
  const found = landed.get(wanted);
  if (!found) return null;
  if (found.message.version === 0 && typeof maxSupportedTransactionVersion !== 'number')
    throw new RpcError({
      code: -32015,
      message: 'Transaction version (0) is not supported by the requesting client.',
      data: 0,
    });
  const view = viewTransaction(found);
  return form === 'base64' ? { ...view, transaction: toWire(found) } : view;
}

/** Throws -32003 for a bad signature and -32002 if the preflight fails. */
function sendTransaction(cluster: Cluster, params: unknown) {
  const [text, { skipPreflight }] = ofSending.parse(params);
  const decoded = decodeTransaction(text);
  if (!isFullySignedTransaction(decoded.transaction)) throw toBadSignature();
  if (!skipPreflight) preflight(cluster, decoded);
  const { forgets, stopsBlocks } = cluster.faults.read();
  const run = () => execute(cluster, decoded);
  if (stopsBlocks && !forgets) cluster.faults.hold(run);
  else if (!forgets) run();
  return getSignatureFromTransaction(decoded.transaction);
}

function preflight(cluster: Cluster, decoded: DecodedTransaction): void {
  const execution = simulate(cluster, decoded, { sigVerify: true });
  if (execution.err === null) return;
  if (execution.err === 'SignatureFailure') throw toBadSignature();
  const reason = typeof execution.err === 'string' ? execution.err : JSON.stringify(execution.err);
  throw new RpcError({
    code: -32002,
    message: `Transaction simulation failed: ${reason}`,
    data: viewSimulation(execution),
  });
}

function simulateTransaction(cluster: Cluster, params: unknown) {
  const [text, { sigVerify }] = ofSimulation.parse(params);
  const execution = simulate(cluster, decodeTransaction(text), { sigVerify: sigVerify === true });
  if (execution.err === 'SignatureFailure') throw toBadSignature();
  return inContext(cluster, viewSimulation(execution));
}

function viewSimulation(execution: Execution) {
  const absent = { accounts: null, innerInstructions: null, returnData: null, replacementBlockhash: null };
  return { ...execution, ...absent, loadedAccountsDataSize: 0 };
}

function toBadSignature(): RpcError {
  return new RpcError({ code: -32003, message: 'Transaction signature verification failure' });
}
