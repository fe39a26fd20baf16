import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Refusal } from '../errors.ts';
import { storeConnectMs, storeRequestMs } from '../limits.ts';
import type { BucketAddress } from './address.ts';
import { toNoCredentials, toStoreFailure, toUnconditional } from './errors.ts';
import type { ObjectStorage } from './object-store.ts';
import { type StoredEntry, toTag } from './store.ts';

// One library for both clouds, opendal 0.49, was tried first and could not be loaded: its binary (82 MB) needs
// glibc 2.38, and Debian 12 has 2.36. This client is 22 MB of JavaScript and loads in 150 ms, when it is needed.

/**
 * S3, and what speaks like it: MinIO, R2, Ceph and others. Region, endpoint and keys are found where Amazon's tools find
 * them: variables, profiles, roles, a CI's token. Rejects with `store/credentials` if there is no region.
 */
export async function openS3Storage({ address, name, prefix }: BucketAddress): Promise<ObjectStorage> {
  const client = await openClient(address);
  const at = (path: string) => ({ Bucket: name, Key: prefix + path });
  const refuse = (error: unknown): never => {
    throw toFailure(address, error);
  };

  return {
    address,
    async get(path) {
      try {
        const { Body, ETag } = await client.send(new GetObjectCommand(at(path)));
        if (Body === undefined || ETag === undefined) throw new Error('The answer has no body or no ETag');
        return { bytes: await Body.transformToByteArray(), tag: toTag(ETag) };
      } catch (error) {
        if (nameOf(error) === 'NoSuchKey') return undefined;
        return refuse(error);
      }
    },

    async put(path, { bytes, headers, tag }) {
      try {
        const { ETag } = await client.send(
          new PutObjectCommand({
            ...at(path),
            ...(tag === undefined ? { IfNoneMatch: '*' } : { IfMatch: tag }),
            Body: bytes,
            ContentType: headers.contentType,
            CacheControl: headers.cacheControl,
          }),
        );
        if (ETag === undefined) throw new Error('The answer has no ETag');
        return toTag(ETag);
      } catch (error) {
        if (refusals.has(nameOf(error)) || statusOf(error) === 412) return undefined;
        return refuse(error);
      }
    },

    async list(pathPrefix) {
      const found: StoredEntry[] = [];
      let next: string | undefined;
      do {
        const from = { Bucket: name, Prefix: prefix + pathPrefix };
        const more = next === undefined ? {} : { ContinuationToken: next };
        const page = await client.send(new ListObjectsV2Command({ ...from, ...more })).catch(refuse);
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key !== undefined)
            found.push({
              path: Key.slice(prefix.length),
              size: Size ?? 0,
              modifiedAt: (LastModified ?? new Date(0)).toISOString(),
            });
        next = page.NextContinuationToken;
      } while (next !== undefined);
      return found;
    },

    async remove(path) {
      await client.send(new DeleteObjectCommand(at(path))).catch(refuse);
    },
  };
}

async function openClient(store: string): Promise<S3Client> {
  // The client warns of Node 20, which whoever publishes can do nothing about: the catalog has the version that fits.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL;
  const client = new S3Client({
    // Servers other than Amazon's have no host name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: storeConnectMs,
      requestTimeout: storeRequestMs,
      throwOnRequestTimeout: true,
    },
    // Not every server that speaks S3 knows the newer checksums; the signature covers the content anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await client.config.region().catch((cause: unknown) => {
    throw toNoCredentials(store, 'AWS_REGION', cause);
  });
  return client;
}

/** What S3 answers if the condition is not met, where two writes meet, and if there is nothing to replace. */
const refusals: ReadonlySet<string> = new Set([
  'PreconditionFailed',
  'ConditionalRequestConflict',
  'NoSuchKey',
]);

function toFailure(store: string, cause: unknown): Refusal {
  const status = statusOf(cause);
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
  const detail = message || name;
  if (nameOf(cause) === 'CredentialsProviderError')
    return toNoCredentials(store, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE', cause);
  if (status === 501) return toUnconditional(store, `answered “${detail}”`, cause);
  const toCode = () => {
    if (nameOf(cause) === 'NoSuchBucket') return 'store/missing';
    if (status === 401 || status === 403) return 'store/refused';
    const isPassing =
      status === undefined ? !(cause instanceof S3ServiceException) : status === 429 || status >= 500;
    return isPassing ? 'store/unreachable' : 'store/failed';
  };
  return toStoreFailure(toCode(), { store, detail, cause });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
