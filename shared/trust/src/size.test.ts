import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

/** What a page carries for these names, as Brotli sends it, in bytes. */
async function sizeOf(source: string): Promise<number> {
  const entry = 'virtual:entry';
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'linkspan:entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format: 'iife', name: 'v' },
      },
    },
  });
  const [built] = [result].flat();
  if (built === undefined || !('output' in built)) throw new Error('Nothing was built');
  return brotliCompressSync(built.output[0].code).length;
}

const trust = `${import.meta.dirname}/verify.ts`;
const shapes = 'record, list, text, whole, atLeastOne, oneOf, Misshapen, LinkspanError';

// 40 of these bytes let keys be imported once, and before a document has come; 70 refuse keys that anybody can sign by, 30 keep words that nobody
// has signed out of errors.
it('costs a page at most 2.98 kB to verify a live document, beside the contract’s shapes', async () => {
  const contract = await sizeOf(`export { ${shapes} } from '@linkspan/contract'`);
  const verifier = await sizeOf(`export { verifyLive } from ${JSON.stringify(trust)}`);
  expect(verifier - contract).toBeLessThan(2_980);
}, 30_000);
