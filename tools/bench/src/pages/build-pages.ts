import { resolve } from 'node:path';
import { readAddresses } from '@linkspan/practice/addresses';
import { practiceNetworks } from '@linkspan/practice/networks';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

/** The folders of the built pages, each with its `index.html`. */
export interface BuiltPages {
  /** By hand in React, with no wallet library. */
  readonly floor: string;
  /** The same job in one ordinary build, with the libraries of the remotes. */
  readonly single: string;
}

/** Where a network answers. */
export type Chains = Parameters<typeof practiceNetworks>[0]['chains'];

const pages = resolve(import.meta.dirname, '../../pages');

/** Builds both pages below a folder; `chains` are written into the HTML of the one that reads balances. */
export async function buildPages(
  folder: string,
  chains: Chains = readAddresses(process.env).chains,
): Promise<BuiltPages> {
  const floor = await buildPage('floor', folder);
  return { floor, single: await buildPage('single', folder, [writeNetworks(chains)]) };
}

async function buildPage(name: string, folder: string, plugins: readonly Plugin[] = []): Promise<string> {
  const outDir = resolve(folder, name);
  // Vite and the JSX of React read it, and a test runner has set its own.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await build({
      root: resolve(pages, name),
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [react(), ...plugins],
      build: {
        target: 'es2023',
        cssTarget,
        outDir,
        emptyOutDir: true,
        // A library that NEAR's selector brings along asks for Node's modules by it.
        rolldownOptions: { checks: { eval: false } },
      },
    });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
  return outDir;
}

/** As the host's: the first browsers with `light-dark()`. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5', 'ios17.5'];

function writeNetworks(chains: Chains): Plugin {
  const all = Object.entries(practiceNetworks({ chains }));
  const first = Object.fromEntries(all.map(([family, [network]]) => [family, network]));
  const place = '<script type="application/json" id="networks">';
  return {
    name: 'write-networks',
    transformIndexHtml: (html) => html.replace(`${place}{}`, () => `${place}${JSON.stringify(first)}`),
  };
}
