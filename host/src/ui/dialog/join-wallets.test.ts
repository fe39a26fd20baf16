import type { WalletListing } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { joinWallets } from './join-wallets.ts';

const wallet = (id: string, identity?: string, name = 'Pier'): WalletListing => ({
  ...{ id, name, reach: 'installed' as const },
  ...(identity && { identity }),
});

const identities = [{ identity: 'org.pier', families: ['evm', 'solana'] }];

function join(
  evm: readonly WalletListing[],
  solana: readonly WalletListing[],
  near: readonly WalletListing[] = [],
) {
  const families = [
    { family: 'evm', wallets: evm },
    { family: 'solana', wallets: solana },
    ...(near.length > 0 ? [{ family: 'near', wallets: near }] : []),
  ];
  const { joined, alone, doubts } = joinWallets(families, identities);
  return {
    doubts: families.map(({ wallets }) => wallets.map((one) => doubts.get(one) ?? '')),
    joined: joined.map(({ parts }) => parts.map(({ family, wallet: { id } }) => `${family} ${id}`)),
    alone: alone.map(({ wallets }) => wallets.map(({ id }) => id)),
  };
}

it('a wallet that says in two families that it is the same one is one', () => {
  expect(join([wallet('a', 'org.pier'), wallet('b', 'org.quay')], [wallet('c', 'org.pier')])).toMatchObject({
    joined: [['evm a', 'solana c']],
    alone: [['b'], []],
  });
});

it('wallets of one name that declare nothing are not one', () => {
  expect(join([wallet('a')], [wallet('c')]).joined).toEqual([]);
  expect(join([wallet('a', 'org.pier')], [wallet('c')]).joined).toEqual([]);
});

it('no wallet is joined if two of a family claim its identity', () => {
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

it('an absent wallet is no part of a row', () => {
  const absent: WalletListing = {
    ...wallet('c', 'org.pier'),
    reach: 'absent',
    installUrl: 'https://pier.example',
  };
  expect(join([wallet('a', 'org.pier')], [absent])).toMatchObject({ joined: [], alone: [['a'], ['c']] });
});

it('a wallet of a family that is not listed for the identity un-joins, and all that claim it are marked', () => {
  const rival = join([wallet('a', 'org.pier')], [wallet('b', 'org.pier')], [wallet('c', 'org.pier')]);
  expect(rival.joined).toEqual([]);
  expect(rival.alone).toEqual([['a'], ['b'], ['c']]);
  expect(rival.doubts).toEqual([['twin'], ['twin'], ['twin']]);
});

it('an identity that nobody lists joins nobody, and no family doubts another for it', () => {
  const quay = join([wallet('a', 'org.quay')], [wallet('b', 'org.quay')]);
  expect([quay.joined, quay.doubts]).toEqual([[], [[''], ['']]]);
});

it('a wallet of another family with the name of a listed one is marked, and the listed one is not', () => {
  const pair = join([wallet('a', 'org.pier')], [wallet('b', 'org.pier')], [wallet('pier', 'org.other')]);
  expect(pair.joined).toHaveLength(1);
  expect(pair.doubts).toEqual([[''], [''], ['namesake']]);
  expect(join([wallet('a')], [wallet('b')]).doubts).toEqual([[''], ['']]);
  // As MetaMask on Solana: it may be the same.
  expect(join([wallet('a', 'org.pier')], [wallet('b', 'org.pier')], [wallet('pier')]).doubts[2]).toEqual([
    '',
  ]);
});

it('a wallet with the name of a known one that is not here is marked', () => {
  const absent = {
    ...wallet('pier', 'org.pier'),
    reach: 'absent',
    installUrl: 'https://pier.example',
  } as const;
  expect(join([wallet('x'), absent], []).doubts[0]).toEqual(['namesake', '']);
});

it('wallets of one name, however it is written, are both marked', () => {
  const both = join([wallet('a', undefined, 'MetaMask'), wallet('b', undefined, 'METAMASK')], []);
  expect(both.doubts[0]).toEqual(['namesake', 'namesake']);
});

it('a flood of wallets of one name costs no more than their number', () => {
  const flood = Array.from({ length: 1_500 }, (_, at) => wallet(`${at}`, 'org.pier'));
  expect(
    join(
      flood,
      flood.map((one) => ({ ...one })),
    ).joined,
  ).toEqual([]);
});
