/**
 * A way through this origin to a remote's store, as a deploy writes it into `.headers/routes.json`.
 * @typedef {{path: string, to: string}} Route
 */

/** The `cache-control` of what never changes. */
export const forever = 'public, max-age=31536000, immutable';

/** What follows a route's path: no other file of a store is reached by it. */
export const passedOn = /^(live\.json|releases\/([\w@-][\w@.-]*\/)+discovery[\w@.-]*\.js)$/;

/** As what a browser may ask for it: not to show it, nor to run it as a worker (Fetch Metadata, "Sec-Fetch-Dest"). */
export const askedAs = new Set(['empty', 'script']);

/** No live document is longer, and no discovery. */
const mostBytes = 500_000;
const deadlineMs = 10_000;

/** On everything, whatever comes: what is shown all the same may do nothing. */
export const hardened = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

/**
 * Answers a request by a route. Whoever writes the store controls the body alone: the answer is a new one, with
 * headers of its own.
 * @param {Route} route
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
export async function passOn({ path, to }, { method, url = '', headers }, response) {
  for (const [name, value] of Object.entries(hardened)) response.setHeader(name, value);
  if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405);
  const wanted = url.slice(path.length);
  if (!passedOn.test(wanted)) return refuse(response, 404);
  if (!askedAs.has(`${headers['sec-fetch-dest']}`)) return refuse(response, 403);
  const { status, body } = await load(to + wanted);
  if (status !== 200) return refuse(response, status);
  const isDocument = wanted.endsWith('.json');
  response.writeHead(200, {
    'content-type': isDocument ? 'application/json' : 'text/javascript; charset=utf-8',
    'content-length': body.length,
    'cache-control': isDocument ? 'no-cache' : forever,
  });
  response.end(method === 'HEAD' ? undefined : body);
}

/**
 * What a store has, asked for without anything of the reader's. 404 where it has nothing; 502 where it leads elsewhere,
 * says anything else, or never comes to an end.
 * @param {string} address
 * @returns {Promise<{status: 200 | 404 | 502, body: Buffer}>}
 */
async function load(address) {
  const none = Buffer.alloc(0);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(deadlineMs)]);
  try {
    const { status, body } = await fetch(address, { redirect: 'manual', cache: 'no-store', signal });
    if (status === 200) return { status, body: await readAtMost(body, mostBytes) };
    return { status: status === 404 ? status : 502, body: none };
  } catch {
    return { status: 502, body: none };
  } finally {
    stop.abort();
  }
}

/**
 * @param {ReadableStream<Uint8Array> | null} stream
 * @param {number} most
 */
async function readAtMost(stream, most) {
  const parts = [];
  let length = 0;
  for await (const part of stream ?? []) {
    length += part.length;
    if (length > most) throw new Error(`more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Answers with a failure that nobody caches; a 405 names the allowed methods.
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 */
export function refuse(response, status) {
  response.writeHead(status, {
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  response.end();
}
