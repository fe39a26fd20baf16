import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../errors.ts';
import { assertStorePath } from './path.ts';

/** The environment variables of the command. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a store is. `address` is for people and holds no secret; a prefix is empty or ends in `/`. */
export type StoreAddress =
  | { readonly kind: 'local'; readonly address: string; readonly folder: string }
  | BucketAddress;

/** A bucket of S3, or a container of Azure. */
export interface BucketAddress {
  readonly kind: 's3' | 'azure';
  readonly address: string;
  readonly name: string;
  readonly prefix: string;
}

/**
 * Reads `file:./folder`, `s3://bucket/prefix` or `azure://container/prefix`. What it throws repeats nothing of the
 * text: it could hold a key. Throws `store/address`, and `store/path` for a prefix that a store cannot have.
 */
export function parseStoreAddress(text: string): StoreAddress {
  const [, path] = /^file:([^\0]+)$/i.exec(text) ?? [];
  if (path !== undefined) {
    const folder = path.startsWith('//') ? toFolder(text) : resolve(path);
    return { kind: 'local', address: `file:${folder}`, folder };
  }
  const [, kind, name, below = ''] =
    /^(s3|azure):\/\/(\$web|[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?#]*))?$/.exec(text) ?? [];
  if (name === undefined) return refuse();
  const inner = below.replace(/^\/+|\/+$/g, '');
  if (inner !== '') assertStorePath(inner);
  const prefix = inner === '' ? '' : `${inner}/`;
  return { kind: kind as BucketAddress['kind'], address: `${kind}://${name}/${prefix}`, name, prefix };
}

function toFolder(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return refuse();
  }
}

function refuse(): never {
  throw new Refusal(
    'store/address',
    'The store’s address has a mistake. It should be file:./folder, s3://bucket/prefix or azure://container/prefix. Region, endpoint and keys belong in environment variables: see “Stores” in docs/release.md.',
  );
}
