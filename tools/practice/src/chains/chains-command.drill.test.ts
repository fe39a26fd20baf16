import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findFreePorts } from '../../free-ports.mjs';
import { listen } from './listen.ts';

const command = fileURLToPath(new URL('../chains.ts', import.meta.url));
const anyPort = { port: 0, title: 'a test', variable: 'NONE' };

async function run(env: Record<string, string>, ...flags: string[]) {
  const [evm, evmTwo, solana, solanaWs, near] = (await findFreePorts(5)).map(String);
  return spawn(process.execPath, ['--import', 'tsx', command, ...flags], {
    stdio: ['pipe', 'pipe', 'pipe'],
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
  for await (const line of createInterface({ input: child.stdout })) {
    if (lines.push(line) === 4) break;
  }
  return lines;
}

describe('the command of the practice chains', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('prints a line a chain and ends on %s', async (signal) => {
    const child = await run({});
    expect((await readUntilReady(child)).every((line) => line.includes('http://127.0.0.1:'))).toBe(true);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends with its standard input where it is told to', async () => {
    const child = await run({}, '--until-stdin-ends');
    await readUntilReady(child);
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends with one sentence when a port is in use, or is none', async () => {
    const server = createServer();
    const port = await listen(server, anyPort);
    expect(await readFailure({ LINKSPAN_NEAR_CHAIN_PORT: String(port) })).toBe(
      `Port ${port}, where the NEAR fixtures should listen, is in use. End the program that uses it, or choose another port with LINKSPAN_NEAR_CHAIN_PORT.\n`,
    );
    server.close();
    expect(await readFailure({ LINKSPAN_HOST_PORT: 'harbour' })).toBe(
      'LINKSPAN_HOST_PORT is "harbour". It must be a port: a whole number from 1 to 65535.\n',
    );
  });
});

async function readFailure(env: Record<string, string>): Promise<string> {
  const child = await run(env);
  const said: string[] = [];
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  return said.join('');
}
