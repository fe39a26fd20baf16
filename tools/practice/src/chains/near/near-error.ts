import { ZodError } from 'zod';
import { RpcError, type RpcErrorBody, rpcCodes } from '../json-rpc.ts';

/** An error in the form of NEAR's RPC. */
interface NearErrorBody extends RpcErrorBody {
  readonly name: 'REQUEST_VALIDATION_ERROR' | 'HANDLER_ERROR' | 'INTERNAL_ERROR';
  readonly cause: { readonly name: string; readonly info: object };
}

/** A valid request that cannot be answered, such as `UNKNOWN_ACCOUNT`. */
export function toHandlerError(cause: string, info: object, data: unknown): RpcError {
  return toRpcError({
    name: 'HANDLER_ERROR',
    cause: { name: cause, info },
    code: -32000,
    message: 'Server error',
    data,
  });
}

/** A transaction that is refused without a fee, such as `{InvalidNonce: …}`. */
export function toInvalidTransaction(error: string | object): RpcError {
  return toHandlerError('INVALID_TRANSACTION', {}, { TxExecutionError: { InvalidTxError: error } });
}

/** A request that cannot be parsed. */
export function toParseError(reason: string): RpcError {
  return toRpcError({
    name: 'REQUEST_VALIDATION_ERROR',
    cause: { name: 'PARSE_ERROR', info: { error_message: reason } },
    code: rpcCodes.parse,
    message: 'Parse error',
    data: reason,
  });
}

/** A method that the fixture does not have. */
export function toUnknownMethod(method: string): RpcError {
  return toRpcError({
    name: 'REQUEST_VALIDATION_ERROR',
    cause: { name: 'METHOD_NOT_FOUND', info: { method_name: method } },
    code: rpcCodes.methodNotFound,
    message: 'Method not found',
    data: method,
  });
}

/** Puts any failure into the form of NEAR's RPC. */
export function toNearErrorBody(cause: unknown): RpcErrorBody {
  if (cause instanceof RpcError)
    return 'name' in cause.body ? cause.body : toParseError(cause.body.message).body;
  if (cause instanceof ZodError) {
    const [issue] = cause.issues;
    const place = issue?.path.join('.') || 'the parameters';
    return toParseError(`Failed parsing args: ${issue?.message} at ${place}`).body;
  }
  const reason = 'The NEAR fixture failed to answer';
  const internal = { name: 'INTERNAL_ERROR', info: { error_message: reason } };
  return toRpcError({
    name: 'INTERNAL_ERROR',
    cause: internal,
    code: -32000,
    message: 'Server error',
    data: reason,
  }).body;
}

function toRpcError(body: NearErrorBody): RpcError {
  return new RpcError(body);
}
