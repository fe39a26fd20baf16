import type { Family } from './family.ts';

/**
 * What a practice wallet fails with, in every family. `code` is the one real wallets use:
 * EIP-1193 (4001, 4100, 4200, 4900), EIP-3326 (4902), EIP-1474 and JSON-RPC (-32002, -32602, -32603).
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

/** 4001: the person pressed Reject, or closed the window. */
export function rejected(): WalletError {
  return new WalletError(4001, 'User rejected the request.');
}

/** 4100: this site may not use that account. */
export function unauthorized(account: string): WalletError {
  return new WalletError(4100, `This site is not allowed to use ${account || 'an account'}. Connect first.`);
}

/** 4200: the wallet does not know the method. */
export function unsupported(what: string): WalletError {
  return new WalletError(4200, `The practice wallet does not support ${what}.`);
}

/** 4900: the wallet is gone, as an extension that was switched off. */
export function gone(): WalletError {
  return new WalletError(4900, 'The wallet is not there any more.');
}

/** 4902: the network is none of the wallet's. */
export function unknownNetwork(id: string): WalletError {
  return new WalletError(4902, `The practice wallet does not know the network ${id}.`);
}

/** -32002: a request is already open in the wallet. */
export function alreadyPending(): WalletError {
  return new WalletError(-32002, 'A request is already open in the wallet.');
}

/** -32602: a parameter is missing or malformed. */
export function invalidParams(why: string): WalletError {
  return new WalletError(-32602, why);
}

/** -32603: the switch "Fails when sending" is on. */
export function sendingFails(): WalletError {
  return new WalletError(-32603, 'The practice wallet was told to fail when sending.');
}

/** -32603: the switch "Fails after sending" is on; the chain has the transaction. */
export function sentButFailed(): WalletError {
  return new WalletError(-32603, 'The practice wallet was told to fail after sending.');
}

/** -32603: the network was not changed, or nobody will say that it was. */
export function switchingFails(): WalletError {
  return new WalletError(-32603, 'The practice wallet was told to fail when the network changes.');
}

/** The person closed the wallet's window: each family has its own words, and only EVM a code (4001). */
export function closed(family: Family): Error {
  if (family === 'evm') return new WalletError(4001, 'User closed modal.');
  return new Error(family === 'solana' ? 'Plugin Closed' : 'Wallet closed');
}
