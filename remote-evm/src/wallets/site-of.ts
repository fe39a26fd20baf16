import { field, toList } from '@linkspan/contract';

/** The address that the configuration gives a wallet's site, by the option `walletSites`. */
export function siteOf(options: unknown, walletId: string): string | undefined {
  const site = toList(field(options, 'walletSites'))?.find((one) => field(one, 'id') === walletId);
  const url = field(site, 'url');
  return typeof url === 'string' ? url : undefined;
}
