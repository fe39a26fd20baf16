import { LinkspanError, raceRead } from '@linkspan/contract';
import type { Chain } from '../chain.ts';
import type { NearNames } from './place.ts';

const deadlineMs = 3_000;

/**
 * The accounts without those that the network says it does not have; what a network does not answer in time denies
 * nothing. Rejects with `wallet/no-such-account` if none is left, with `wallet/cancelled`.
 */
export async function keepKnown(
  { network, knows }: Pick<Chain, 'network' | 'knows'>,
  names: NearNames,
  { wallet, signal }: { readonly wallet: string; readonly signal: AbortSignal },
): Promise<NearNames> {
  const isDenied = async (name: string) =>
    raceRead(wallet, { signal, deadlineMs }, () => knows(name)).then(
      (isKnown) => !isKnown,
      () => false,
    );
  const denied = await Promise.all(names.map(isDenied));
  const [first, ...rest] = names.filter((_, at) => !denied[at]);
  if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
  if (first !== undefined) return [first, ...rest];
  throw new LinkspanError('wallet/no-such-account', { wallet, account: names[0], network: network.title });
}
