import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { answerControl, wrongAnswers } from '../fault-control/answer-control.ts';

/**
 * How the server answers: `slow` after three seconds, `hangs` never, `missing` with 404, `serverError` with 500, `html`
 * with a page like that of a captive portal, `cutShort` with half of the bytes, `altered` with one byte changed, and
 * `reset` by resetting the connection.
 */
const answers = z
  .enum(['soundly', 'slow', 'hangs', 'missing', 'serverError', 'html', 'cutShort', 'altered', 'reset'])
  .default('soundly');
export type RemoteAnswers = z.infer<typeof answers>;

/** By what a page asks for, in this order: signed documents, discovery and connector. */
const faultsShape = z.strictObject({ document: answers, discovery: answers, connector: answers });
export type RemoteStage = keyof z.infer<typeof faultsShape>;

/** The faults of a remote's server. */
export type RemoteServerFaults = Readonly<z.infer<typeof faultsShape>>;

/** No fault. */
export const noRemoteFaults: RemoteServerFaults = faultsShape.parse({});

/** A request to a remote's server. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Reads the file that was asked for. Resolves with undefined if there is none. */
  read(): Promise<{ readonly bytes: Buffer; readonly type: string } | undefined>;
}

const SLOW_MS = 3_000;

/**
 * Creates a handler that runs before the server of a remote's store. It answers requests that change the faults, and
 * answers others as the faults say. It resolves with false if the server is to answer. It starts without faults.
 */
export function createFaultyServer(remote: string): (exchange: Exchange) => Promise<boolean> {
  let faults = noRemoteFaults;
  const control = {
    shape: z.strictObject({ [remote]: faultsShape }),
    read: () => ({ [remote]: faults }),
    change(wanted: Readonly<Record<string, RemoteServerFaults>>) {
      faults = wanted[remote] ?? faults;
    },
  };
  return async (exchange) => {
    if (answerControl(control, exchange.request, exchange.response)) return true;
    const { pathname } = new URL(exchange.request.url ?? '/', 'http://localhost');
    return answer(faults[stageOf(pathname)], exchange);
  };
}

/** The stage of a path. The files of a discovery are known by their names. */
function stageOf(path: string): RemoteStage {
  if (!path.startsWith('/releases/')) return 'document';
  return /\/(faulty-)?discovery[\w.-]*\.js$/.test(path) ? 'discovery' : 'connector';
}

async function answer(how: RemoteAnswers, exchange: Exchange): Promise<boolean> {
  const { request, response } = exchange;
  response.setHeader('cache-control', 'no-store');
  switch (how) {
    case 'soundly':
      return false;
    case 'slow':
      await wait(SLOW_MS, undefined, { ref: false });
      return response.destroyed;
    case 'hangs':
      await once(response, 'close');
      return true;
    case 'reset':
      request.socket.resetAndDestroy();
      return true;
    case 'cutShort':
    case 'altered':
      return answerDamaged(how, exchange);
    default: {
      const { status, type, body } = fixedAnswers[how];
      response.writeHead(status, { 'content-type': type }).end(body);
      return true;
    }
  }
}

const fixedAnswers = { ...wrongAnswers, missing: { status: 404, type: 'text/plain', body: 'Not found' } };

async function answerDamaged(how: 'cutShort' | 'altered', { response, read }: Exchange): Promise<boolean> {
  const found = await read();
  if (found === undefined) return false;
  const { bytes, type } = found;
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
  if (how === 'altered') response.end(toAltered(bytes));
  else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  return true;
}

/** Changes the case of one letter in the middle, so that JSON is still JSON. */
function toAltered(bytes: Buffer): Buffer {
  const altered = Buffer.from(bytes);
  const middle = bytes.length >> 1;
  const at = middle + Math.max(0, bytes.toString('latin1', middle).search(/[A-Za-z]/));
  altered[at] = (bytes[at] ?? 0) ^ 0x20;
  return altered;
}
