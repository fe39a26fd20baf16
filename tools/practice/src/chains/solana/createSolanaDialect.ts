import { ZodError } from 'zod';
import type { RpcDialect } from '../rpc/answerRpc.ts';
import { RpcError, type RpcErrorBody, rpcCodes } from '../rpc/rpcError.ts';
import { accountMethods } from './accountMethods.ts';
import { blockMethods } from './blockMethods.ts';
import type { Cluster } from './cluster.ts';
import { historyMethods } from './historyMethods.ts';
import { practiceMethods } from './practiceMethods.ts';
import { transactionMethods } from './transactionMethods.ts';

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
