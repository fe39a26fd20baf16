import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readAddresses } from '../../addresses.mjs';
import { findFreePorts } from '../../free-ports.mjs';
import { listen, probePort } from './listen.ts';
import { startChains } from './start-chains.ts';

const anyPort = { port: 0, title: 'a test', variable: 'NONE' };

const variables = [
  'LINKSPAN_EVM_CHAIN_PORT',
  'LINKSPAN_EVM_CHAIN_TWO_PORT',
  'LINKSPAN_SOLANA_CHAIN_PORT',
  'LINKSPAN_SOLANA_CHAIN_WS_PORT',
  'LINKSPAN_NEAR_CHAIN_PORT',
];

async function findFree() {
  const ports = await findFreePorts(variables.length);
  return Object.fromEntries(variables.map((variable, index) => [variable, String(ports[index])]));
}

async function isFree(port: number): Promise<boolean> {
  return probePort({ ...anyPort, port }).then(
    () => true,
    () => false,
  );
}

describe('startChains', () => {
  it('starts six networks, tells of each, and leaves no port taken', async () => {
    const addresses = readAddresses(await findFree());
    const lines: string[] = [];
    const chains = await startChains(addresses, { onReady: (line) => lines.push(line) });
    const ports = Object.values(addresses.chains).map(({ port }) => port);
    expect(lines.sort().map((line) => line.split(':')[0])).toEqual([
      'NEAR fixtures (no node)',
      'Practice chain (anvil)',
      'Second practice chain (anvil)',
      'Simulated Solana clusters (litesvm)',
    ]);
    expect(await Promise.all(ports.map(isFree))).toEqual(ports.map(() => false));
    await chains.stop();
    expect(await Promise.all(ports.map(isFree))).toEqual(ports.map(() => true));
  });

  it('ends what it has started if one chain finds its port in use', async () => {
    const env = await findFree();
    const addresses = readAddresses(env);
    const server = createServer();
    await listen(server, { ...anyPort, port: addresses.chains.solanaWs.port });
    await expect(startChains(addresses)).rejects.toThrow('LINKSPAN_SOLANA_CHAIN_WS_PORT');
    const others = [addresses.chains.evm, addresses.chains.solana, addresses.chains.near];
    expect(await Promise.all(others.map(({ port }) => isFree(port)))).toEqual([true, true, true]);
    server.close();
  });

  it('ends the chains when its signal aborts', async () => {
    const addresses = readAddresses(await findFree());
    const ending = new AbortController();
    const chains = await startChains(addresses, { signal: ending.signal });
    ending.abort();
    await chains.stop();
    expect(await isFree(addresses.chains.near.port)).toBe(true);
  });
});
