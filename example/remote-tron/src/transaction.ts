import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The recent block that a transaction names, so that it is of that chain alone, and its times in milliseconds. */
export interface Reference {
  readonly ref_block_bytes: string;
  readonly ref_block_hash: string;
  readonly expiration: number;
  readonly timestamp: number;
}

/** A transfer of TRX with addresses as 42 hexadecimal digits, in sun. */
export interface HexTransfer {
  readonly owner_address: string;
  readonly to_address: string;
  readonly amount: number;
}

const typeUrl = 'type.googleapis.com/protocol.TransferContract';

/**
 * An unsigned transaction with one transfer, as wallets and nodes take it. The page builds it itself, so that no node can
 * have another one signed; `txID` is the SHA-256 of its bytes.
 */
export function toTransaction(value: HexTransfer, reference: Reference) {
  const raw = encode(value, reference);
  return {
    visible: false,
    txID: bytesToHex(sha256(raw)),
    raw_data: {
      contract: [{ type: 'TransferContract', parameter: { type_url: typeUrl, value } }],
      ...reference,
    },
    raw_data_hex: bytesToHex(raw),
  };
}

export type UnsignedTransaction = ReturnType<typeof toTransaction>;

/** Protocol Buffers: `Transaction.raw`, `Transaction.Contract` and `TransferContract` of Tron.proto. */
function encode({ owner_address, to_address, amount }: HexTransfer, reference: Reference): Uint8Array {
  const transfer = [
    ...toBytesField(1, hexToBytes(owner_address)),
    ...toBytesField(2, hexToBytes(to_address)),
    ...toNumberField(3, amount),
  ];
  const parameter = [...toBytesField(1, utf8ToBytes(typeUrl)), ...toBytesField(2, transfer)];
  const contract = [...toNumberField(1, 1), ...toBytesField(2, parameter)];
  return Uint8Array.from([
    ...toBytesField(1, hexToBytes(reference.ref_block_bytes)),
    ...toBytesField(4, hexToBytes(reference.ref_block_hash)),
    ...toNumberField(8, reference.expiration),
    ...toBytesField(11, contract),
    ...toNumberField(14, reference.timestamp),
  ]);
}

function toBytesField(number: number, bytes: Iterable<number>): readonly number[] {
  const all = [...bytes];
  return [...toVarint(number * 8 + 2), ...toVarint(all.length), ...all];
}

function toNumberField(number: number, value: number): readonly number[] {
  return [...toVarint(number * 8), ...toVarint(value)];
}

function toVarint(value: number): readonly number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...toVarint(Math.floor(value / 128))];
}
