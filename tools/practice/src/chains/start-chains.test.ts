import { createServer } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Addresses, readAddresses } from '../../addresses.ts';
import { findFreePorts } from '../../free-ports.ts';
import { listen } from './listen.ts';
import { startChains } from './start-chains.ts';

const variables = [
  'LINKSPAN_EVM_CHAIN_PORT',
  'LINKSPAN_EVM_CHAIN_TWO_PORT',
  'LINKSPAN_SOLANA_CHAIN_PORT',
  'LINKSPAN_SOLANA_CHAIN_WS_PORT',
  'LINKSPAN_NEAR_CHAIN_PORT',
];

let addresses: Addresses;

beforeEach(async () => {
  const ports = await findFreePorts(variables.length);
  addresses = readAddresses(Object.fromEntries(variables.map((name, at) => [name, String(ports[at])])));
});

const options = (port: number) => ({ port, title: 'a test', variable: 'NONE' });
const isFree = (port: number) =>
  listen(createServer(), options(port)).then(
    ({ stop }) => stop().then(() => true),
    () => false,
  );
const areFree = () => Promise.all(Object.values(addresses.chains).map(({ port }) => isFree(port)));

describe('startChains', () => {
  it('starts the networks, prints a line for each server, and frees all ports', async () => {
    const lines: string[] = [];
    const chains = await startChains(addresses, { onReady: (line) => lines.push(line) });
    expect(lines.sort().map((line) => line.split(':')[0])).toEqual([
      'NEAR fixtures (no node)',
      'Practice chain (anvil)',
      'Second practice chain (anvil)',
      'Simulated Solana clusters (litesvm)',
    ]);
    expect(await areFree()).toEqual(Array(5).fill(false));
    await chains.stop();
    expect(await areFree()).toEqual(Array(5).fill(true));
  });

  it('ends the other chains if one finds its port in use', async () => {
    const server = createServer();
    await listen(server, options(addresses.chains.solanaWs.port));
    await expect(startChains(addresses)).rejects.toThrow('LINKSPAN_SOLANA_CHAIN_WS_PORT');
    server.close();
    expect(await areFree()).toEqual(Array(5).fill(true));
  });

  it('ends the chains when its signal aborts', async () => {
    const ending = new AbortController();
    const chains = await startChains(addresses, { signal: ending.signal });
    ending.abort();
    await chains.stop();
    expect(await areFree()).toEqual(Array(5).fill(true));
  });
});
