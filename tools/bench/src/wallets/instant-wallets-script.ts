import { resolve } from 'node:path';
import { bundleScript } from '../page-scripts/bundle-script.ts';
import { toInstantAccounts } from './instant-accounts.ts';

/**
 * Three stand-ins for wallets, one of each family, as one classic script, to be put into a page before its own
 * scripts as an extension does. They approve at once, come back silently where they were approved before, and sign
 * nothing. What they note is on `globalThis.instantWallets`.
 */
export function instantWalletsScript(): Promise<string> {
  const define = { INSTANT_ACCOUNTS: JSON.stringify(toInstantAccounts()) };
  return bundleScript(resolve(import.meta.dirname, 'injected.ts'), { define });
}
