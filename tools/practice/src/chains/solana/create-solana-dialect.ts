import { ZodError } from 'zod';
import type { RpcDialect } from '../rpc/answer-rpc.ts';
import { RpcError, type RpcErrorBody, rpcCodes } from '../rpc/rpc-error.ts';
import { accountMethods } from './account-methods.ts';
import { blockMethods } from './block-methods.ts';
import type { Cluster } from './cluster.ts';
import { historyMethods } from './history-methods.ts';
import { practiceMethods } from './practice-methods.ts';
import { transactionMethods } from './transaction-methods.ts';

const methods = new Map(
  Object.entries({
    ...blockMethods,
    ...accountMethods,
    ...transactionMethods,
    ...historyMethods,
    ...practiceMethods,
  }),
);

/** Answers as Solana's RPC does, for one cluster. */
export function createSolanaDialect(cluster: Cluster): RpcDialect {
  return {
    call(name, params) {
      const method = methods.get(name);
      if (!method) throw new RpcError({ code: rpcCodes.methodNotFound, message: 'Method not found' });
      return method(cluster, params);
    },
    toErrorBody: toSolanaErrorBody,
  };
}

/** Puts a failure into the form of Solana's RPC. */
export function toSolanaErrorBody(cause: unknown): RpcErrorBody {
  if (cause instanceof RpcError) return cause.body;
  if (cause instanceof ZodError) return { code: rpcCodes.invalidParams, message: toSentence(cause) };
  return { code: rpcCodes.internal, message: 'Internal error' };
}

function toSentence({ issues }: ZodError): string {
  const [first] = issues;
  return `Invalid params: ${first?.message} at ${first?.path.join('.') || 'the parameters'}`;
}
