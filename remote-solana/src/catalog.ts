import { field } from '@linkspan/contract';
import { type KnownWallet, toIdentity } from '@linkspan/kit/discovery';
import type { Provider } from './provider.ts';

/** The wallets that the team knows, by the name that each registers by, in the order in which they are offered. */
export const catalog: readonly KnownWallet[] = [
  { id: 'Phantom', name: 'Phantom', installUrl: 'https://phantom.com/download' },
  { id: 'Solflare', name: 'Solflare', installUrl: 'https://www.solflare.com/download' },
  { id: 'Backpack', name: 'Backpack', installUrl: 'https://backpack.app/download' },
];

/** What wallets say they are elsewhere, by the feature of their own by which they make themselves known here. */
const byFeature = [
  ['phantom:', 'app.phantom'],
  ['backpack:', 'app.backpack'],
] as const;

/**
 * What a wallet declares to be across families: the `id` that some register with, where it is a reverse domain name,
 * else by a feature of its own. The Wallet Standard has no field for it, and a name is none.
 */
export function identityOf(wallet: Provider): { readonly identity?: string } {
  const own = byFeature.find(([feature]) => field(wallet.features, feature) !== undefined);
  return toIdentity(field(wallet, 'id') ?? own?.[1]);
}
