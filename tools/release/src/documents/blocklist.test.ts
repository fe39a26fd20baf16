import { expect, it } from 'vitest';
import { withBlocked, withoutBlocked } from './blocklist.ts';

const [old, odd] = [
  { remote: 'remote-evm', version: '1.0.0', reason: 'It sends twice' },
  { remote: 'remote-evm', manifest: 'a'.repeat(64), reason: 'A stolen key' },
];

it('blocks a release once, for the latest reason', () => {
  const again = { ...old, reason: 'It sends thrice' };
  expect(withBlocked([old, odd], again)).toEqual([odd, again]);
  expect(withBlocked([old], odd)).toEqual([old, odd]);
});

it('takes a release off the list, and no other', () => {
  expect(withoutBlocked([old, odd], old)).toEqual([odd]);
  expect(withoutBlocked([old, odd], odd)).toEqual([old]);
});

it('says what is blocked where the release is not', () => {
  const named = { remote: 'remote-near', version: '1.0.0' };
  const refused = (blocked: string) =>
    expect.objectContaining({
      code: 'command/not-blocked',
      message: expect.stringContaining(
        `remote-near 1.0.0 is not blocked, so nothing was written. Blocked are: ${blocked}.`,
      ),
    });
  expect(() => withoutBlocked([], named)).toThrow(refused('none'));
  expect(() => withoutBlocked([old, odd], named)).toThrow(
    refused(`remote-evm 1.0.0, remote-evm manifest ${'a'.repeat(64)}`),
  );
});
