import { JsonRpcProvider } from 'ethers';
import type { Family } from '../page/families.ts';

/** What an account holds on its family's first network, in the smallest unit, as the chain itself answers. */
export async function readChainBalance({ id, networks }: Family, account: string): Promise<bigint> {
  const [{ rpcUrl }] = networks;
  if (id === 'evm') return readEvm(rpcUrl, account);
  if (id === 'solana') return BigInt((await ask<{ value: number }>(rpcUrl, 'getBalance', [account])).value);
  const query = { request_type: 'view_account', finality: 'final', account_id: account };
  return BigInt((await ask<{ amount: string }>(rpcUrl, 'query', query)).amount);
}

async function readEvm(rpcUrl: string, account: string): Promise<bigint> {
  const provider = new JsonRpcProvider(rpcUrl);
  try {
    return await provider.getBalance(account);
  } finally {
    provider.destroy();
  }
}

/** Asks a chain by JSON-RPC 2.0; throws what it refuses with. */
export async function ask<Answer>(rpcUrl: string, method: string, params: unknown): Promise<Answer> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: Answer; error?: unknown };
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}
