import { join } from 'node:path';
import { bundleScript } from '../place/bundle-script.ts';

/** A page's configuration, as far as an extension's wallets have to know its networks. */
interface Configured {
  readonly families: readonly { readonly id: string; readonly networks: readonly unknown[] }[];
}

/** The practice wallets as an extension puts them into a page that has none: a script that runs before the page's own. */
export async function bundlePracticeWallets({ families }: Configured): Promise<string> {
  const networks = Object.fromEntries(families.map((one) => [one.id, one.networks]));
  const script = await bundleScript(join(import.meta.dirname, 'practice-in-page.ts'));
  return `globalThis.networksOfWallets = ${JSON.stringify(networks)};${script}`;
}
