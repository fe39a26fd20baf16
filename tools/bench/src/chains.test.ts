import { readAddresses } from '@linkspan/practice/addresses';
import { practiceNetworks } from '@linkspan/practice/networks';
import { expect, it } from 'vitest';
import { carryChains } from './chains.ts';

it('names every node of every network by its port of the link', async () => {
  const link = { carry: async (port: number) => port + 10_000 };
  const networks = practiceNetworks(await carryChains(link, readAddresses({})));
  expect(Object.values(networks).flatMap((two) => two.map(({ rpcUrl, wsUrl }) => [rpcUrl, wsUrl]))).toEqual([
    ['http://localhost:18545', undefined],
    ['http://localhost:18546', undefined],
    ['http://localhost:18899', 'ws://localhost:18900'],
    ['http://localhost:18899/second', 'ws://localhost:18900/second'],
    ['http://localhost:13030', undefined],
    ['http://localhost:13030/second', undefined],
  ]);
});
