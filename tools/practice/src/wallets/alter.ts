import type { WalletCore } from './wallet-core.ts';

const times = 50n;

/** The amount that the wallet sends in the place of the one that it was asked for, as its switch has it. */
export function alterAmount({ store }: WalletCore, amount: bigint): bigint {
  return store.get().switches.sends === 'more' ? times * amount : amount;
}

/** The address that the wallet sends to: where its switch says so, an account of its own that nobody asked for. */
export function alterRecipient<Address extends string>(
  { store }: WalletCore,
  { from, to }: { readonly from: Address; readonly to: Address },
  own: readonly Address[],
): Address {
  if (store.get().switches.sends !== 'elsewhere') return to;
  return own.find((address) => ![from, to].includes(address)) ?? to;
}
