import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { PRACTICE_MNEMONIC } from '../../accounts.ts';
import { ChainError, type ListenOptions, probePort, type Served } from '../listen.ts';

/** Where anvil listens, and as which chain. */
export interface AnvilOptions extends ListenOptions {
  /** As in `eip155:31337`. */
  readonly chainId: number;
}

const READY_DEADLINE_MS = 10_000;
const READY_POLL_MS = 25;
const KILL_AFTER_MS = 200;

/**
 * Starts anvil with the accounts of `PRACTICE_MNEMONIC` and waits until it answers.
 * Throws `chain/port-in-use`, `chain/no-binary`, `chain/not-ready`.
 */
export async function startAnvil(options: AnvilOptions): Promise<Served> {
  const binary = findAnvil();
  const port = await probePort(options);
  const child = spawn(binary, toArguments(options.chainId, port), { stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    await end(child);
  };
  try {
    await waitUntilReady(child, port, options);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { port, stop };
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

function toArguments(chainId: number, port: number): string[] {
  const address = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)];
  return [...address, '--mnemonic', PRACTICE_MNEMONIC, '--silent'];
}

async function waitUntilReady(child: ChildProcess, port: number, { chainId, title }: AnvilOptions) {
  const errors: string[] = [];
  let exit: string | undefined;
  child.stderr?.on('data', (chunk) => errors.push(String(chunk)));
  child.once('error', ({ message }) => {
    exit = message;
  });
  child.once('exit', () => {
    exit ??= `anvil ended: ${errors.join('').trim() || 'it printed no error'}`;
  });
  const deadline = AbortSignal.timeout(READY_DEADLINE_MS);
  while (!(await isReady(port, chainId))) {
    const why = exit ?? (deadline.aborted ? 'it did not answer within 10 seconds' : undefined);
    if (why !== undefined) throw new ChainError('chain/not-ready', `Starting ${title} failed: ${why}.`);
    await wait(READY_POLL_MS);
  }
}

async function isReady(port: number, chainId: number): Promise<boolean> {
  try {
    return (await askAnvil(port, 'eth_chainId', [])).result === `0x${chainId.toString(16)}`;
  } catch {
    return false;
  }
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
