import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Network } from '../network.ts';
import type { FaultGrid } from './fault-grid.ts';
import { createCodeGrids, createNetworkGrid } from './fault-grids.ts';

const rpc = ['http://chain.example/one', 'http://chain.example/two'] as const;
const toNetwork = (id: string, title: string): Network => ({
  id,
  title,
  rpc: [...rpc],
  symbol: 'N',
  decimals: 24,
});
const networks = {
  near: [toNetwork('near:practice', 'Fixture'), toNetwork('near:second', 'Second fixture')],
} as const;
const served = [{ family: 'near', name: 'remote-near', url: 'http://near.example/' }];

/** What is switched on in the server, which replaces what is named. */
let faults: Record<string, unknown>;

beforeEach(() => {
  faults = {};
  vi.stubGlobal('fetch', async (address: URL, request?: RequestInit) => {
    if (address.pathname === '/practice/remotes.json') return Response.json(served);
    if (request?.method === 'POST') Object.assign(faults, JSON.parse(String(request.body)));
    return Response.json(faults);
  });
});

async function only(grid: FaultGrid | undefined) {
  const [target, ...others] = (await grid?.targets()) ?? [];
  if (target === undefined) throw new Error('The grid has no target.');
  expect(others).toEqual([]);
  return target;
}

describe('createNetworkGrid', () => {
  it('has the networks of one rank, and none of families that have fewer', async () => {
    const second = createNetworkGrid('second-network', 'Second network', networks, 1);
    expect((await only(second)).title).toBe('NEAR, Second fixture');
    expect(await createNetworkGrid('third-network', 'Third network', networks, 2).targets()).toEqual([]);
  });

  it('lets a network have one fault at a time', async () => {
    const network = await only(createNetworkGrid('network', 'Network', networks, 0));
    expect(await network.read()).toEqual([]);
    expect(await network.set('slow', true)).toBe('Fixture: changed.');
    expect(faults).toEqual({ 'near:practice': { slowMs: 3_000 } });
    expect(await network.read()).toEqual(['slow']);
    await network.set('down', true);
    expect(await network.read()).toEqual(['down']);
    await network.set('down', false);
    expect(faults).toEqual({ 'near:practice': {} });
  });

  it('resets its own network alone', async () => {
    faults = { 'near:practice': { answers: 'down' }, 'near:second': { answers: 'html' } };
    await (await only(createNetworkGrid('network', 'Network', networks, 0))).reset();
    expect(faults).toEqual({ 'near:practice': {}, 'near:second': { answers: 'html' } });
  });
});

describe('createCodeGrids', () => {
  const grids = createCodeGrids('http://page.example/practice/wallets.js');
  const gridOf = (stage: string) => only(grids.find(({ id }) => id === stage));

  it('changes one stage of loading and keeps the others', async () => {
    faults = { 'remote-near': { document: 'slow' } };
    const connector = await gridOf('connector');
    expect(await connector.set('missing', true)).toMatch(/^remote-near: changed/);
    expect(faults).toEqual({ 'remote-near': { document: 'slow', connector: 'missing' } });
    expect(await connector.read()).toEqual(['missing']);
    await connector.set('missing', false);
    expect(faults).toEqual({ 'remote-near': { document: 'slow', connector: 'soundly' } });
  });

  it('resets all stages', async () => {
    faults = { 'remote-near': { document: 'slow', connector: 'missing' } };
    await (await gridOf('discovery')).reset();
    expect(faults).toEqual({ 'remote-near': {} });
  });

  it('rejects where the page is served without its remotes', async () => {
    vi.stubGlobal('fetch', async () => new Response('<!doctype html>', { status: 404 }));
    await expect(gridOf('connector')).rejects.toThrow();
  });
});
