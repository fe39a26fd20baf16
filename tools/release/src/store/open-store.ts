import type { Environment } from './address.ts';
import { type Clock, systemClock } from './clock.ts';
import { openLocalStore } from './local/open-local-store.ts';
import { toStore } from './object/to-store.ts';
import { parseStoreAddress } from './parse-store-address.ts';
import type { Store } from './store.ts';

/**
 * Opens the store at an address: `file:./folder`, `s3://bucket/prefix?endpoint=…&region=…` or
 * `azure://container/prefix?account=…`. Nothing is asked of it yet. Throws `store/address`, `store/credentials`.
 */
export async function openStore(
  address: string,
  env: Environment,
  clock: Clock = systemClock,
): Promise<Store> {
  const place = parseStoreAddress(address, env);
  switch (place.kind) {
    case 'local':
      return openLocalStore(place.folder, { clock });
    // A library of a cloud is loaded by those alone who use it.
    case 's3':
      return toStore((await import('./object/s3-storage.ts')).openS3Storage(place), clock);
    case 'azure':
      return toStore((await import('./object/azure-storage.ts')).openAzureStorage(place), clock);
  }
}
