import { type Address, getAddress, type Hex, hexToBytes, isAddress, isHex, stringToBytes } from 'viem';
import { isRecord } from '../shape.ts';
import { invalidParams } from '../wallet-error.ts';

/** The parameters of one EIP-1193 request. */
export type EvmParams = readonly unknown[];

/** Reads an address in any case and writes it with the checksum of EIP-55. Throws -32602. */
export function parseEvmAddress(value: unknown): Address {
  if (typeof value === 'string' && isAddress(value, { strict: false })) return getAddress(value);
  throw invalidParams('An address must be 40 hex digits after 0x.');
}

/** Reads the bytes that `personal_sign` is to sign: hex, or a plain text. Throws -32602. */
export function parseMessage(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw invalidParams('The message must be a text.');
  return isHex(value) && value.length % 2 === 0 ? hexToBytes(value) : stringToBytes(value);
}

/** Reads a quantity in hex; undefined stays undefined. Throws -32602. */
export function parseQuantity(value: unknown, name: string): bigint | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)) return BigInt(value);
  throw invalidParams(`${name} must be hex digits after 0x.`);
}

/** Reads bytes in hex; undefined stays undefined. Throws -32602. */
export function parseBytes(value: unknown, name: string): Hex | undefined {
  if (value === undefined || value === null) return undefined;
  if (isHex(value)) return value;
  throw invalidParams(`${name} must be hex digits after 0x.`);
}

/** Reads the object that is a request's first parameter. Throws -32602. */
export function parseFirst([first]: EvmParams): Readonly<Record<string, unknown>> {
  if (isRecord(first)) return first;
  throw invalidParams('The first parameter must be an object.');
}
