import { toAmount } from '../amount.ts';
import type { Fact } from '../approval.ts';
import type { Network } from '../network.ts';
import type { SolanaInstruction, SolanaTransaction } from './solana-transaction.ts';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
/** The number of Transfer among the instructions of the system program. */
const TRANSFER = 2;

/** Says in plain words what a transaction does: amount and recipient of transfers, the program of all else. */
export function describeSolana(transaction: SolanaTransaction, network: Network): readonly Fact[] {
  return transaction.instructions.flatMap((instruction) => describe(instruction, transaction, network));
}

function describe(
  instruction: SolanaInstruction,
  { accounts }: SolanaTransaction,
  network: Network,
): readonly Fact[] {
  const program = accounts[instruction.program] ?? 'a program from a lookup table';
  if (program === COMPUTE_BUDGET_PROGRAM) return [];
  const lamports = program === SYSTEM_PROGRAM ? readTransfer(instruction.data) : undefined;
  if (lamports === undefined) return [{ label: 'Calls', value: program }];
  const to = instruction.accounts[1];
  return [
    { label: 'Amount', value: toAmount(lamports, network) },
    { label: 'To', value: (to === undefined ? undefined : accounts[to]) ?? 'An account from a lookup table' },
  ];
}

function readTransfer(data: Uint8Array): bigint | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length !== 12 || view.getUint32(0, true) !== TRANSFER) return undefined;
  return view.getBigUint64(4, true);
}
