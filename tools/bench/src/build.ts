import { resolve } from 'node:path';
import { practiceNetworks } from '@linkspan/practice/networks';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';

/** The pages that are built: by hand, one ordinary build, and an application alone, with plain wagmi, and for the shell. */
export const pages = ['hand', 'build', 'app', 'wagmi', 'linkspan'] as const;

export type BuiltPage = (typeof pages)[number];

/** Where the chains answer. */
type Chains = Parameters<typeof practiceNetworks>[0]['chains'];

/** As the host's: the first browsers with `light-dark()`. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5', 'ios17.5'];

/** Builds a page for the first practice network of each family. Returns its folder, below `folder`. */
export async function buildPage(page: BuiltPage, folder: string, chains: Chains): Promise<string> {
  const outDir = resolve(folder, page);
  // Vite and the JSX of React read it, and a test runner has set its own.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await build({
      ...common,
      root: resolve(import.meta.dirname, '../pages'),
      plugins: [react(), fillHtml(page, chains)],
      build: {
        ...{ target: 'es2023', cssTarget, outDir, emptyOutDir: true },
        // A library that NEAR's selector brings asks for Node's modules by eval.
        rolldownOptions: { checks: { eval: false } },
      },
    });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
  return outDir;
}

/** The script that the browser runs before a page's own: see `in-page/main.ts`. */
export async function buildInPageScript(): Promise<string> {
  const entry = resolve(import.meta.dirname, 'in-page/main.ts');
  const lib = { entry, formats: ['iife' as const], name: 'bench' };
  const result = await build({ ...common, build: { write: false, target: 'es2023', minify: true, lib } });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error(`Building ${entry} had no output.`);
  return output.output[0].code;
}

const common: InlineConfig = { configFile: false, publicDir: false, logLevel: 'warn' };

function fillHtml(page: string, chains: Chains): Plugin {
  const first = Object.entries(practiceNetworks({ chains })).map(([family, [network]]) => [family, network]);
  const networks = JSON.stringify(Object.fromEntries(first));
  return {
    name: 'fill-html',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('PAGE', page).replace('>{}<', () => `>${networks}<`),
    },
  };
}
