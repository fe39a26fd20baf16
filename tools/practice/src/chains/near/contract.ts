import { utf8ToBytes } from '@noble/hashes/utils.js';
import { firstFee } from '../../ferry.ts';

/** What the contract stores. It is written in TypeScript: the fixture runs no WebAssembly. */
export interface ContractState {
  /** In decimal digits. */
  readonly fee: string;
}

export const firstState: ContractState = { fee: String(firstFee) };

/** A call of a contract. */
export interface NearCall {
  readonly methodName: string;
  readonly args: Uint8Array;
  readonly gas: bigint;
}

/** The outcome of a call, or the panic of the contract. */
export type Ran =
  | { readonly state: ContractState; readonly value: Uint8Array; readonly logs: readonly string[] }
  | { readonly panic: string };

/** Runs a method: `get_fee`, and `set_fee({ fee })` with a deposit; both return the fee as JSON. Undefined for any other. */
export function runContract(
  state: ContractState,
  { methodName, args }: Pick<NearCall, 'methodName' | 'args'>,
  deposit: bigint,
): Ran | undefined {
  if (methodName === 'get_fee') return { state, value: toJson(state.fee), logs: [] };
  if (methodName !== 'set_fee') return undefined;
  if (deposit === 0n) return { panic: 'Requires attached deposit of at least 1 yoctoNEAR' };
  const fee = readFee(args);
  if (fee === undefined) return { panic: 'Failed to deserialize input from JSON.' };
  return { state: { fee }, value: toJson(fee), logs: [`The fee is ${fee}`] };
}

function readFee(args: Uint8Array): string | undefined {
  try {
    const { fee } = JSON.parse(new TextDecoder().decode(args));
    return typeof fee === 'string' && /^\d{1,39}$/.test(fee) ? fee : undefined;
  } catch {
    return undefined;
  }
}

function toJson(value: unknown): Uint8Array {
  return utf8ToBytes(JSON.stringify(value));
}
