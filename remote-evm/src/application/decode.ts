import { tryTo } from '@linkspan/contract';
import { type AbiParameter, getAddress, type Hex, hexToBytes, numberToHex } from 'viem';
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
const wordBits = 256;
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
    const parts = toParts(param, at);
    if (parts) readAll(parts, at);
    else {
      const { type, name = '' } = param;
      const value = readWord(at);
      if (value === undefined) return;
      const { written, text } = toOwn(type, value);
      if (written !== value) isExact = false;
      fields.push({ name, type, value: text });
    }
  }

  function readDynamic(param: AbiParameter, at: number): number {
    const parts = toParts(param, at);
    if (parts) return readAll(parts, at);
    const { type, name = '' } = param;
    const start = at + word;
    const { item } = toList(param) ?? {};
    const length = readWord(at) ?? 0n;
    if (!hasRoom(length, item ? toHeadLength(item) : 2, start)) return start;
    const count = Number(length);
    if (item) {
      if (count === 0) fields.push({ name, type, value: '[]' });
      return readAll(toItems(item, name, count), start);
    }
    const end = start + count * 2;
    const padded = start + Math.ceil((count * 2) / word) * word;
    if (/[^0]/.test(digits.slice(end, padded))) isExact = false;
    const value: Hex = `0x${digits.slice(start, end)}`;
    const said = type === 'string' ? readText(value) : value;
    if (said === undefined) isExact = false;
    fields.push({ name, type, value: said ?? value });
    return Math.min(padded, digits.length);
  }

  /** The members of a structure, or the items of a list of fixed length; undefined for anything else. */
  function toParts(param: AbiParameter, at: number): readonly AbiParameter[] | undefined {
    const { item, count } = toList(param) ?? {};
    if (item === undefined) return 'components' in param ? toMembers(param) : undefined;
    if (count === undefined) return undefined;
    return hasRoom(BigInt(count), toHeadLength(item), at) ? toItems(item, param.name, count) : [];
  }

  function hasRoom(count: bigint, each: number, start: number): boolean {
    const has = count * BigInt(each) <= BigInt(Math.max(0, digits.length - start));
    if (!has) isExact = false;
    return has;
  }

  const length = readAll(inputs, 0);
  return { fields, length, isExact };
}

/** The members of a structure, each named with those around it. */
function toMembers(param: AbiParameter): readonly AbiParameter[] {
  if (!('components' in param)) return [];
  return param.components.map((one) => ({ ...one, name: `${param.name}.${one.name}` }));
}

/** What a list has items of, and how many if that is fixed; undefined for what is no list. */
function toList(param: AbiParameter) {
  const [, type, count] = /^(.*)\[(\d*)\]$/.exec(param.type) ?? [];
  if (type === undefined) return undefined;
  return { item: { ...param, type }, count: count ? Number(count) : undefined };
}

function toItems(item: AbiParameter, name: string | undefined, count: number): readonly AbiParameter[] {
  return Array.from({ length: count }, (_, index) => ({ ...item, name: `${name}[${index}]` }));
}

function isDynamic(param: AbiParameter): boolean {
  const { item, count } = toList(param) ?? {};
  if (item) return count === undefined || isDynamic(item);
  return /^(bytes|string)$/.test(param.type) || toMembers(param).some(isDynamic);
}

/** Of what stands in the place of an argument: its value, or where that is. */
function toHeadLength(param: AbiParameter): number {
  if (isDynamic(param)) return word;
  const { item, count = 0 } = toList(param) ?? {};
  if (item) return count * toHeadLength(item);
  if (!('components' in param)) return word;
  return toMembers(param).reduce((sum, one) => sum + toHeadLength(one), 0);
}

/** A value without the bits beyond its type: as text, and as the word that a compiler writes for it. */
function toOwn(type: string, value: bigint): { readonly text: string; readonly written: bigint } {
  const [, kind = type, size = ''] = /^(u?int|bytes)(\d+)$/.exec(type) ?? [];
  switch (kind) {
    case 'address': {
      const written = BigInt.asUintN(addressBits, value);
      return { written, text: getAddress(numberToHex(written, { size: addressBits / 8 })) };
    }
    case 'bool':
      return { written: value === 0n ? 0n : 1n, text: String(value !== 0n) };
    case 'bytes': {
      const beyond = BigInt(wordBits - Number(size) * 8);
      const written = (value >> beyond) << beyond;
      return { written, text: numberToHex(written, { size: 32 }).slice(0, 2 + Number(size) * 2) };
    }
    case 'int': {
      const own = BigInt.asIntN(Number(size), value);
      return { written: BigInt.asUintN(wordBits, own), text: String(own) };
    }
    default: {
      const written = BigInt.asUintN(Number(size), value);
      return { written, text: String(written) };
    }
  }
}

/** Bytes as UTF-8; undefined if they are none. */
function readText(value: Hex): string | undefined {
  return tryTo(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(value)));
}
