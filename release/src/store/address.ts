import { StoreError } from './error.ts';
import { parseAzureAddress } from './parse-azure-address.ts';
import { parseLocalAddress } from './parse-local-address.ts';
import { parseS3Address } from './parse-s3-address.ts';

/** The environment variables of the command. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a store is and how to get in. `address` is for people and holds no secret; a prefix is empty or ends in `/`. */
export type StoreAddress =
  | { readonly kind: 'local'; readonly address: string; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly address: string;
      readonly bucket: string;
      readonly prefix: string;
      readonly region: string;
      readonly endpoint?: string | undefined;
      readonly keys?: S3Keys | undefined;
    }
  | {
      readonly kind: 'azure';
      readonly address: string;
      readonly container: string;
      readonly prefix: string;
      readonly access: AzureAccess;
    };

/** An S3 key and its secret. */
export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** How Azure lets us in. An endpoint has no slash at its end; a token (SAS) no question mark at its beginning. */
export type AzureAccess =
  | { readonly kind: 'connection-string'; readonly text: string }
  | { readonly kind: 'key'; readonly endpoint: string; readonly account: string; readonly key: string }
  | { readonly kind: 'token'; readonly endpoint: string; readonly token: string };

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
