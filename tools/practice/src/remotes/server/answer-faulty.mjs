// @ts-check
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** How late a slow server answers, in milliseconds. */
const slowMs = 3_000;

/**
 * A request, its answer, and what the server has under the path of the request.
 * @typedef {object} Exchange
 * @property {import('node:http').IncomingMessage} request
 * @property {import('node:http').ServerResponse} response
 * @property {() => Promise<{readonly bytes: Buffer, readonly type: string} | undefined>} read
 */

/**
 * Answers a request as a fault has it. Settles with false where the server itself is to answer, late perhaps.
 * @param {import('./remote-faults.mjs').RemoteAnswers} how
 * @param {Exchange} exchange
 */
export async function answerFaulty(how, exchange) {
  const { request, response } = exchange;
  response.setHeader('cache-control', 'no-store');
  if (how === 'soundly') return false;
  if (how === 'reset') {
    request.socket.resetAndDestroy();
    return true;
  }
  if (how === 'hangs') {
    await once(response, 'close');
    return true;
  }
  if (how === 'slow') {
    await wait(slowMs, undefined, { ref: false });
    return response.destroyed;
  }
  response.setHeader('access-control-allow-origin', '*');
  if (how === 'cutShort' || how === 'altered') return answerDamaged(how, exchange);
  const { status, type, body } = answers[how];
  response.writeHead(status, { 'content-type': type }).end(body);
  return true;
}

const answers = /** @type {const} */ ({
  missing: { status: 404, type: 'text/plain', body: 'Not found' },
  serverError: { status: 500, type: 'text/plain', body: 'Internal server error' },
  html: {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><title>Welcome</title><p>Sign in to use this network.</p>',
  },
});

/** @param {'cutShort' | 'altered'} how @param {Exchange} exchange */
async function answerDamaged(how, { response, read }) {
  const found = await read();
  if (found === undefined) return false;
  const { bytes, type } = found;
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
  if (how === 'altered') response.end(toAltered(bytes));
  else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  return true;
}

/** One letter in the middle becomes another, so that it is still the text it was in form. @param {Buffer} bytes */
function toAltered(bytes) {
  const text = bytes.toString('latin1');
  const middle = Math.floor(text.length / 2);
  const at = middle + Math.max(0, text.slice(middle).search(/[A-Za-z]/));
  const other = text[at] === 'a' ? 'b' : 'a';
  return Buffer.from(`${text.slice(0, at)}${other}${text.slice(at + 1)}`, 'latin1');
}
