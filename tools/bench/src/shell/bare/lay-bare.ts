import { resolve } from 'node:path';
import { bundleScript } from '../../page-scripts/bundle-script.ts';
import { replaceBoot } from '../replace-boot.ts';

/**
 * Leaves of a deployed page what it shows and what it asks for until the list: the script in it lists wallets with
 * nothing verified, and the early script comes and is not run. Rejects where the page is not as the built host makes it.
 */
export async function layBare(page: string): Promise<string> {
  const script = await bundleScript(resolve(import.meta.dirname, 'list-wallets.ts'));
  return withoutEarlyScript(await replaceBoot(page, script));
}

/** A page whose early script is preloaded, as before, and nothing more. Throws where its HTML names another count of scripts. */
export function withoutEarlyScript(page: string): string {
  const [before, after, ...others] = page.split(/<script async [^>]*><\/script>\n/);
  if (after === undefined || others.length > 0)
    throw new Error('The page does not name one script, the early one.');
  return before + after;
}
