import { toBrokenIcon } from './broken-icon.ts';
import { toIcon } from './icon.ts';
import type { WalletCore } from './wallet-core.ts';
import { toWalletName } from './wallet-id.ts';

/** What a wallet says of itself where it announces itself. */
export interface Claims {
  readonly name: string;
  /** A `data:image` address, unless the switch `icon` is on. */
  readonly icon: string;
  /** What it is in all families, as a reverse domain name. */
  readonly identity: string;
}

/** What a wallet claims to be now; a second one may claim to be the first. */
export function toClaims({ id, family, name, store }: WalletCore): Claims {
  const { icon, poses } = store.get().switches;
  const isItself = id === family || poses === 'itself';
  const isSecond = id !== family && poses !== 'first';
  return {
    name: isItself ? name : toWalletName(family),
    icon: icon === 'own' ? toIcon(isSecond) : toBrokenIcon(icon),
    identity: isSecond ? 'practice.linkspan.second' : 'practice.linkspan.wallet',
  };
}
