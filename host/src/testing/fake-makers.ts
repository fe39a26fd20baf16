import type { FileMakers } from '../loader/file-makers.ts';

/** Makes of a file a text that says what of what, in place of what only a browser can make. JSON is read. */
export function createFakeMakers(): FileMakers {
  const read = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
  const made = (what: string) => (bytes: ArrayBuffer) => `${what} ${read(bytes)}` as never;
  return {
    json: (bytes) => JSON.parse(read(bytes)),
    style: async (bytes) => made('style')(bytes),
    wasm: async (bytes) => made('wasm')(bytes),
    worker: made('worker'),
  };
}
