import type { Network, NetworkId } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { assertClusterName, parseBytes, parseSignature, parseSignedText, toChainName } from './provider.ts';
import { parseSignedIn } from './wallet.ts';

const signature = new Uint8Array(64).fill(7);
const signedMessage = new Uint8Array([1, 2, 3]);
const address = '11111111111111111111111111111111';

const malformed = (place: string) =>
  expect.objectContaining({ code: 'wallet/malformed', context: { wallet: 'Rowan', place } });

describe('what a feature of a Solana wallet answers', () => {
  it('is read into bytes of our own, whatever they are seen through', () => {
    const view = new DataView(new Uint8Array([9, 1, 2, 9]).buffer, 1, 2);
    const bytes = parseBytes([{ transaction: view }], 'transaction', 'Rowan');
    expect(bytes).toEqual(new Uint8Array([1, 2]));
    expect(bytes.buffer).not.toBe(view.buffer);
  });

  it.each([undefined, null, [], [{}], [{ bytes: '1' }], [{ bytes: [1] }], [{ bytes: new Uint8Array() }]])(
    'holds no bytes as %j',
    (outputs) => {
      expect(() => parseBytes(outputs, 'bytes', 'Rowan')).toThrow(malformed('bytes'));
    },
  );

  it('holds a signature of 64 bytes', () => {
    expect(parseSignature([{ signature }], 'Rowan')).toEqual(signature);
    for (const length of [63, 65])
      expect(() => parseSignature([{ signature: new Uint8Array(length) }], 'Rowan')).toThrow(
        malformed('signature'),
      );
  });

  it('holds what was signed, and who signed in', () => {
    const output = { signature, signedMessage, account: { address } };
    expect(parseSignedText([output], 'Rowan')).toEqual({ signature, signedMessage });
    expect(parseSignedIn([output], 'Rowan')).toEqual({ address, signature, signedMessage });
    expect(() => parseSignedIn([{ ...output, account: { address: 'x' } }], 'Rowan')).toThrow(
      malformed('account'),
    );
  });
});

const at = (id: NetworkId<'solana'>, rpc: string): Network<'solana'> => ({
  ...{ id, title: 'A cluster', symbol: 'SOL', decimals: 9 },
  rpc: [rpc],
});
const account = (...chains: string[]) => ({ chains }) as unknown as Parameters<typeof toChainName>[0];
const unsupported = expect.objectContaining({
  code: 'wallet/network-unsupported',
  context: { wallet: 'Harbour', network: 'A cluster' },
});

it.each([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'https://node.example/', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'https://node.example/', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'https://node.example/', 'solana:testnet'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'http://localhost:1/', 'solana:mainnet'],
  ['solana:AnyLocalCluster', 'http://localhost:1/', 'solana:localnet'],
  ['solana:AnyLocalCluster', 'http://node.localhost:1/', 'solana:localnet'],
  ['solana:AnyLocalCluster', 'http://127.0.0.1:1/', 'solana:localnet'],
  ['solana:AnyLocalCluster', 'http://[::1]:1/', 'solana:localnet'],
] as const)('names %s at %s as wallets do: %s', (id, rpc, name) => {
  expect(assertClusterName(at(id, rpc), 'Harbour')).toBe(name);
  expect(toChainName(account(name), at(id, rpc), 'Harbour')).toBe(name);
});

it.each([
  ['solana:mainnet', 'https://node.example/'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdq', 'https://node.example/'],
  ['solana:AnyPrivateCluster', 'https://localhost.example/'],
  ['solana:AnyPrivateCluster', 'https://127.0.0.1.example/'],
] as const)('names %s at %s no cluster that it is not', (id, rpc) => {
  const all = account('solana:localnet', 'solana:mainnet', 'solana:devnet', 'solana:testnet');
  expect(() => assertClusterName(at(id, rpc), 'Harbour')).toThrow(unsupported);
  if (id !== 'solana:mainnet') expect(() => toChainName(all, at(id, rpc), 'Harbour')).toThrow(unsupported);
  expect(toChainName(account(id), at(id, rpc), 'Harbour')).toBe(id);
});
