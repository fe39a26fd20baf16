import { describe, expect, it } from 'vitest';
import type { KnownWallet } from './known-wallet.ts';
import { toListings } from './to-listings.ts';

const known: readonly KnownWallet[] = [
  { id: 'site', name: 'Site', sites: { '*': 'https://site.example' } },
  { id: 'pier', name: 'Pier', installUrl: 'https://pier.example', otherIds: ['pier.beta'] },
];
const here = (id: string, identity?: string) => ({
  id,
  name: id,
  provider: {},
  ...(identity && { identity }),
});
const rows = (...args: Parameters<typeof toListings>) =>
  toListings(...args).map(({ id, reach }) => `${id} ${reach}`);

describe('the rows', () => {
  it('are the wallets that are here, then the known ones that are not', () => {
    expect(rows([here('quay')], known)).toEqual(['quay installed', 'site redirect', 'pier absent']);
  });

  it('have a known wallet once, under each id and identity that it announces itself by', () => {
    expect(rows([here('pier')], known)).toEqual(['pier installed', 'site redirect']);
    expect(rows([here('pier.beta')], known)).toEqual(['pier.beta installed', 'site redirect']);
    expect(rows([here('pier#2', 'pier')], known)).toEqual(['pier#2 installed', 'site redirect']);
    expect(rows([here('pier', 'org.pier')], known)).toEqual(['pier installed', 'site redirect']);
  });

  it('hold what a listing holds, and nothing else', () => {
    expect(toListings([here('quay', 'org.quay')], known)).toEqual([
      { id: 'quay', name: 'quay', identity: 'org.quay', reach: 'installed' },
      { id: 'site', name: 'Site', reach: 'redirect' },
      { id: 'pier', name: 'Pier', reach: 'absent', installUrl: 'https://pier.example' },
    ]);
  });

  it('are marked as practice only where that is allowed', () => {
    const wallets = [here('practice.linkspan'), here('quay')];
    expect(toListings(wallets, [], true).map((row) => 'practice' in row)).toEqual([true, false]);
    expect(toListings(wallets, []).some((row) => 'practice' in row)).toBe(false);
  });
});
