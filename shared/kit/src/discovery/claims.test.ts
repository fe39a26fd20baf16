import { expect, it } from 'vitest';
import { isName, toIcon, toIdentity, toName } from './claims.ts';

it.each(['', 'x'.repeat(91), 7, undefined])('%j is no name', (value) => {
  expect(isName(value)).toBe(false);
});

it('a name has 1 to 90 characters', () => {
  expect(['x', 'x'.repeat(90)].every(isName)).toBe(true);
});

it('what a wallet calls itself is shortened, not refused', () => {
  expect(toName('x'.repeat(1_000))).toBe('x'.repeat(90));
  for (const value of ['', 7, undefined, {}]) expect(toName(value)).toBeUndefined();
});

it('an icon is an image of its own, of a size that a page can bear', () => {
  expect(toIcon('data:image/svg+xml,<svg/>')).toEqual({ icon: 'data:image/svg+xml,<svg/>' });
  for (const icon of [
    'https://tracker.example/i.png',
    'data:text/html,x',
    `data:image/png,${'x'.repeat(2e5)}`,
    7,
  ])
    expect(toIcon(icon)).toEqual({});
});

it('an identity is a reverse domain name, and nothing else', () => {
  expect(toIdentity('com.example.pier')).toEqual({ identity: 'com.example.pier' });
  expect(toIdentity('Com.Example.Pier')).toEqual({ identity: 'com.example.pier' });
  for (const claimed of ['Pier', 'pier', 'com..pier', '.com', 'com.example.', 'a b.c', 7, undefined])
    expect(toIdentity(claimed)).toEqual({});
});
