import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that the victim's connector asks the page for: what its team released, and what the attacker wants it to be. */
interface Asset {
  readonly path: string;
  readonly released: string | Uint8Array;
  readonly forged: string | Uint8Array;
}

/** Says that it is ready where the page's policy holds for it too: it can make no code of a text or of an address. */
const heldWorker = `
let said = 'ready';
const blob = URL.createObjectURL(new Blob(['1']));
for (const [name, given] of [['eval', '1'], ['importScripts', 'data:text/javascript,1'], ['importScripts', blob]])
  try {
    self[name](given);
    said = 'not held: ' + name;
  } catch {}
postMessage(said);
`;

/** One of each kind that a page lends. Each says something, and something else where it is forged. */
export const assets = {
  json: { path: 'tides.json', released: '{"tide": "high"}', forged: '{"tide": "low"}' },
  style: {
    path: 'harbour.css',
    released: ':root { --harbour: open; }',
    forged: ':root { --harbour: closed; }',
  },
  wasm: { path: 'sum.wasm', released: toModule(42), forged: toModule(13) },
  worker: { path: 'count.js', released: heldWorker, forged: 'postMessage("taken");' },
} as const satisfies Record<string, Asset>;

/**
 * Has the connector in a release folder ask for them: its entry is put before the built one. Returns the new entry's
 * path.
 */
export async function addAssets(folder: string, entry: string): Promise<string> {
  for (const { path, released } of Object.values(assets)) await writeFile(join(folder, path), released);
  const source = await readFile(join(import.meta.dirname, 'asking/remote-entry.js'), 'utf8');
  const name = 'asking-entry.js';
  await writeFile(join(folder, name), source.replace('./BUILT', `./${entry}`));
  return name;
}

/** A WebAssembly module whose one export, the global `sum`, is a number below 64. WebAssembly 1.0, "Binary Format". */
function toModule(sum: number): Uint8Array {
  const magicAndVersion = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  const [i32, constant, i32Const, end] = [0x7f, 0x00, 0x41, 0x0b];
  const globals = [0x06, 6, 1, i32, constant, i32Const, sum, end];
  const exports = [0x07, 7, 1, 3, ...new TextEncoder().encode('sum'), 0x03, 0];
  return Uint8Array.from([...magicAndVersion, ...globals, ...exports]);
}
