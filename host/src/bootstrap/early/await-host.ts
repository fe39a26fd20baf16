import type { Approved, FamilyId, Lease, LinkspanError } from '@linkspan/contract';
import { createDeferred } from '../../async.ts';
import type { Host } from '../hand-over.ts';

/** The host module, for those who need it before it has started. */
export interface AwaitedHost {
  /** Settles when all who have waited for the host have it. */
  started(host: Host): Promise<void>;
  /** From now on nothing is adopted: the host module or its views did not come. */
  lost(error: LinkspanError): void;
  /** Has the host adopt an approved wallet when it has started. Rejects if the host is lost. */
  adopt(family: FamilyId, approved: Approved, lease: Lease): Promise<void>;
  /** Fetches a family's connector, and has the host mount it when it has started. */
  prepare(family: FamilyId): void;
}

export function awaitHost(preload: (family: FamilyId) => void): AwaitedHost {
  const host = createDeferred<Host>();
  let failure: LinkspanError | undefined;
  return {
    async started(value) {
      host.resolve(value);
      await host.promise;
    },
    lost(error) {
      failure = error;
      host.reject(error);
    },
    async adopt(family, approved, lease) {
      const started = await host.promise;
      // Without its views, a page takes nothing over.
      if (failure !== undefined) throw failure;
      await started.adopt(family, approved, lease);
    },
    // In a task of its own, which a wallet that is to be asked does not wait for.
    prepare: (family) =>
      void setTimeout(() => {
        // Beside the host module, which knows what to do with it.
        preload(family);
        host.promise.then((started) => started.prepare(family)).catch(() => undefined);
      }),
  };
}
