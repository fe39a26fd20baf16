import { ZodError } from 'zod';
import { RpcError, type RpcErrorBody, rpcCodes } from '../rpc/rpc-error.ts';

/** An error in the form of NEAR's RPC, which names itself and its cause. */
export interface NearErrorBody extends RpcErrorBody {
  readonly name: 'REQUEST_VALIDATION_ERROR' | 'HANDLER_ERROR' | 'INTERNAL_ERROR';
  readonly cause: { readonly name: string; readonly info: object };
}

/** A request that was understood and cannot be answered, such as `UNKNOWN_ACCOUNT`. */
export function toHandlerError(cause: string, info: object, data: unknown): RpcError {
  const body: NearErrorBody = {
    name: 'HANDLER_ERROR',
    cause: { name: cause, info },
    code: -32000,
    message: 'Server error',
    data,
  };
  return new RpcError(body);
}

/** A transaction that is refused before it costs anything, such as `{InvalidNonce: …}`. */
export function toInvalidTransaction(error: string | object): RpcError {
  return toHandlerError('INVALID_TRANSACTION', {}, { TxExecutionError: { InvalidTxError: error } });
}

/** A request that cannot be read. */
export function toParseError(reason: string): RpcError {
  return new RpcError(toUnread(reason));
}

/** Puts any failure into the form of NEAR's RPC. */
export function toNearErrorBody(cause: unknown): RpcErrorBody {
  if (cause instanceof ZodError) return toUnread(toSentence(cause));
  if (!(cause instanceof RpcError)) return toInternal();
  return 'name' in cause.body ? cause.body : toUnread(cause.body.message);
}

/** A method that the fixture does not have. */
export function toUnknownMethod(method: string): RpcError {
  const body: NearErrorBody = {
    name: 'REQUEST_VALIDATION_ERROR',
    cause: { name: 'METHOD_NOT_FOUND', info: { method_name: method } },
    code: rpcCodes.methodNotFound,
    message: 'Method not found',
    data: method,
  };
  return new RpcError(body);
}

function toUnread(reason: string): NearErrorBody {
  return {
    name: 'REQUEST_VALIDATION_ERROR',
    cause: { name: 'PARSE_ERROR', info: { error_message: reason } },
    code: rpcCodes.parse,
    message: 'Parse error',
    data: reason,
  };
}

function toInternal(): NearErrorBody {
  const reason = 'The NEAR fixture failed to answer';
  return {
    name: 'INTERNAL_ERROR',
    cause: { name: 'INTERNAL_ERROR', info: { error_message: reason } },
    code: -32000,
    message: 'Server error',
    data: reason,
  };
}

function toSentence({ issues }: ZodError): string {
  const [first] = issues;
  return `Failed parsing args: ${first?.message} at ${first?.path.join('.') || 'the parameters'}`;
}
