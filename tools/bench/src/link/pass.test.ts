import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Lane } from './lane.ts';
import { pass } from './pass.ts';
import { Pump } from './pump.ts';

/** Two ends of a connection within the system. */
async function openPair(): Promise<[Socket, Socket]> {
  const server = createServer();
  await once(server.listen(0, 'localhost'), 'listening');
  const one = connect({ port: (server.address() as AddressInfo).port, host: 'localhost' });
  const [[other]] = await Promise.all([once(server, 'connection'), once(one, 'connect')]);
  server.close();
  return [one, other as Socket];
}

describe('what passes a direction of a connection', () => {
  let source: Socket;
  let from: Socket;
  let to: Socket;
  let sink: Socket;

  beforeAll(async () => {
    [source, from] = await openPair();
    [to, sink] = await openPair();
  });

  afterAll(() => {
    for (const socket of [source, from, to, sink]) socket.destroy();
  });

  it('is read no further while 64 kB wait, and again once they have left', async () => {
    let nowMs = 0;
    const lane = new Lane({ kbps: 8, delayMs: 0 });
    const pump = new Pump([lane], { now: () => nowMs, after: () => () => {} });
    let arrived = 0;
    const count = (bytes: number) => {
      arrived += bytes;
    };
    pass({ from, to, lane, pump, count });
    const paused = once(from, 'pause');
    source.write(Buffer.alloc(1_000_000));
    await paused;
    // The last reading of the system may have been of as much again.
    const { bytesRead } = from;
    expect(bytesRead).toBeGreaterThan(64_000);
    expect(bytesRead).toBeLessThan(64_000 + 65_537);

    sink.resume();
    const resumed = once(from, 'resume');
    nowMs = bytesRead;
    pump.run();
    await resumed;
    await once(from, 'data');
    expect(arrived).toBe(bytesRead);
    expect(from.bytesRead).toBeGreaterThan(bytesRead);
  });
});
