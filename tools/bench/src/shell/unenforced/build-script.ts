import { resolve } from 'node:path';
import { root } from '@linkspan/stack/root';
import type { Plugin } from 'vite';
import { bundleScript } from '../../page-scripts/bundle-script.ts';

/** Modules of the house, by their paths in it, and what stands in for each. */
const replaced: Readonly<Record<string, string>> = {
  'host/src/loader/enforce.ts': 'no-enforcement.ts',
  'shared/trust/src/signatures.ts': 'any-signature.ts',
};

/**
 * The inline script of a deployed page with nothing enforced: the very same, but for two of its modules. `stands` says
 * which stand in; all, unless it is asked otherwise. Rejects where the page's script is not made of them any more.
 */
export async function buildUnenforcedScript(stands = replaced): Promise<string> {
  const missing = new Set(Object.keys(stands).map((path) => resolve(root, path)));
  const standIn: Plugin = {
    name: 'linkspan:stand-in',
    enforce: 'pre',
    async resolveId(source, importer) {
      const found = await this.resolve(source, importer, { skipSelf: true });
      const path = Object.keys(stands).find((one) => resolve(root, one) === found?.id);
      if (path === undefined) return found;
      missing.delete(resolve(root, path));
      return resolve(import.meta.dirname, `${stands[path]}`);
    },
  };
  const define = { 'process.env.NODE_ENV': '"production"' };
  const script = await bundleScript(resolve(root, 'host/src/bootstrap/inline/inline.ts'), {
    define,
    plugins: [standIn],
  });
  if (missing.size > 0) throw new Error(`The page's script has no ${[...missing].join(', ')}.`);
  return script;
}
