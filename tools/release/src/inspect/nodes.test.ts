import { expect, it } from 'vitest';
import { inspectConfig } from './config.ts';

const origin = 'https://wallets.example';
const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** What is found of a network's one node, if it answers so. */
async function inspect(
  id: string,
  answer: unknown,
  { address = 'https://node.example/', from = origin, allowed = '*' as string | null, preflight = 204 } = {},
) {
  const asked: unknown[] = [];
  const fetch = async (_: unknown, options?: RequestInit) => {
    const headers = new Headers(allowed === null ? {} : { 'access-control-allow-origin': allowed });
    if (options?.method === 'OPTIONS') {
      headers.set('access-control-allow-headers', 'Accept, Content-Type');
      return new Response(null, { status: preflight, headers });
    }
    asked.push([new Headers(options?.headers).get('origin'), JSON.parse(String(options?.body)).method]);
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'number') return new Response('', { status: answer });
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { headers });
  };
  const page = { families: [{}, { networks: [{ id, rpc: [address], symbol: 'ETH' }] }] };
  const all = await inspectConfig(page, { fetch, origin: from, deadlineMs: 1_000 });
  const findings = all.filter(({ code }) => code !== 'network');
  return { asked, findings, bad: findings.map(({ level, code }) => `${level} ${code}`).join() };
}

it.each([
  ['eip155:8453', { result: '0x2105' }, 'eth_chainId'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { result: genesis }, 'getGenesisHash'],
  ['near:mainnet', { result: { chain_id: 'mainnet' } }, 'status'],
])('a node of %s that says so is right, and is asked as the page asks', async (id, answer, method) => {
  expect(await inspect(id, answer)).toEqual({ asked: [[origin, method]], findings: [], bad: '' });
});

it.each<[string, unknown, string]>([
  ['of another chain', { result: '0x1' }, 'wrong node-other-chain'],
  ['that is none', '<html>', 'wrong node-unreadable'],
  ['that answers null', 'null', 'wrong node-unreadable'],
  ['that refuses', { error: { code: -32601 } }, 'wrong node-unreadable'],
  ['that names no number', { result: 'base' }, 'wrong node-unreadable'],
  ['that is busy', 503, 'wrong node-silent'],
  ['that is gone', new Error('getaddrinfo ENOTFOUND'), 'wrong node-silent'],
])('a node %s is wrong', async (_, answer, expected) => {
  expect((await inspect('eip155:8453', answer)).bad).toBe(expected);
});

it('names the chain that answers, and the one that should', async () => {
  const { findings: others } = await inspect('eip155:1', { result: '0xa' });
  expect(others[0]?.what).toContain('is a node of eip155:10, and the page takes it for eip155:1.');
  const { findings } = await inspect('eip155:8453', { result: '0x1' });
  expect(findings[0]?.what).toContain(
    '(families[1].networks[0].rpc[0]) is a node of eip155:1, and the page takes it for eip155:8453',
  );
});

it.each([[null], ['https://other.example']])('a node that allows %s cannot be read', async (allowed) => {
  expect((await inspect('eip155:1', { result: '0x1' }, { allowed })).bad).toBe('wrong node-cors');
});

it('a node that does not answer the request ahead of a question cannot be read', async () => {
  expect((await inspect('eip155:1', { result: '0x1' }, { preflight: 405 })).bad).toBe('wrong node-cors');
});

it('a node on http is asked by no page on https', async () => {
  const found = await inspect('eip155:1', { result: '0x1' }, { address: 'http://node.example/' });
  expect([found.bad, found.asked]).toEqual(['wrong node-insecure', []]);
});

it('a key in an address is public', async () => {
  const address = 'https://node.example/v2/aB3dE5gH7jK9mN1pQ3sT5v';
  expect((await inspect('eip155:1', { result: '0x1' }, { address })).bad).toBe('hint node-key');
});

it('asks no node of this machine for a page of this machine, and no chain that it does not know', async () => {
  const local = { address: 'http://127.0.0.1:8545', from: 'http://localhost:4300' };
  expect((await inspect('eip155:31337', 503, local)).asked).toEqual([]);
  expect(await inspect('tron:mainnet', 503)).toMatchObject({ asked: [], findings: [] });
});
