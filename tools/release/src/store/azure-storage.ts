import { buffer } from 'node:stream/consumers';
import { ContainerClient, RestError } from '@azure/storage-blob';
import type { Refusal } from '../errors.ts';
import { storeRequestMs } from '../limits.ts';
import type { BucketAddress } from './address.ts';
import { toNoCredentials, toStoreFailure } from './errors.ts';
import type { ObjectStorage } from './object-store.ts';
import { type StoredEntry, toTag } from './store.ts';

/**
 * A container of Azure Blob storage. For why this library, see s3-storage.ts: 38 MB, loads in 600 ms when needed. Throws
 * `store/credentials`.
 */
export function openAzureStorage({ address, name, prefix }: BucketAddress): ObjectStorage {
  const container = openContainer(address, name);
  const blobAt = (path: string) => container.getBlockBlobClient(prefix + path);
  const refuse = (error: unknown): never => {
    throw toFailure(address, error);
  };
  /** An upload that hangs ends. */
  const limit = () => ({ abortSignal: AbortSignal.timeout(storeRequestMs) });

  return {
    address,
    async get(path) {
      try {
        const { readableStreamBody, etag } = await blobAt(path).download(0, undefined, limit());
        if (readableStreamBody === undefined || etag === undefined)
          throw new Error('The answer has no body or no ETag');
        return { bytes: new Uint8Array(await buffer(readableStreamBody)), tag: toTag(etag) };
      } catch (error) {
        if (codeOf(error) === 'BlobNotFound') return undefined;
        return refuse(error);
      }
    },

    async put(path, { bytes, headers, tag }) {
      try {
        const { etag } = await blobAt(path).upload(bytes, bytes.byteLength, {
          ...limit(),
          conditions: tag === undefined ? { ifNoneMatch: '*' } : { ifMatch: tag },
          blobHTTPHeaders: { blobContentType: headers.contentType, blobCacheControl: headers.cacheControl },
        });
        if (etag === undefined) throw new Error('The answer has no ETag');
        return toTag(etag);
      } catch (error) {
        if (refusals.has(codeOf(error))) return undefined;
        return refuse(error);
      }
    },

    async list(pathPrefix) {
      const found: StoredEntry[] = [];
      try {
        const blobs = container.listBlobsFlat({ ...limit(), prefix: prefix + pathPrefix });
        for await (const { name, properties } of blobs)
          found.push({
            path: name.slice(prefix.length),
            size: properties.contentLength ?? 0,
            modifiedAt: properties.lastModified.toISOString(),
          });
      } catch (error) {
        return refuse(error);
      }
      return found;
    },

    async remove(path) {
      await blobAt(path).deleteIfExists(limit()).catch(refuse);
    },
  };
}

function openContainer(store: string, name: string): ContainerClient {
  const text = process.env.AZURE_STORAGE_CONNECTION_STRING ?? '';
  try {
    // Tries are counted by the store, which looks before it writes again.
    return new ContainerClient(text, name, { retryOptions: { maxTries: 1 } });
  } catch (cause) {
    const expected = 'AZURE_STORAGE_CONNECTION_STRING to the whole string that Azure shows';
    throw toNoCredentials(store, expected, cause);
  }
}

/** What Azure answers if the condition is not met; the first two are its answers to If-None-Match. */
const refusals: ReadonlySet<string> = new Set([
  'BlobAlreadyExists',
  'UnauthorizedBlobOverwrite',
  'ConditionNotMet',
  'BlobNotFound',
]);

function toFailure(store: string, cause: unknown): Refusal {
  const status = cause instanceof RestError ? cause.statusCode : undefined;
  const toCode = () => {
    if (codeOf(cause) === 'ContainerNotFound') return 'store/missing';
    if (status === 401 || status === 403) return 'store/refused';
    const isPassing = status === undefined || status === 429 || status >= 500;
    return isPassing ? 'store/unreachable' : 'store/failed';
  };
  const message = cause instanceof Error ? cause.message : String(cause);
  // The other lines are the request's number and time.
  return toStoreFailure(toCode(), { store, detail: message.split('\n')[0] ?? message, cause });
}

function codeOf(error: unknown): string {
  return error instanceof RestError ? (error.code ?? '') : '';
}
