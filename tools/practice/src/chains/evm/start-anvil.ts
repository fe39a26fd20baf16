import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { PRACTICE_MNEMONIC } from '../../accounts.ts';
import { ChainError } from '../chain-error.ts';
import type { Served } from '../faults/serve-networks.ts';
import { type ListenOptions, probePort } from '../listen.ts';
import { findAnvil } from './find-anvil.ts';

/** Where one anvil is to listen, and as which chain. */
export interface AnvilOptions extends ListenOptions {
  /** As in `eip155:31337`. */
  readonly chainId: number;
}

const READY_DEADLINE_MS = 10_000;
const READY_POLL_MS = 25;
const PATIENCE_MS = 200;

/**
 * Starts anvil with the accounts of `PRACTICE_MNEMONIC` and waits until it answers.
 * Throws `chain/port-in-use`, `chain/no-binary`, `chain/not-ready`.
 */
export async function startAnvil(options: AnvilOptions): Promise<Served> {
  const binary = findAnvil();
  const port = await probePort(options);
  const child = spawn(binary, toArguments(options.chainId, port), { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  const stop = async () => {
    process.off('exit', end);
    await kill(child);
  };
  try {
    await waitUntilReady(child, port, options);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { port, stop };
}

function toArguments(chainId: number, port: number): string[] {
  const place = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)];
  return [...place, '--mnemonic', PRACTICE_MNEMONIC, '--silent'];
}

async function waitUntilReady(child: ChildProcess, port: number, { chainId, title }: AnvilOptions) {
  const ended = readEnd(child);
  const deadline = AbortSignal.timeout(READY_DEADLINE_MS);
  while (!(await answers(port, chainId))) {
    const why = deadline.aborted
      ? 'it did not answer within 10 seconds'
      : await Promise.race([ended, pause()]);
    if (why !== undefined) throw new ChainError('chain/not-ready', `Starting ${title} failed: ${why}.`);
  }
}

async function answers(port: number, chainId: number): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
    const { result } = (await response.json()) as { result?: unknown };
    return result === `0x${chainId.toString(16)}`;
  } catch {
    return false;
  }
}

async function pause(): Promise<undefined> {
  await wait(READY_POLL_MS);
}

async function readEnd(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  child.stderr?.on('data', (chunk) => said.push(String(chunk)));
  return new Promise((resolve) => {
    child.once('error', (cause) => resolve(cause.message));
    child.once('exit', () => resolve(`anvil ended: ${said.join('').trim() || 'it said nothing'}`));
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  // It waits for open connections; its state is in memory, so nothing is lost by not waiting with it.
  const forced = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await exited;
  clearTimeout(forced);
}
