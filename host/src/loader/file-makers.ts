/** What the platform makes of the bytes of a file. Each throws, or rejects, where they are not what they should be. */
export interface FileMakers {
  json(bytes: ArrayBuffer): unknown;
  style(bytes: ArrayBuffer): Promise<CSSStyleSheet>;
  wasm(bytes: ArrayBuffer): Promise<WebAssembly.Module>;
  worker(bytes: ArrayBuffer): Worker;
}

/** The name of the Trusted Types policy for the addresses of workers, on a page that allows some. */
export const workerPolicyName = 'linkspan-worker';

/** Trusted Types, "TrustedTypePolicyFactory", as far as workers use it. */
interface Factory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/**
 * Takes what files are made with from the platform: to be called once, before any remote runs, which could replace it.
 * Where some remote may have workers, `hasWorkers`, this makes the one policy that lets a worker's address through.
 */
export function takeFileMakers({ hasWorkers }: { readonly hasWorkers: boolean }): FileMakers {
  const { Blob, CSSStyleSheet, TextDecoder, URL, WebAssembly, Worker } = globalThis;
  const { createObjectURL, revokeObjectURL } = URL;
  const { parse } = JSON;
  const compile = WebAssembly?.compile;
  const trust = hasWorkers ? createAddressTrust() : undefined;
  const read = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
  return {
    json: (bytes) => parse(read(bytes)),
    style: (bytes) => new CSSStyleSheet().replace(read(bytes)),
    wasm: async (bytes) => compile(bytes),
    worker(bytes) {
      if (trust === undefined) throw new TypeError('The headers of this page allow no worker');
      // Of the bytes themselves: an address would be fetched again, and nobody would look at what came.
      const address = createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
      try {
        return new Worker(trust(address));
      } finally {
        revokeObjectURL(address);
      }
    },
  };
}

/** Undefined where the page's headers do not name the policy. */
function createAddressTrust(): ((address: string) => string) | undefined {
  const factory: Factory | undefined = Reflect.get(globalThis, 'trustedTypes');
  if (factory === undefined) return (address) => address;
  try {
    const policy = factory.createPolicy(workerPolicyName, { createScriptURL: (address) => address });
    return (address) => policy.createScriptURL(address);
  } catch {
    return undefined;
  }
}
