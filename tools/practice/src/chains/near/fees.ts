import type { NearAction } from './action.ts';

/** The price of one unit of gas in yoctoNEAR, as on the real networks at rest. */
export const GAS_PRICE = 100_000_000n;

const RECEIPT_GAS = 108_059_500_000n;

// What it takes to send an action; to run it takes the same.
const actionGas: Readonly<Record<NearAction['kind'], bigint>> = {
  CreateAccount: 3_850_000_000_000n,
  Transfer: 115_123_062_500n,
  AddKey: 101_765_125_000n,
  DeleteKey: 94_946_625_000n,
  FunctionCall: 200_000_000_000n,
};

/** The gas that it takes to turn these actions into a receipt; to run the receipt takes the same. */
export function toGas(actions: readonly NearAction[]): bigint {
  return actions.reduce((total, { kind }) => total + actionGas[kind], RECEIPT_GAS);
}

/** The gas that the actions carry for contracts. */
export function toAttachedGas(actions: readonly NearAction[]): bigint {
  return actions.reduce((total, action) => total + (action.kind === 'FunctionCall' ? action.gas : 0n), 0n);
}
