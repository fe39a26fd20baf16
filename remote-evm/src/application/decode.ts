import { type AbiParameter, getAddress, numberToHex } from 'viem';
import type { Field } from './meaning.ts';

/** Arguments of a call, as far as they can be read. */
interface Decoded {
  readonly fields: readonly Field[];
  /** How many digits have been read: what follows is no argument. */
  readonly length: number;
  /** The digits are what a Solidity compiler writes for these arguments, so that no contract reads others. */
  readonly isExact: boolean;
}

/** Hexadecimal digits of a word. */
const word = 64;
const addressBits = 160;

/**
 * Decodes arguments (Solidity, "Contract ABI Specification") from the hexadecimal digits of whole bytes. Values with bits beyond their type are
 * read without these, as old contracts do; an offset is followed if no digit is read twice or left out. The time is that of
 * reading each digit once.
 */
export function decodeArguments(inputs: readonly AbiParameter[], digits: string): Decoded {
  const fields: Field[] = [];
  let isExact = true;

  function readWord(at: number): bigint | undefined {
    const found = digits.slice(at, at + word);
    if (found.length === word) return BigInt(`0x${found}`);
    isExact = false;
    return undefined;
  }

  /** A list of values with their heads from a place on; returns where they end. */
  function readAll(params: readonly AbiParameter[], start: number): number {
    let head = start;
    let tail = params.reduce((sum, param) => sum + toHeadLength(param), start);
    for (const param of params) {
      if (isDynamic(param)) {
        if (readWord(head) === BigInt((tail - start) / 2)) tail = readDynamic(param, tail);
        else isExact = false;
      } else readStatic(param, head);
      head += toHeadLength(param);
    }
    return tail;
  }

  function readStatic(param: AbiParameter, at: number): void {
    if ('components' in param) readAll(toMembers(param), at);
    else {
      const { type, name = '' } = param;
      const value = readWord(at);
      if (value === undefined) return;
      const own = type === 'bool' ? (value === 0n ? 0n : 1n) : BigInt.asUintN(toBits(type), value);
      if (own !== value) isExact = false;
      fields.push({ name, type, value: toText(type, own) });
    }
  }

  function readDynamic(param: AbiParameter, at: number): number {
    const { type, name = '' } = param;
    if (type === 'tuple') return readAll(toMembers(param), at);
    const start = at + word;
    const item = type.endsWith('[]') ? { ...param, type: type.slice(0, -2) } : undefined;
    const length = readWord(at) ?? 0n;
    const needed = length * BigInt(item ? toHeadLength(item) : 2);
    if (needed > BigInt(Math.max(0, digits.length - start))) {
      isExact = false;
      return start;
    }
    const count = Number(length);
    if (item) {
      if (count === 0) fields.push({ name, type, value: '[]' });
      const items = Array.from({ length: count }, (_, index) => ({ ...item, name: `${name}[${index}]` }));
      return readAll(items, start);
    }
    const end = start + count * 2;
    const padded = start + Math.ceil((count * 2) / word) * word;
    if (/[^0]/.test(digits.slice(end, padded))) isExact = false;
    fields.push({ name, type, value: `0x${digits.slice(start, end)}` });
    return Math.min(padded, digits.length);
  }

  const length = readAll(inputs, 0);
  return { fields, length, isExact };
}

/** The members of a structure, each named with those around it. */
function toMembers(param: AbiParameter): readonly AbiParameter[] {
  if (!('components' in param)) return [];
  return param.components.map((one) => ({ ...one, name: `${param.name}.${one.name}` }));
}

function isDynamic(param: AbiParameter): boolean {
  const { type } = param;
  return type === 'bytes' || type.endsWith('[]') || toMembers(param).some(isDynamic);
}

/** Of what stands in the place of an argument: its value, or where that is. */
function toHeadLength(param: AbiParameter): number {
  if (isDynamic(param) || !('components' in param)) return word;
  return toMembers(param).reduce((sum, one) => sum + toHeadLength(one), 0);
}

function toBits(type: string): number {
  return type === 'address' ? addressBits : Number(/^uint(\d+)$/.exec(type)?.[1] ?? 256);
}

function toText(type: string, value: bigint): string {
  if (type === 'address') return getAddress(numberToHex(value, { size: addressBits / 8 }));
  if (type === 'bool') return String(value === 1n);
  return type === 'bytes32' ? numberToHex(value, { size: 32 }) : String(value);
}
