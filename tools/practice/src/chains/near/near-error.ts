import { ZodError } from 'zod';
import { explain, RpcError, type RpcErrorBody, rpcCodes } from '../json-rpc.ts';

/** A valid request that cannot be answered, such as `UNKNOWN_ACCOUNT`. */
export function toHandlerError(cause: string, info: object, data: unknown): RpcError {
  return toRpcError('HANDLER_ERROR', { name: cause, info }, data);
}

/** A transaction that is refused without a fee, such as `{InvalidNonce: …}`. */
export function toInvalidTransaction(error: string | object): RpcError {
  return toHandlerError('INVALID_TRANSACTION', {}, { TxExecutionError: { InvalidTxError: error } });
}

/** A request that cannot be parsed. */
export function toParseError(reason: string): RpcError {
  const cause = { name: 'PARSE_ERROR', info: { error_message: reason } };
  return toRpcError('REQUEST_VALIDATION_ERROR', cause, reason, [rpcCodes.parse, 'Parse error']);
}

/** A method that the fixture does not have. */
export function toUnknownMethod(method: string): RpcError {
  const cause = { name: 'METHOD_NOT_FOUND', info: { method_name: method } };
  const code = [rpcCodes.methodNotFound, 'Method not found'] as const;
  return toRpcError('REQUEST_VALIDATION_ERROR', cause, method, code);
}

/** Puts any failure into the form of NEAR's RPC. */
export function toNearErrorBody(cause: unknown): RpcErrorBody {
  if (cause instanceof RpcError)
    return 'name' in cause.body ? cause.body : toParseError(cause.body.message).body;
  if (cause instanceof ZodError) return toParseError(`Failed parsing args: ${explain(cause)}`).body;
  const reason = 'The NEAR fixture failed to answer';
  const internal = { name: 'INTERNAL_ERROR', info: { error_message: reason } };
  return toRpcError('INTERNAL_ERROR', internal, reason).body;
}

/** An error in the form of NEAR's RPC. */
function toRpcError(
  name: 'REQUEST_VALIDATION_ERROR' | 'HANDLER_ERROR' | 'INTERNAL_ERROR',
  cause: { readonly name: string; readonly info: object },
  data: unknown,
  [code, message]: readonly [number, string] = [-32000, 'Server error'],
): RpcError {
  const body = { name, cause, code, message, data };
  return new RpcError(body);
}
