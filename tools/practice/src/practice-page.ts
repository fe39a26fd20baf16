import type { Network } from '@linkspan/contract';
import type { Addresses } from '../addresses.ts';
import { type Family, familyIds, practiceNetworks } from './families.ts';

/** The two networks of each family as a page's configuration has them, the wallets of several families, and a word for the chains. */
export function toPracticePage({ chains }: Pick<Addresses, 'chains'>) {
  const networks = practiceNetworks({ chains });
  const families = familyIds.map((id) => {
    const own: readonly Network[] = networks[id].map(
      ({ rpcUrl, wsUrl: ws, symbol, decimals, ...network }) => ({
        ...{ ...network, rpc: [rpcUrl], ...(ws !== undefined && { ws }), symbol, decimals, isTest: true },
      }),
    );
    return [id, own] as const;
  });
  return {
    families: Object.fromEntries(families) as Readonly<Record<Family, readonly Network[]>>,
    identities: ['practice.linkspan.wallet', 'practice.linkspan.second'].map((identity) => ({
      ...{ identity, families: familyIds },
    })),
    label: 'Practice',
  };
}
