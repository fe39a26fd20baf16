import type { DiscoveryPort } from '@linkspan/contract';
import type { Announcements } from '@linkspan/kit/discovery';
import type { Provider } from '../provider.ts';
import { lookAt, type Place } from './browser-wallet.ts';
import { findSafe } from './safe.ts';

/** A page with its list of wallets. */
export interface Surroundings extends Place {
  readonly here: Announcements<Provider>;
  readonly port: DiscoveryPort<'eip155'>;
}

/** Lists what does not announce itself: a wallet at `window.ethereum`, and, as the first, a Safe around the page. */
export async function lookAround(place: Surroundings): Promise<void> {
  await Promise.allSettled([lookAt(place), lookForSafe(place)]);
}

async function lookForSafe({ here, port }: Surroundings): Promise<void> {
  const isListed = () => here.list().some(({ provider }) => provider.isSafe);
  if (isListed()) return;
  const found = await findSafe(port);
  if (found && !isListed() && !port.signal.aborted) here.replace(() => true, found, ...here.list());
}
