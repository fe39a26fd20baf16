import type { Manifest } from '@linkspan/trust';
import { soundManifest } from '@linkspan/trust/testing';
import { describe, expect, it } from 'vitest';
import { compareReleases, describeChanges } from './compare-releases.ts';

const sound = soundManifest('remote-evm', 0);
const withPackages = (...dependencies: readonly string[]): Manifest => ({ ...sound, dependencies });
const withFiles = (files: Readonly<Record<string, number>>): Manifest => ({
  ...sound,
  files: Object.entries(files).map(([path, bytes]) => ({ path, bytes, integrity: '' })),
});

describe('the comparison of two releases', () => {
  it('tells which packages are new, gone, or there in other versions', () => {
    const before = withPackages('@noble/hashes@1.0.0', 'ox@1.0.0', 'viem@2.0.0', 'zod@3.0.0');
    const after = withPackages(
      '@noble/hashes@1.0.0',
      '@noble/hashes@2.0.0',
      'abitype@1.0.0',
      'viem@2.0.1',
      'zod@3.0.0',
    );
    expect(compareReleases(before, after).packages).toEqual({
      added: ['abitype@1.0.0'],
      removed: ['ox@1.0.0'],
      updated: [
        { name: '@noble/hashes', from: ['1.0.0'], to: ['1.0.0', '2.0.0'] },
        { name: 'viem', from: ['2.0.0'], to: ['2.0.1'] },
      ],
    });
  });

  it('tells which hosts are new and gone', () => {
    const { hosts } = compareReleases(
      { ...sound, hosts: ['a.example', 'b.example'] },
      { ...sound, hosts: ['b.example', 'c.example'] },
    );
    expect(hosts).toEqual({ added: ['c.example'], removed: ['a.example'] });
  });

  it('is described in lines, with what did not change said once', () => {
    const before = { ...withFiles({ 'a.js': 1_000 }), dependencies: ['viem@2.0.0'] };
    const after = { ...withFiles({ 'a.js': 2_500 }), dependencies: ['viem@2.0.1', 'zod@3.0.0'] };
    expect(describeChanges(compareReleases(before, after))).toEqual([
      'Packages',
      '  new: zod@3.0.0',
      '  other: viem 2.0.0 → 2.0.1',
      'Hosts named: no change',
      'Size: 1.0 kB → 2.5 kB',
    ]);
  });
});
