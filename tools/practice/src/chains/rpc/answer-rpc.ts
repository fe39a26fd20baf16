import { RpcError, type RpcErrorBody, rpcCodes } from './rpc-error.ts';

/** How one chain answers: its methods, and the form of its errors. */
export interface RpcDialect {
  /** Returns a method. Throws, or rejects with, what `toErrorBody` understands. */
  call(method: string, params: unknown): unknown;
  /** Puts any failure into the chain's form of an error. */
  toErrorBody(cause: unknown): RpcErrorBody;
}

/** Returns the text of a JSON-RPC request or batch with the text of its response. Never rejects. */
export async function answerRpc(dialect: RpcDialect, text: string): Promise<string> {
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch (cause) {
    return toFailure(dialect, new RpcError({ code: rpcCodes.parse, message: 'Parse error' }, { cause }));
  }
  if (!Array.isArray(request)) return JSON.stringify(await answerOne(dialect, request));
  return JSON.stringify(await Promise.all(request.map((one) => answerOne(dialect, one))));
}

/** The text of a response that refuses a request as a whole. */
export function toFailure(dialect: RpcDialect, error: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', error: dialect.toErrorBody(error), id: null });
}

async function answerOne(dialect: RpcDialect, request: unknown): Promise<object> {
  const { id, method, params } = readRequest(request);
  try {
    if (method === undefined)
      throw new RpcError({ code: rpcCodes.invalidRequest, message: 'Invalid Request' });
    return { jsonrpc: '2.0', result: await dialect.call(method, params), id };
  } catch (cause) {
    return { jsonrpc: '2.0', error: dialect.toErrorBody(cause), id };
  }
}

function readRequest(request: unknown): { id: string | number | null; method?: string; params: unknown } {
  if (typeof request !== 'object' || request === null) return { id: null, params: undefined };
  const { id, method, params } = request as Record<string, unknown>;
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  return typeof method === 'string' ? { id: known, method, params } : { id: known, params };
}
