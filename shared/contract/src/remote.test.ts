import { describe, expect, it } from 'vitest';
import { contractVersion, fitsContract, fitsRange } from './remote.ts';

describe('a host', () => {
  it('runs a remote that needs what it offers', () => {
    expect(fitsContract(contractVersion, contractVersion)).toBe(true);
  });

  it.each([
    ['1.0', '1.2'],
    ['1.9', '1.10'],
  ])('runs a remote that needs %s if it offers %s', (needed, offered) => {
    expect(fitsContract(needed, offered)).toBe(true);
  });

  it.each([
    ['1.1', '1.0'],
    ['1.10', '1.9'],
    ['2.0', '1.9'],
    ['1.0', '2.0'],
  ])('refuses a remote that needs %s if it offers %s', (needed, offered) => {
    expect(fitsContract(needed, offered)).toBe(false);
  });

  it.each(['', '1', '1.0.0', '1.x', '-1.0', ' 1.0', '1.0\n', '99999.0'])(
    'refuses a remote that needs the unreadable version %j',
    (needed) => {
      expect(fitsContract(needed, '1.0')).toBe(false);
      expect(fitsContract('1.0', needed)).toBe(false);
    },
  );
});

describe('a shared library', () => {
  it.each([
    ['^19.0.0', '19.3.1'],
    ['^19.3.1', '19.3.1'],
    ['^19.3.1', '19.4.0-rc.1'],
    ['^0.2.3', '0.2.5'],
    ['^0.0.3', '0.0.3'],
  ])('fits the range %s as %s', (range, version) => {
    expect(fitsRange(range, version)).toBe(true);
  });

  it.each([
    ['^19.0.0', '18.3.1'],
    ['^19.0.0', '20.0.0'],
    ['^19.3.1', '19.3.0'],
    ['^19.3.0', '19.2.9'],
    ['^0.2.3', '0.3.0'],
    ['^0.0.3', '0.0.4'],
    ['^19.0.0', 'next'],
  ])('does not fit the range %s as %s', (range, version) => {
    expect(fitsRange(range, version)).toBe(false);
  });
});
