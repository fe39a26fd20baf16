import type { TypedDataDefinition } from 'viem';
import { isRecord } from '../shape.ts';
import { invalidParams } from '../wallet-error.ts';

/** Typed data of EIP-712, read from what a page sent. */
export type TypedText = TypedDataDefinition<Record<string, unknown>, string>;

/**
 * Reads the JSON text, or object, of `eth_signTypedData_v4`. Throws -32602 if it lacks a part of EIP-712,
 * or names another chain than the wallet is on.
 */
export function parseTypedText(value: unknown, networkId: string): TypedText {
  const { types, domain, primaryType, message } = toRecord(value);
  if (!isRecord(types) || !isRecord(domain) || !isRecord(message) || typeof primaryType !== 'string') {
    throw invalidParams('Typed data must have types, domain, primaryType and message.');
  }
  const { chainId } = domain;
  if (chainId !== undefined && `eip155:${Number(chainId)}` !== networkId) {
    throw invalidParams(`The typed data is for chain ${String(chainId)}, the wallet is on ${networkId}.`);
  }
  return { types, domain, primaryType, message };
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  if (isRecord(parsed)) return parsed;
  throw invalidParams('Typed data must be an object.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw Object.assign(invalidParams('Typed data must be JSON.'), { cause });
  }
}
