import { z } from 'zod';
import { RpcError } from '../rpc/rpc-error.ts';
import type { LandedTransaction } from './cluster.ts';
import { inContext, type Methods } from './methods.ts';
import { address, parseParams, reading, signature, u53 } from './params.ts';
import { transactionEncodings, viewTransaction } from './view-transaction.ts';

const MAX_SIGNATURES = 1000;

const paging = reading.extend({
  before: signature.nullish(),
  until: signature.nullish(),
  limit: u53.min(1).max(MAX_SIGNATURES).nullish(),
});
const showing = reading.extend({
  encoding: z.enum(transactionEncodings).nullish(),
  maxSupportedTransactionVersion: u53.nullish(),
});
const statusReading = z.looseObject({ searchTransactionHistory: z.boolean().nullish() });
const ofStatuses = z.tuple([z.array(signature).max(256), statusReading.nullish()]);
const ofHistory = z.tuple([address, paging.nullish()]);
const ofTransaction = z.tuple([signature, z.union([showing, z.enum(transactionEncodings)]).nullish()]);

/** The methods that tell what landed. */
export const historyMethods: Methods = {
  getSignatureStatuses(cluster, params) {
    const [signatures] = parseParams(ofStatuses, params);
    return inContext(
      cluster,
      signatures.map((one) => toStatus(cluster.landed.get(one))),
    );
  },
  getSignaturesForAddress({ landed }, params) {
    const [account, options] = parseParams(ofHistory, params);
    const newest = [...landed.values()].reverse();
    const start = newest.findIndex((one) => one.signature === options?.before) + 1;
    const end = newest.findIndex((one) => one.signature === options?.until);
    return newest
      .slice(start, end < 0 ? undefined : end)
      .filter((one) => one.message.staticAccounts.includes(account))
      .slice(0, options?.limit ?? MAX_SIGNATURES)
      .map(toSignatureView);
  },
  /** Throws -32015 for a version 0 transaction that the caller has not asked for. */
  getTransaction({ landed }, params) {
    const [wanted, options] = parseParams(ofTransaction, params);
    const { encoding, maxSupportedTransactionVersion } =
      typeof options === 'string' ? { encoding: options } : (options ?? {});
    const found = landed.get(wanted);
    if (!found) return null;
    if (found.message.version === 0 && typeof maxSupportedTransactionVersion !== 'number')
      throw toBadVersion();
    return viewTransaction(found, encoding ?? 'json');
  },
};

function toStatus(landed: LandedTransaction | undefined) {
  if (!landed) return null;
  return {
    slot: landed.slot,
    confirmations: null,
    err: landed.err,
    status: landed.err === null ? { Ok: null } : { Err: landed.err },
    confirmationStatus: 'finalized',
  };
}

function toSignatureView({ signature, slot, err, blockTime }: LandedTransaction) {
  return { signature, slot, err, memo: null, blockTime, confirmationStatus: 'finalized' };
}

function toBadVersion(): RpcError {
  return new RpcError({
    code: -32015,
    message:
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
    data: 0,
  });
}
