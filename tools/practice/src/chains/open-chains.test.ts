import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Addresses, portVariables, readAddresses } from '../../addresses.ts';
import { findFreePorts } from '../../free-ports.ts';
import { changeFaults } from '../fault-control/change-faults.ts';
import { areRunning } from './are-running.ts';
import { listen } from './listen.ts';
import { openChains } from './open-chains.ts';

let addresses: Addresses;

beforeEach(async () => {
  const ports = await findFreePorts(portVariables.length);
  addresses = readAddresses(Object.fromEntries(portVariables.map((name, at) => [name, String(ports[at])])));
});

async function open(): Promise<{ readonly lines: readonly string[]; close(): Promise<void> }> {
  const lines: string[] = [];
  const { close } = await openChains(addresses, (line) => lines.push(line));
  onTestFinished(close);
  return { lines, close };
}

describe('practice chains in use', () => {
  it('start once, and end with the use that started them', async () => {
    const first = await open();
    expect(first.lines).toHaveLength(4);
    const second = await open();
    expect(second.lines).toEqual([]);
    await second.close();
    expect(await areRunning(addresses.chains)).toBe(true);
    await first.close();
    expect(await areRunning(addresses.chains)).toBe(false);
  });

  it('are known whatever faults they have', async () => {
    await open();
    const { near } = addresses.chains;
    await changeFaults(near.url, { 'near:practice': { answers: 'down', lies: true } });
    expect((await open()).lines).toEqual([]);
  });

  it('name a port that another program has, and its variable', async () => {
    const { port } = addresses.chains.near;
    const other = await listen(
      createHttpServer((_, response) => response.end('{}')),
      { port, title: 'a test', variable: 'NONE' },
    );
    onTestFinished(other.stop);
    await expect(open()).rejects.toMatchObject({
      code: 'chain/port-in-use',
      message: expect.stringMatching(`Port ${port}.*LINKSPAN_NEAR_CHAIN_PORT`),
    });
  });

  it('do not wait for a program that never answers', async () => {
    const { port } = addresses.chains.solana;
    const silent = createServer();
    silent.on('connection', (socket) => onTestFinished(() => void socket.destroy()));
    await listen(silent, { port, title: 'a test', variable: 'NONE' });
    onTestFinished(() => void silent.close());
    await expect(open()).rejects.toMatchObject({ code: 'chain/port-in-use' });
  });
});
