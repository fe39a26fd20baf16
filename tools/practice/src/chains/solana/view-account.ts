import { base58, base64 } from '@scure/base';
import type { Address } from '@solana/kit';
import type { z } from 'zod';
import { RpcError, rpcCodes } from '../rpc/rpc-error.ts';
import type { Cluster } from './cluster.ts';
import type { accountReading } from './params.ts';

// What a rent-exempt account has: the largest u64, as near as a JavaScript number comes.
const RENT_EXEMPT_EPOCH = 2 ** 64;

const MAX_BASE58_BYTES = 128;

/** An account in the form of Solana's RPC. */
export interface AccountView {
  readonly lamports: number;
  readonly owner: string;
  readonly data: string | readonly [string, 'base58' | 'base64'];
  readonly executable: boolean;
  readonly rentEpoch: number;
  readonly space: number;
}

/** Shows an account, or null if there is none. Throws -32600 if its data is too long for base58. */
export function viewAccount(
  { svm }: Cluster,
  address: Address,
  { encoding, dataSlice }: z.output<typeof accountReading> = {},
): AccountView | null {
  const account = svm.getAccount(address);
  if (!account.exists) return null;
  const { offset, length } = dataSlice ?? { offset: 0, length: account.data.length };
  return {
    lamports: Number(account.lamports),
    owner: account.programAddress,
    data: writeBytes(account.data.slice(offset, offset + length), encoding),
    executable: account.executable,
    rentEpoch: RENT_EXEMPT_EPOCH,
    space: account.data.length,
  };
}

function writeBytes(bytes: Uint8Array, encoding: z.output<typeof accountReading>['encoding']) {
  if (encoding === 'base64' || encoding === 'jsonParsed') return [base64.encode(bytes), 'base64'] as const;
  if (bytes.length > MAX_BASE58_BYTES) {
    const message =
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.';
    throw new RpcError({ code: rpcCodes.invalidRequest, message });
  }
  return encoding === 'base58' ? ([base58.encode(bytes), 'base58'] as const) : base58.encode(bytes);
}
