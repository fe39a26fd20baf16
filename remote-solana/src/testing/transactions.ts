import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';

/** What a transaction of a test is made of. */
export interface Parts {
  readonly payer: string;
  readonly instructions: readonly Instruction[];
  readonly version?: 0 | 'legacy';
  readonly blockhash?: string;
}

/** A transaction in wire format, without signatures. */
export function toWire({ payer, instructions, version = 0, blockhash = payer }: Parts): Uint8Array {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n };
  const paid = setTransactionMessageFeePayer(payer as Address, createTransactionMessage({ version: 0 }));
  const alive = setTransactionMessageLifetimeUsingBlockhash(lifetime, paid);
  const message = appendTransactionMessageInstructions(instructions, alive);
  const compiled = compileTransaction(version === 0 ? message : ({ ...message, version } as never));
  return new Uint8Array(getTransactionEncoder().encode(compiled));
}

/** A transfer by the system program, in lamports. */
export function transferOf(from: string, to: string, amount: bigint): Instruction {
  const source = createNoopSigner(from as Address);
  return getTransferSolInstruction({ source, destination: to as Address, amount });
}

/** Any instruction; the accounts are writable. */
export function instructionOf(
  programAddress: string,
  data: readonly number[],
  accounts: readonly string[] = [],
): Instruction {
  return {
    programAddress: programAddress as Address,
    data: Uint8Array.from(data),
    accounts: accounts.map((address) => ({ address: address as Address, role: AccountRole.WRITABLE })),
  };
}
