import { hasCode, type NetworkId, raceRead } from '@linkspan/contract';
import { type Announced, type Announcements, toFreeId } from '@linkspan/kit/discovery';
import type { Provider } from '../provider.ts';

type Wallet = Announced<Provider>;

const deadlineMs = 2_000;

/** What is known of the wallets of a page; `isHere` says whether one has answered when the page asked last. */
export interface Places {
  readonly here: Announcements<Provider>;
  readonly network: NetworkId<'near'>;
  isHere(wallet: Wallet): boolean;
}

/**
 * The row of a wallet whose id another one has. That one keeps its id while it lives: one of an updated extension is
 * dead, and makes room. Where both answer the page they are two wallets that claim to be the same, and both have a
 * row; else it is the same one again, and has none. The discovery loads this when another one takes the same id.
 */
export async function findPlace(
  found: Wallet,
  { here, network, isHere }: Places,
): Promise<Wallet | undefined> {
  const first = here.find(found.id);
  if (first === undefined) return found;
  const isBoth = isHere(first) && isHere(found);
  if (await isAlive(first.provider, network))
    return isBoth ? { ...found, id: toFreeId(found.id, here.list()) } : undefined;
  here.remove((wallet) => wallet === first);
  return { ...found, id: toFreeId(found.id, here.list()) };
}

/** `getAccounts` asks nobody. A wallet that hangs, or says that it is gone, is not alive. */
async function isAlive(provider: Provider, network: NetworkId<'near'>): Promise<boolean> {
  const limits = { signal: new AbortController().signal, deadlineMs };
  return raceRead('', limits, () => provider.request('getAccounts', network)).then(
    () => true,
    (error: unknown) => !hasCode(error, 'wallet/timeout') && !hasCode(error, 'wallet/gone'),
  );
}
