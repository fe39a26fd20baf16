import { base58 } from '@scure/base';
import { invalidParams } from '../wallet-error.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';

/** The bytes of one ed25519 signature. */
const SIGNATURE_BYTES = 64;

/** One instruction of a transaction; accounts by their place in the transaction. */
export interface SolanaInstruction {
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** What a wallet has to know of a transaction, legacy or version 0, signed or not. */
export interface SolanaTransaction {
  /** Where the signatures begin in the bytes. */
  readonly signaturesAt: number;
  /** The addresses whose signatures are needed, the payer of the fee first, in base58. */
  readonly signers: readonly string[];
  /** The addresses that the transaction spells out. Others may come from lookup tables behind them. */
  readonly accounts: readonly string[];
  /** The bytes that are signed. */
  readonly message: Uint8Array;
  readonly instructions: readonly SolanaInstruction[];
}

/** Reads a transaction in wire form. Throws -32602 if it is malformed, or of a version other than legacy and 0. */
export function parseSolanaTransaction(bytes: Uint8Array): SolanaTransaction {
  const reader = createByteReader(bytes);
  const count = reader.compactLength();
  const signaturesAt = reader.position();
  reader.bytes(count * SIGNATURE_BYTES);
  const message = bytes.slice(reader.position());
  const needed = readNeededSignatures(reader);
  reader.bytes(2);
  const accounts = readList(reader, () => base58.encode(reader.bytes(32)));
  if (count !== needed || needed > accounts.length) {
    throw invalidParams('The transaction counts its signatures wrongly.');
  }
  reader.bytes(32);
  const instructions = readList(reader, () => readInstruction(reader));
  return { signaturesAt, signers: accounts.slice(0, needed), accounts, message, instructions };
}

/** Puts a signature into its place in a copy of the bytes. Throws -32602 if the address does not sign it. */
export function putSignature(
  bytes: Uint8Array,
  { signers, signaturesAt }: SolanaTransaction,
  { address, signature }: { readonly address: string; readonly signature: Uint8Array },
): Uint8Array {
  const place = signers.indexOf(address);
  if (place < 0) throw invalidParams(`The transaction needs no signature of ${address}.`);
  const signed = bytes.slice();
  signed.set(signature, signaturesAt + place * SIGNATURE_BYTES);
  return signed;
}

function readNeededSignatures(reader: ByteReader): number {
  const first = reader.byte();
  if (first < 128) return first;
  if (first > 128) throw invalidParams(`The practice wallet does not know version ${first - 128}.`);
  return reader.byte();
}

function readInstruction(reader: ByteReader): SolanaInstruction {
  const program = reader.byte();
  const accounts = readList(reader, () => reader.byte());
  return { program, accounts, data: reader.bytes(reader.compactLength()) };
}

function readList<T>(reader: ByteReader, read: () => T): readonly T[] {
  return Array.from({ length: reader.compactLength() }, read);
}
