// @ts-check

/** Where a practice server is told what to do wrong, on its own origin. */
export const controlPath = '/practice/faults';

/** The most that a request to change faults may have, in bytes. */
const mostBytes = 10_000;

/**
 * Why faults are not changed.
 * @typedef {'faults/foreign' | 'faults/method' | 'faults/malformed' | 'faults/unknown' | 'faults/failed'} ControlCode
 */

/** A request for faults that is refused. The message is a sentence for whoever asked. */
export class ControlRefusal extends Error {
  /** @type {ControlCode} */
  code;
  /** @override */
  name = 'ControlRefusal';

  /** @param {ControlCode} code @param {string} message @param {ErrorOptions} [options] */
  constructor(code, message, options) {
    super(message, options);
    this.code = code;
  }
}

const statuses = /** @type {const} */ ({
  'faults/foreign': 403,
  'faults/method': 405,
  'faults/malformed': 400,
  'faults/unknown': 404,
  'faults/failed': 500,
});

/**
 * What a server can do wrong: `read` answers what is switched on, by the name of what it concerns. `change` takes the
 * same form, changes what is named and leaves the rest; it parses, and throws a `ControlRefusal`.
 * @typedef {{read(): object, change(wanted: unknown): Promise<void>}} Control
 */

/**
 * Answers a request to the control path: `GET` what is switched on, `POST` to change it, both in JSON. It does so for
 * programs and for pages of this machine alone. Never rejects.
 * @param {Control} control
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
export async function answerControl(control, request, response) {
  const { origin } = request.headers;
  try {
    assertOwn(request);
    if (origin !== undefined) response.setHeader('access-control-allow-origin', origin);
    response.setHeader('vary', 'origin');
    response.setHeader('cache-control', 'no-store');
    if (request.method === 'OPTIONS') return endPreflight(response);
    if (request.method === 'POST') await control.change(await readJson(request));
    else if (request.method !== 'GET')
      throw new ControlRefusal('faults/method', 'Faults are read by GET and changed by POST.');
    end(response, 200, control.read());
  } catch (error) {
    const { code, message } = toRefusal(error);
    request.resume();
    end(response, statuses[code], { code, message });
  }
}

/**
 * A page of elsewhere may neither read nor change anything, by whatever name it reaches this machine.
 * @param {import('node:http').IncomingMessage} request
 */
function assertOwn({ headers: { origin, host } }) {
  const named = [`http://${host}`, ...(origin === undefined ? [] : [origin])];
  if (named.every(isOfThisMachine)) return;
  throw new ControlRefusal(
    'faults/foreign',
    'Only a page of this machine changes the faults of the practice.',
  );
}

/** @param {string} address */
function isOfThisMachine(address) {
  try {
    return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
  } catch {
    return false;
  }
}

/** @param {import('node:http').IncomingMessage} request @returns {Promise<unknown>} */
async function readJson(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > mostBytes)
      throw new ControlRefusal('faults/malformed', `That is longer than ${mostBytes} characters.`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ControlRefusal('faults/malformed', 'That is no JSON.', { cause });
  }
}

/** @param {unknown} error @returns {{code: ControlCode, message: string}} */
function toRefusal(error) {
  if (error instanceof ControlRefusal) return error;
  return { code: 'faults/failed', message: error instanceof Error ? error.message : String(error) };
}

/** @param {import('node:http').ServerResponse} response */
function endPreflight(response) {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type',
  });
  response.end();
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {object} body */
function end(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
