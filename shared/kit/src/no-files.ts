import { LinkspanError, type ReleaseFiles } from '@linkspan/contract';

/** What a page lends a remote whose release lists no file and that is allowed nothing: for tests of connectors. */
export function noFiles(remote: string): ReleaseFiles {
  const refuseListed = async (path: string) => {
    throw new LinkspanError('loader/unlisted', { remote, path });
  };
  const refuse = (needs: 'worker' | 'wasm') => async () => {
    throw new LinkspanError('loader/not-allowed', { remote, needs });
  };
  return { json: refuseListed, style: refuseListed, wasm: refuse('wasm'), worker: refuse('worker') };
}
