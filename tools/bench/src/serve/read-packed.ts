import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { toType } from '@linkspan/stack/serve';

/** A file as a CDN holds it. */
export interface PackedFile {
  readonly type: string;
  /** The hash of its content, in base64url. */
  readonly hash: string;
  readonly bytes: Buffer;
  /** Packed by brotli as well as that can be done; undefined where packing makes nothing of it smaller. */
  readonly brotli: Buffer | undefined;
}

const compress = promisify(brotliCompress);

/** What was packed before, by the hash of the content: the same bytes are packed once, whichever server has them. */
const packed = new Map<string, Promise<Buffer>>();

/** Reads a file as it is now; undefined if there is none. */
export async function readPacked(file: string): Promise<PackedFile | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) return undefined;
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const type = toType(file) ?? 'application/octet-stream';
  // Pictures and fonts are compressed already.
  const brotli = /^text|json|svg|wasm/.test(type) ? await pack(bytes, hash) : bytes;
  return {
    type,
    hash,
    bytes,
    brotli: brotli.length < bytes.length ? brotli : undefined,
  };
}

function pack(bytes: Buffer, hash: string): Promise<Buffer> {
  const before = packed.get(hash);
  if (before !== undefined) return before;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const now = compress(bytes, { params });
  packed.set(hash, now);
  return now;
}
