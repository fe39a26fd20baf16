import type { ZodError } from 'zod';

/** The error object of a JSON-RPC response. A chain may add members of its own. */
export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A request that is answered with an error. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly body: RpcErrorBody;

  constructor(body: RpcErrorBody, options?: ErrorOptions) {
    super(body.message, options);
    this.body = body;
  }
}

/** The codes of JSON-RPC 2.0, section 5.1. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

/** Says in one sentence why parameters are malformed. */
export function explain({ issues: [issue] }: ZodError): string {
  return `${issue?.message} at ${issue?.path.join('.') || 'the parameters'}`;
}

/** How one chain answers: its methods, and the form of its errors. */
export interface RpcDialect {
  /** Runs a method. Throws, or rejects with, what `toErrorBody` understands. */
  call(method: string, params: unknown): unknown;
  /** Puts any failure into the chain's form of an error. */
  toErrorBody(cause: unknown): RpcErrorBody;
}

/** Answers the text of a JSON-RPC request or batch with the text of its response. Never rejects. */
export async function answerRpc(dialect: RpcDialect, text: string): Promise<string> {
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch (cause) {
    const error = new RpcError({ code: rpcCodes.parse, message: 'Parse error' }, { cause });
    return JSON.stringify({ jsonrpc: '2.0', error: dialect.toErrorBody(error), id: null });
  }
  if (!Array.isArray(request)) return JSON.stringify(await answerOne(dialect, request));
  return JSON.stringify(await Promise.all(request.map((one) => answerOne(dialect, one))));
}

async function answerOne(dialect: RpcDialect, request: unknown): Promise<object> {
  const { id = null, method, params } = (request ?? {}) as Readonly<Record<string, unknown>>;
  try {
    if (typeof method !== 'string')
      throw new RpcError({ code: rpcCodes.invalidRequest, message: 'Invalid Request' });
    return { jsonrpc: '2.0', result: await dialect.call(method, params), id };
  } catch (cause) {
    return { jsonrpc: '2.0', error: dialect.toErrorBody(cause), id };
  }
}
