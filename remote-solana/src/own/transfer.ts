import { addressOf, LinkspanError, type SendIntent } from '@linkspan/contract';
import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  isAddress,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import type { TransactionVersion } from '../provider.ts';

/** Until when a transaction can land. */
export interface Lifetime {
  readonly blockhash: Blockhash;
  readonly lastValidBlockHeight: bigint;
}

const mostLamports = 2n ** 64n - 1n;

/** Throws `input/recipient`, `input/amount`. */
export function assertTransfer({ to, amount }: SendIntent): void {
  if (!isAddress(to)) throw new LinkspanError('input/recipient', { value: to });
  const lamports = /^\d{1,20}$/.test(amount) ? BigInt(amount) : 0n;
  if (lamports <= 0n || lamports > mostLamports) throw new LinkspanError('input/amount', { value: amount });
}

/** The unsigned transaction, of version 0 unless another is given, of a transfer that `assertTransfer` has let pass. */
export function compileTransfer(
  { account, to, amount }: SendIntent,
  lifetime: Lifetime,
  version: TransactionVersion = 0,
) {
  const source = createNoopSigner(addressOf(account) as Address);
  const transfer = { source, destination: to as Address, amount: BigInt(amount) };
  const empty = createTransactionMessage({ version });
  const paid = setTransactionMessageFeePayer(source.address, empty);
  const alive = setTransactionMessageLifetimeUsingBlockhash(lifetime, paid);
  return compileTransaction(appendTransactionMessageInstruction(getTransferSolInstruction(transfer), alive));
}
