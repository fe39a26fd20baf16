import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { PRACTICE_MNEMONIC } from '../../accounts.ts';
import { ChainError, type Served } from '../listen.ts';

const READY_WITHIN_MS = 60_000;
const KILL_AFTER_MS = 200;

/**
 * Starts anvil with the accounts of `PRACTICE_MNEMONIC`, on a port that it finds itself: one that was found free before
 * could be lent to a connection until anvil has it. The chain id is a number, such as 31337.
 * Throws `chain/no-binary`, `chain/not-ready`.
 */
export async function startAnvil(chainId: number): Promise<Served> {
  const binary = findAnvil();
  const address = ['--host', '127.0.0.1', '--port', '0', '--chain-id', `${chainId}`];
  const child = spawn(binary, [...address, '--mnemonic', PRACTICE_MNEMONIC], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    await end(child);
  };
  try {
    return { port: await readPort(child, chainId), stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** The path of anvil's binary, which npm installs as a package for each platform. Throws `chain/no-binary`. */
export function findAnvil({ platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process): string {
  const name = `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}`;
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    // Only anvil's own package depends on the package of the binary.
    const anvil = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
    return createRequire(anvil).resolve(`${name}/bin/${file}`);
  } catch (cause) {
    const message = `There is no anvil for ${platform} ${arch}: the package ${name} is not installed, so the practice chain cannot start.`;
    throw new ChainError('chain/no-binary', message, { cause });
  }
}

/** The port, which anvil prints once it listens. */
async function readPort(
  child: ChildProcessByStdio<null, Readable, Readable>,
  chainId: number,
): Promise<number> {
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  child.once('error', ({ message }) => errors.push(message));
  const closed = new Promise((done) => child.once('close', done));
  const late = setTimeout(() => {
    errors.push(`it did not start within ${READY_WITHIN_MS / 1000} seconds`);
    child.kill('SIGKILL');
  }, READY_WITHIN_MS);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, port] = /Listening on 127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (port !== undefined) return Number(port);
    }
    await closed;
  } finally {
    clearTimeout(late);
    // What it prints of requests is not read.
    child.stdout.resume();
  }
  const why = errors.join('').trim() || 'it printed no error';
  throw new ChainError('chain/not-ready', `anvil, for chain ${chainId}, did not start: ${why}.`);
}

/** Sends one JSON-RPC request to the anvil at a port and returns its response. Rejects as `fetch` does. */
export async function askAnvil(
  port: number,
  method: string,
  params: unknown,
): Promise<{ readonly result?: unknown; readonly error?: unknown }> {
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as object;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  // It waits for open connections. Its state is in memory, so nothing is lost by not waiting with it.
  const forced = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await exited;
  clearTimeout(forced);
}
