import type { WalletListing } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { joinWallets } from './join-wallets.ts';

const wallet = (id: string, identity?: string, name = 'Pier'): WalletListing => ({
  ...{ id, name, reach: 'installed' as const },
  ...(identity && { identity }),
});

function join(evm: readonly WalletListing[], solana: readonly WalletListing[]) {
  const { joined, alone } = joinWallets([
    { family: 'evm', wallets: evm },
    { family: 'solana', wallets: solana },
  ]);
  return {
    joined: joined.map(({ parts }) => parts.map(({ family, wallet: { id } }) => `${family} ${id}`)),
    alone: alone.map(({ wallets }) => wallets.map(({ id }) => id)),
  };
}

it('a wallet that says in two families that it is the same one is one', () => {
  expect(join([wallet('a', 'org.pier'), wallet('b', 'org.quay')], [wallet('c', 'org.pier')])).toEqual({
    joined: [['evm a', 'solana c']],
    alone: [['b'], []],
  });
});

it('wallets of one name that declare nothing are not one', () => {
  expect(join([wallet('a')], [wallet('c')]).joined).toEqual([]);
  expect(join([wallet('a', 'org.pier')], [wallet('c')]).joined).toEqual([]);
});

it('where two of a family claim to be the same one, nobody is joined', () => {
  const { joined, alone } = join(
    [wallet('a', 'org.pier'), wallet('b', 'org.pier')],
    [wallet('c', 'org.pier')],
  );
  expect(joined).toEqual([]);
  expect(alone).toEqual([['a', 'b'], ['c']]);
});

it('a wallet is not shown under the name of another', () => {
  expect(join([wallet('a', 'org.pier')], [wallet('c', 'org.pier', 'Quay')]).joined).toEqual([]);
});

it('a wallet that is not here is no part of a row', () => {
  const absent: WalletListing = {
    ...wallet('c', 'org.pier'),
    reach: 'absent',
    installUrl: 'https://pier.example',
  };
  expect(join([wallet('a', 'org.pier')], [absent])).toEqual({ joined: [], alone: [['a'], ['c']] });
});
