import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { answerControl, ControlRefusal, controlPath } from '../../bench/answer-control.mjs';
import {
  noRemoteFaults,
  type RemoteAnswers,
  type RemoteServerFaults,
  type RemoteStage,
  remoteAnswers,
} from './remote-faults.mjs';

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
    read: () => ({ [remote]: faults }),
    async change(wanted: unknown) {
      faults = parseRemoteFaults(wanted, remote);
    },
  };
  return async (exchange) => {
    const { pathname } = new URL(exchange.request.url ?? '/', 'http://localhost');
    if (pathname !== controlPath) return answer(faults[stageOf(pathname)], exchange);
    await answerControl(control, exchange.request, exchange.response);
    return true;
  };
}

const answers = z.enum(remoteAnswers).default('soundly');
const remoteFaults = z.strictObject({ document: answers, discovery: answers, connector: answers });

/** Reads the faults of a remote by its name. A fault that is not named is off. Throws `faults/malformed`. */
function parseRemoteFaults(value: unknown, remote: string): RemoteServerFaults {
  const { data, error } = z.strictObject({ [remote]: remoteFaults }).safeParse(value);
  const faults = data?.[remote];
  if (faults !== undefined) return faults;
  const [issue] = error?.issues ?? [];
  const message = `${issue?.path.join('.') || 'the request'}: ${issue?.message}`;
  throw new ControlRefusal('faults/malformed', message, { cause: error });
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

const fixedAnswers = {
  missing: { status: 404, type: 'text/plain', body: 'Not found' },
  serverError: { status: 500, type: 'text/plain', body: 'Internal server error' },
  html: {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><title>Welcome</title><p>Sign in to use this network.</p>',
  },
};

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
