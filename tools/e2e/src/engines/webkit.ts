import { setTimeout as delay } from 'node:timers/promises';
import { findFreePorts } from '@linkspan/practice/free-ports';
import { findProgram } from '../../../scripts/programs.mjs';
import { type EngineKind, readJsonAnswer, type Session, toJsonExpression } from './engine.ts';
import { orEnd, type Program, startProgram } from './program.ts';
import { createTurns } from './turns.ts';

const [driver, browser, screen] = (await findProgram('webkit')) ?? [];

/** WebKitGTK, driven by WebDriver, on a screen that nobody sees. */
export const webkit: EngineKind = {
  name: 'WebKitGTK',
  program: 'webkit',
  isMissing: driver === undefined,
  async start() {
    const display = startProgram(screen ?? '', ['-displayfd', '3', '-screen', '0', '1280x900x24']);
    const [number] = await display.says(/^\d+$/);
    return {
      open: () => openSession(`:${number}`),
      [Symbol.asyncDispose]: display.end,
    };
  },
};

const capabilities = {
  alwaysMatch: {
    // By a timer in the page, which a test may bring forward: what takes too long is ended by `ask`.
    timeouts: { script: 86_400_000 },
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  },
};

const answerMs = 75_000;

interface Begun {
  readonly program: Program;
  readonly address: string;
  readonly sessionId: string;
}

const beginMs = 20_000;
const mostTries = 3;

/** Now and then, one time in some hundred, the browser does not come up for its driver; for another one it does. */
async function begin(display: string, tries = 1): Promise<Begun> {
  const [port] = await findFreePorts(1);
  const program = startProgram(driver ?? '', [`--port=${port}`], { DISPLAY: display });
  const address = `http://127.0.0.1:${port}`;
  try {
    const { sessionId } = await orEnd(program, async () => {
      await whenAnswering(address);
      return post<{ readonly sessionId: string }>(`${address}/session`, { capabilities }, beginMs);
    });
    return { program, address, sessionId };
  } catch (error) {
    if (tries === mostTries || !isTimeout(error)) throw error;
    return begin(display, tries + 1);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** A driver has one session at a time, and a session begins with nothing kept. */
async function openSession(display: string): Promise<Session> {
  const { program, address, sessionId } = await begin(display);
  const session = `${address}/session/${sessionId}`;
  const turns = createTurns();
  const toTab = (handle: string): Session => {
    /** A driver speaks to one tab at a time. */
    const inTab = <Value>(work: () => Promise<Value>) =>
      turns.take(async () => {
        await post(`${session}/window`, { handle });
        return work();
      });
    return {
      go: (url) => inTab(() => post(`${session}/url`, { url })),
      evaluate: (expression) =>
        inTab(async () => {
          const script = `const done = arguments[arguments.length - 1];
            ${toJsonExpression(expression)}.then(done, (error) => done({ error: String(error) }));`;
          return readJsonAnswer(await post(`${session}/execute/async`, { script, args: [] }));
        }),
      openTab: async () =>
        toTab((await turns.take(() => post<Opened>(`${session}/window/new`, { type: 'tab' }))).handle),
      async [Symbol.asyncDispose]() {
        await fetch(session, { method: 'DELETE', signal: AbortSignal.timeout(10_000) }).catch(
          () => undefined,
        );
        await program.end();
      },
    };
  };
  return toTab(await ask<string>(`${session}/window`));
}

interface Opened {
  readonly handle: string;
}

async function post<Value>(address: string, body: object, withinMs?: number): Promise<Value> {
  return ask(address, { method: 'POST', body: JSON.stringify(body) }, withinMs);
}

/** A browser that has stopped answering ends the wait, so that its driver is ended too. */
async function ask<Value>(address: string, request: RequestInit = {}, withinMs = answerMs): Promise<Value> {
  const response = await fetch(address, { ...request, signal: AbortSignal.timeout(withinMs) });
  const { value } = (await response.json()) as { value: Value & { readonly message?: string } };
  if (!response.ok) throw new Error(`${new URL(address).pathname}: ${value.message}`);
  return value;
}

/** The driver prints nothing, so it is asked until it answers. */
async function whenAnswering(address: string): Promise<void> {
  const deadline = AbortSignal.timeout(10_000);
  for (;;) {
    const response = await fetch(`${address}/status`).catch(() => undefined);
    if (response?.ok) return;
    await delay(20, undefined, { signal: deadline });
  }
}
