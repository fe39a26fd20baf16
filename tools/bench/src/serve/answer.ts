import type { PackedFile } from './read-packed.ts';

/** What a browser asks for, with HTTP/2's own headers (`:path`, `:method`) among the others. */
export type Asked = Readonly<Record<string, string | string[] | undefined>>;

/** An answer that is ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export const nothing = Buffer.alloc(0);

export function isReading(asked: Asked): boolean {
  return asked[':method'] === 'GET' || asked[':method'] === 'HEAD';
}

/** An answer without a body, which nobody is to keep. */
export function refuse(status: number, headers = {}): Answer {
  const allow = status === 405 ? { allow: 'GET, HEAD' } : {};
  return {
    status,
    headers: { ...headers, 'content-type': 'text/plain', 'cache-control': 'no-store', ...allow },
    body: nothing,
  };
}

/** An answer with a file, packed for a reader that unpacks. */
export function give(
  { type, bytes, brotli }: PackedFile,
  asked: Asked,
  headers: Record<string, string>,
): Answer {
  const isPacked = brotli !== undefined && /\bbr\b/.test(`${asked['accept-encoding']}`);
  const body = isPacked ? brotli : bytes;
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': type,
      'content-length': `${body.length}`,
      ...(brotli && { vary: 'accept-encoding' }),
      ...(isPacked && { 'content-encoding': 'br' }),
    },
    body: asked[':method'] === 'HEAD' ? nothing : body,
  };
}
