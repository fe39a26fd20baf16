/** The error object of a JSON-RPC answer. A dialect may add members of its own. */
export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A request that is answered by an error. The codes are those of JSON-RPC 2.0, section 5.1, or the chain's. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly body: RpcErrorBody;

  constructor(body: RpcErrorBody, options?: ErrorOptions) {
    super(body.message, options);
    this.body = body;
  }
}

/** The codes of JSON-RPC 2.0 itself. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;
