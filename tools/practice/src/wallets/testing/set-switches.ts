import type { Switches } from '../switches.ts';
import type { WalletCore } from '../wallet-core.ts';

/** Sets switches of a wallet, as its panel does; others stay. */
export function setSwitches({ store }: Pick<WalletCore, 'store'>, switches: Partial<Switches>): void {
  store.update((state) => ({ ...state, switches: { ...state.switches, ...switches } }));
}
