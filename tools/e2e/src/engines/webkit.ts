import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePorts } from '@linkspan/practice/free-ports';
import { readJsonAnswer, type Session, toJsonExpression } from './session.ts';

const startMs = 20_000;
const answerMs = 75_000;
const mostTries = 3;

/**
 * Starts a screen that nobody sees; each session starts a WebKitGTK on it, which WebDriver drives. There, an `import()`
 * that WebDriver evaluates ignores `integrity`; one in the page's own scripts does not.
 */
export async function openWebKit([driver = '', browser = '', screen = '']: readonly string[]) {
  const { display, [Symbol.asyncDispose]: close } = await openScreen(screen);
  return { open: () => openSession({ driver, browser, display }), [Symbol.asyncDispose]: close };
}

/** Starts a screen that nobody sees. */
export async function openScreen(program: string): Promise<AsyncDisposable & { readonly display: string }> {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(createInterface({ input: child.stdio[3] as Readable }), 'line');
  return { display: `:${number}`, [Symbol.asyncDispose]: () => end(child) };
}

interface Programs {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
}

/** A driver has one session, which begins with nothing kept. */
async function openSession(programs: Programs): Promise<Session> {
  const { child, session } = await start(programs);
  return {
    go: (url) => post(`${session}/url`, { url }),
    async evaluate(expression) {
      const script = `const done = arguments[arguments.length - 1];
        ${toJsonExpression(expression)}.then(done, (error) => done({ error: String(error) }));`;
      return readJsonAnswer(await post(`${session}/execute/async`, { script, args: [] }));
    },
    async [Symbol.asyncDispose]() {
      await fetch(session, { method: 'DELETE', signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
      await end(child);
    },
  };
}

/** Now and then, one time in some hundred, the browser does not come up for its driver; for another driver it does. */
async function start(
  programs: Programs,
  tries = 1,
): Promise<{ readonly child: ChildProcess; readonly session: string }> {
  const { driver, browser, display } = programs;
  const [port] = await findFreePorts(1);
  const child = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display },
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  const capabilities = {
    alwaysMatch: {
      // What takes too long is ended by `post`.
      timeouts: { script: 86_400_000 },
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    },
  };
  try {
    await whenAnswering(address);
    const { sessionId } = await post<{ sessionId: string }>(`${address}/session`, { capabilities }, startMs);
    return { child, session: `${address}/session/${sessionId}` };
  } catch (error) {
    await end(child);
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (!isLate || tries === mostTries) throw error;
    return start(programs, tries + 1);
  }
}

/** A browser that has stopped answering ends the wait. */
async function post<Value>(address: string, body: object, withinMs = answerMs): Promise<Value> {
  const signal = AbortSignal.timeout(withinMs);
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body), signal });
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

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
