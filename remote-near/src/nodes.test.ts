import type { Network } from '@linkspan/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRpc, isRefusal } from './nodes.ts';

afterEach(() => vi.unstubAllGlobals());

/** A network whose only node serves a chain and answers everything else so, and which methods it was asked for. */
function open(chain: string, answer: object = { result: 'told' }) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    const { method, id } = JSON.parse(body);
    asked.push(method);
    const given = method === 'status' ? { result: { chain_id: chain } } : answer;
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...given }));
  });
  const network = {
    id: 'near:practice',
    title: 'NEAR',
    rpc: ['https://node.example/'],
  } as unknown as Network;
  return { rpc: createRpc(network, new AbortController().signal), asked };
}

describe('a node', () => {
  it.each(['query', 'block', 'tx', 'EXPERIMENTAL_changes'])(
    'is asked for its chain with each %s, and not believed where that is another',
    async (method) => {
      const { rpc, asked } = open('practice');
      expect(await rpc(method, {})).toBe('told');
      expect(asked.sort()).toEqual([method, 'status'].sort());
      await expect(open('mainnet').rpc(method, {})).rejects.toMatchObject({ code: 'network/other-chain' });
    },
  );

  it('is not asked for its chain where nothing rests on the answer', async () => {
    const { rpc, asked } = open('practice');
    expect(await rpc('gas_price', {})).toBe('told');
    expect(asked).toEqual(['gas_price']);
  });

  it.each([
    ['its data', { data: 'out of rope', message: 'Server error' }, 'out of rope'],
    ['else its message', { message: 'Server error' }, 'Server error'],
    ['and else nothing', {}, ''],
    ['at most in 300 characters', { data: 'a'.repeat(301) }, 'a'.repeat(300)],
  ])('tells an error by %s', async (_, error, detail) => {
    await expect(open('practice', { error }).rpc('query', {})).rejects.toMatchObject({
      code: 'network/refused',
      context: { network: 'NEAR', detail },
      cause: error,
    });
  });
});

it('knows an error of NEAR by its name', () => {
  const error = (name: unknown) => ({ cause: { cause: { name } } });
  expect(isRefusal(error('UNKNOWN_KEY'), 'UNKNOWN_ACCOUNT', 'UNKNOWN_KEY')).toBe(true);
  expect(isRefusal(error('UNKNOWN_BLOCK'), 'UNKNOWN_ACCOUNT')).toBe(false);
  expect(isRefusal(new Error('UNKNOWN_ACCOUNT'), 'UNKNOWN_ACCOUNT')).toBe(false);
});
