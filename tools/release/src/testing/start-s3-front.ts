import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { openStore, writers } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

/** How the front takes If-Match and If-None-Match. `late` writes once all writers of a probe have looked. */
export type Conditions = 'honoured' | 'ignored' | 'late' | 'refused';

/** What happens to the next write: its answer or the request itself is lost, or the storage says "not now". */
export type Fault = 'lost answer' | 'lost request' | 'collision' | 'overloaded';

/** What the front holds under a key. */
export interface FrontObject {
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly modifiedAt: Date;
}

/** A running front, and its switches. */
export interface S3Front {
  readonly endpoint: string;
  readonly objects: Map<string, FrontObject>;
  /** Taken one by one, by writes alone. */
  readonly faults: Fault[];
  writes(): number;
  close(): Promise<void>;
}

export const frontBucket = 'practice-bucket';
const frontKey = 'practice-key';

/** Opens a store in a front, to which this process's environment leads afterwards. */
export function openInFront(
  { endpoint }: Pick<S3Front, 'endpoint'>,
  address = `s3://${frontBucket}/some/prefix`,
  key = frontKey,
): Promise<Store> {
  process.env.AWS_ENDPOINT_URL_S3 = endpoint;
  process.env.AWS_REGION = 'practice-1';
  process.env.AWS_ACCESS_KEY_ID = key;
  process.env.AWS_SECRET_ACCESS_KEY = 'practice-secret';
  return openStore(address, () => Promise.resolve());
}

/** Lists come in pages of this length, so that a short list has several. */
const pageLength = 3;

/**
 * A substitute for S3, for tests alone: one bucket in memory, readable by everyone, written with one key (named, not
 * verified). What it does, it does as S3 does: conditions, codes, ETags, headers and lists in pages.
 */
export async function startS3Front(conditions: Conditions = 'honoured'): Promise<S3Front> {
  const objects = new Map<string, FrontObject>();
  const faults: Fault[] = [];
  let writes = 0;
  /** Writes that have looked, and wait for the others. */
  const looked: (() => void)[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    faults,
    writes: () => writes,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://front');
    const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const bytes = new Uint8Array(await buffer(request));
    if (bucket !== frontBucket) return fail(response, 404, 'NoSuchBucket');
    if (request.method === 'GET' && key !== '') return get(response, key);
    if (!request.headers.authorization?.includes(`Credential=${frontKey}/`))
      return fail(response, 403, 'AccessDenied');
    if (request.method === 'GET') return list(response, url.searchParams);
    if (request.method === 'PUT') return put(request, response, { key, bytes });
    objects.delete(key);
    response.writeHead(204).end();
  }

  function get(response: ServerResponse, key: string): void {
    const object = objects.get(key);
    if (object === undefined) {
      fail(response, 404, 'NoSuchKey');
      return;
    }
    const { bytes, etag, contentType, cacheControl } = object;
    response.setHeader('etag', etag).setHeader('content-type', contentType);
    response.setHeader('cache-control', cacheControl).end(bytes);
  }

  async function put(
    request: IncomingMessage,
    response: ServerResponse,
    { key, bytes }: { readonly key: string; readonly bytes: Uint8Array },
  ): Promise<void> {
    writes += 1;
    const fault = faults.shift();
    if (fault === 'lost request') return void request.socket.destroy();
    if (fault === 'overloaded') return fail(response, 503, 'SlowDown');
    if (fault === 'collision') return fail(response, 409, 'ConditionalRequestConflict');
    if (conditions === 'refused') return fail(response, 501, 'NotImplemented');
    const refusal = conditions === 'ignored' ? undefined : refusalOf(request, objects.get(key));
    if (refusal !== undefined) return fail(response, refusal === 'NoSuchKey' ? 404 : 412, refusal);
    if (conditions === 'late') await untilAllLooked();
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const { 'content-type': contentType = '', 'cache-control': cacheControl = '' } = request.headers;
    objects.set(key, { bytes, etag, contentType, cacheControl, modifiedAt: new Date() });
    if (fault === 'lost answer') return void request.socket.destroy();
    response.writeHead(200, { etag }).end();
  }

  async function untilAllLooked(): Promise<void> {
    await new Promise<void>((resolve) => {
      looked.push(resolve);
      if (looked.length === writers) for (const write of looked.splice(0)) write();
    });
  }

  function list(response: ServerResponse, parameters: URLSearchParams): void {
    const after = parameters.get('continuation-token') ?? '';
    const left = [...objects]
      .filter(([key]) => key.startsWith(parameters.get('prefix') ?? '') && key > after)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const page = left.slice(0, pageLength);
    const hasMore = left.length > page.length;
    const contents = page.map(([key, { bytes, modifiedAt }]) => {
      const facts = `<Size>${bytes.byteLength}</Size><LastModified>${modifiedAt.toISOString()}</LastModified>`;
      return `<Contents><Key>${toXml(key)}</Key>${facts}</Contents>`;
    });
    const next = `<NextContinuationToken>${toXml(page.at(-1)?.[0] ?? '')}</NextContinuationToken>`;
    const head = `<IsTruncated>${hasMore}</IsTruncated>${hasMore ? next : ''}`;
    const body = `<ListBucketResult>${head}${contents.join('')}</ListBucketResult>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
  }
}

function refusalOf({ headers }: IncomingMessage, object: FrontObject | undefined): string | undefined {
  if (headers['if-none-match'] === '*' && object !== undefined) return 'PreconditionFailed';
  const tag = headers['if-match'];
  if (tag === undefined) return undefined;
  if (object === undefined) return 'NoSuchKey';
  return object.etag === tag ? undefined : 'PreconditionFailed';
}

function fail(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}, says the front</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
