import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { controlPath } from './change-faults.ts';

/** The most that a request to change faults may have, in characters. */
const mostCharacters = 10_000;

const statuses = {
  'faults/foreign': 403,
  'faults/method': 405,
  'faults/malformed': 400,
  'faults/unknown': 404,
  'faults/failed': 500,
} as const;

/** What any practice server can answer in place of what was asked. */
export const wrongAnswers = {
  serverError: { status: 500, type: 'text/plain', body: 'Internal server error' },
  html: {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><title>Welcome</title><p>Sign in to use this network.</p>',
  },
};

/** A request for faults that is refused. The message is a sentence for whoever asked. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal';
  readonly code: keyof typeof statuses;

  constructor(code: keyof typeof statuses, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The faults of a server, by the name of what they concern. */
export interface Control<Wanted> {
  /** The form of a change. A fault that is not named is off. */
  readonly shape: z.ZodType<Wanted>;
  /** What is switched on. */
  read(): object;
  /** Changes what is named and leaves the rest. Throws a `ControlRefusal`. */
  change(wanted: Wanted): Promise<void> | void;
}

/**
 * Answers a request to the control path, and returns whether it was one: `GET` what is switched on, `POST` to change it,
 * both in JSON, for programs and pages of this machine alone.
 */
export function answerControl<Wanted>(
  control: Control<Wanted>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (new URL(request.url ?? '/', 'http://localhost').pathname !== controlPath) return false;
  const end = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  answer(control, request, response).then(
    (body) => (body ? end(200, body) : response.writeHead(204).end()),
    (error: unknown) => {
      request.resume();
      const code = error instanceof ControlRefusal ? error.code : 'faults/failed';
      const message = error instanceof Error ? error.message : String(error);
      end(statuses[code], { code, message });
    },
  );
  return true;
}

/** Returns nothing for a preflight. */
async function answer<Wanted>(
  { shape, read, change }: Control<Wanted>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<object | undefined> {
  const { host, origin } = request.headers;
  // A page of elsewhere may neither read nor change anything, by whatever name it reaches this machine.
  if (![`http://${host}`, origin ?? `http://${host}`].every(isOfThisMachine))
    throw new ControlRefusal(
      'faults/foreign',
      'Only a page of this machine changes the faults of the practice.',
    );
  if (origin !== undefined) response.setHeader('access-control-allow-origin', origin);
  response.setHeader('vary', 'origin');
  response.setHeader('cache-control', 'no-store');
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'GET, POST');
    response.setHeader('access-control-allow-headers', 'content-type');
    return undefined;
  }
  if (request.method === 'POST') {
    const { data, error } = shape.safeParse(await readJson(request));
    const [issue] = error?.issues ?? [];
    if (error)
      throw new ControlRefusal(
        'faults/malformed',
        `${issue?.path.join('.') || 'the request'}: ${issue?.message}`,
      );
    await change(data as Wanted);
  } else if (request.method !== 'GET')
    throw new ControlRefusal('faults/method', 'Faults are read by GET and changed by POST.');
  return read();
}

function isOfThisMachine(address: string): boolean {
  return URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > mostCharacters)
      throw new ControlRefusal('faults/malformed', `That is longer than ${mostCharacters} characters.`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ControlRefusal('faults/malformed', 'That is no JSON.', { cause });
  }
}
