import type * as z from 'zod';

/**
 * What a practice wallet fails with, in every family. `code` is the one that real wallets use: EIP-1193 (4001, 4100, 4200,
 * 4900, 4901), EIP-3326 (4902), EIP-1474 and JSON-RPC (-32002, -32602, -32603).
 */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly code: number;
  /** What the chain said beside its message, as EIP-1474 has it. */
  readonly data: unknown;

  constructor(code: number, message: string, { cause, data }: { cause?: unknown; data?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
    this.data = data;
  }
}

/** The person pressed Reject, or closed the window. */
export const rejected = () => new WalletError(4001, 'User rejected the request.');
/** This site may not use that account. */
export const unauthorized = (account: string) =>
  new WalletError(4100, `This site is not allowed to use ${account || 'an account'}. Connect first.`);
export const unsupported = (what: string) =>
  new WalletError(4200, `The practice wallet does not support ${what}.`);
/** The wallet is gone, as an extension that was switched off. */
export const gone = () => new WalletError(4900, 'The wallet is not there any more.');
export const unknownNetwork = (id: string) =>
  new WalletError(4902, `The practice wallet does not know the network ${id}.`);
export const alreadyPending = () => new WalletError(-32002, 'A request is already open in the wallet.');
/** A parameter is missing or malformed. */
export const invalidParams = (why: string, cause?: unknown) => new WalletError(-32602, why, { cause });

/** Parses what a page has given. Throws `invalidParams` that says why, or else names the malformed field. */
export function parse<Value>(shape: z.ZodType<Value>, value: unknown, why?: string): Value {
  const { data, success, error } = shape.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw invalidParams(why ?? `${issue?.path.join('.') || 'The request'}: ${issue?.message}`, error);
}
