import { isA } from '@linkspan/contract';
import { toBase58 } from './to-base58.ts';

/** An instruction with its addresses in base58; those that come from a lookup table are empty texts. */
export interface Instruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

/** A transaction, legacy or version 0, as its bytes have it. */
export interface WireTransaction {
  /** The first signature, which is the transaction's id, in base58. */
  readonly id: string;
  /** The addresses that are spelled out, the one that pays the fee first. */
  readonly accounts: readonly [string, ...string[]];
  /** Or the value of a durable nonce. */
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
  readonly hasLookups: boolean;
}

/** What the reader throws; nothing of it leaves this file. */
class Cut extends Error {}

/**
 * A transaction in wire format, from whatever bytes; undefined for what is none, and for versions that this page does
 * not know. The decoders of @solana/kit take bytes that follow the end, and would come before "Connected".
 */
export function parseWire(bytes: Uint8Array): WireTransaction | undefined {
  try {
    return read(createReader(bytes));
  } catch (error) {
    if (isA(error, Cut)) return undefined;
    throw error;
  }
}

type Reader = ReturnType<typeof createReader>;

function read(reader: Reader): WireTransaction {
  const signatures = reader.list(() => reader.bytes(64));
  const version = reader.peek() & 0x80 ? reader.byte() & 0x7f : undefined;
  if (version !== undefined && version !== 0) throw new Cut();
  const [signers] = [reader.byte(), reader.bytes(2)];
  const [payer, ...others] = reader.list(() => toBase58(reader.bytes(32)));
  const blockhash = toBase58(reader.bytes(32));
  const compiled = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: Uint8Array.from(reader.list(() => reader.byte())),
  }));
  const hasLookups = version === 0 && reader.list(() => readLookup(reader)).length > 0;
  const [first] = signatures;
  if (!reader.isAtEnd() || payer === undefined || first === undefined || signatures.length !== signers)
    throw new Cut();
  const accounts = [payer, ...others] as const;
  const addressAt = (index: number) => {
    const address = accounts[index];
    if (address === undefined && !hasLookups) throw new Cut();
    return address ?? '';
  };
  const instructions = compiled.map(({ program, accounts: indices, data }) => ({
    program: addressAt(program),
    accounts: indices.map(addressAt),
    data,
  }));
  return { id: toBase58(first), accounts, blockhash, instructions, hasLookups };
}

function readLookup(reader: Reader): void {
  reader.bytes(32);
  reader.list(() => reader.byte());
  reader.list(() => reader.byte());
}

function createReader(all: Uint8Array) {
  let at = 0;
  function bytes(count: number): Uint8Array {
    if (at + count > all.length) throw new Cut();
    at += count;
    return all.subarray(at - count, at);
  }
  const byte = () => bytes(1)[0] ?? 0;
  /** Solana's compact-u16: seven bits a byte, the lowest first. */
  function length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte();
      value |= (next & 0x7f) << shift;
      if ((next & 0x80) === 0) return value;
    }
    throw new Cut();
  }
  return {
    bytes,
    byte,
    peek: () => all[at] ?? 0,
    isAtEnd: () => at === all.length,
    list: <Item>(item: () => Item): Item[] => Array.from({ length: length() }, item),
  };
}
