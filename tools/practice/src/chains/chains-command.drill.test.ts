import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findFreePorts } from '../../free-ports.ts';
import { listen } from './listen.ts';

const command = fileURLToPath(new URL('../chains.ts', import.meta.url));

async function run(env: Record<string, string>) {
  const [evm, evmTwo, solana, solanaWs, near] = (await findFreePorts(5)).map(String);
  return spawn(process.execPath, ['--import', 'tsx', command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      LINKSPAN_EVM_CHAIN_PORT: evm,
      LINKSPAN_EVM_CHAIN_TWO_PORT: evmTwo,
      LINKSPAN_SOLANA_CHAIN_PORT: solana,
      LINKSPAN_SOLANA_CHAIN_WS_PORT: solanaWs,
      LINKSPAN_NEAR_CHAIN_PORT: near,
      ...env,
    },
  });
}

async function readUntilReady(child: Awaited<ReturnType<typeof run>>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) if (lines.push(line) === 5) break;
  return lines;
}

async function readFailure(env: Record<string, string>) {
  const child = await run(env);
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { message, code };
}

describe('the command of the practice chains', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('prints a line for each server and ends on %s', async (signal) => {
    const child = await run({});
    const lines = await readUntilReady(child);
    expect(lines.pop()).toBe('The practice chains are ready.');
    expect(lines.every((line) => line.includes('http://127.0.0.1:'))).toBe(true);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('fails with one sentence if a port is in use or malformed', async () => {
    const server = createServer();
    const { port } = await listen(server, { port: 0, title: 'a test', variable: 'NONE' });
    expect(await readFailure({ LINKSPAN_NEAR_CHAIN_PORT: String(port) })).toEqual({
      code: 1,
      message: `Port ${port}, where the NEAR fixtures should listen, is in use. End the program that uses it, or choose another port with LINKSPAN_NEAR_CHAIN_PORT.\n`,
    });
    server.close();
    expect(await readFailure({ LINKSPAN_HOST_PORT: 'harbour' })).toEqual({
      code: 1,
      message: 'LINKSPAN_HOST_PORT is "harbour". It must be a port: a whole number from 1 to 65535.\n',
    });
  });
});
