import type { Environment, StoreAddress } from './address.ts';
import { StoreError } from './error.ts';
import { parseAzureAddress } from './parse-azure-address.ts';
import { parseLocalAddress } from './parse-local-address.ts';
import { parseS3Address } from './parse-s3-address.ts';

const forms =
  'file:./folder, s3://bucket/prefix?region=eu-central-1 or azure://container/prefix?account=name';

/** Reads a store's address. Throws `store/address`, and `store/credentials` where the environment lacks them. */
export function parseStoreAddress(text: string, env: Environment): StoreAddress {
  const scheme = /^([a-z0-9]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'file') return parseLocalAddress(text);
  if (scheme === 's3') return parseS3Address(text, env);
  if (scheme === 'azure') return parseAzureAddress(text, env);
  // Only the beginning is repeated: the rest could be a connection string.
  const place =
    scheme === undefined ? 'it does not say which kind of store' : `there is no kind of store “${scheme}:”`;
  throw new StoreError('store/address', { place, expected: forms });
}
