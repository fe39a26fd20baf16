import { expect, it } from 'vitest';
import { isVerified, sayVersion } from '../frame/runs-dialog.tsx';

const release = { remote: 'remote-evm', version: '0.1.0' };
const insteadOf = { version: '0.1.1', code: 'loader/broken' };

it.each([
  [{}, 'Version 0.1.0', false],
  [{ share: 100 }, 'Version 0.1.0', true],
  [{ share: 20 }, 'Version 0.1.0, for 20 % of visitors', true],
  [{ share: 0 }, 'Version 0.1.0, no longer offered to visitors', true],
  [{ share: 0, insteadOf }, 'Version 0.1.0 in place of 0.1.1, no longer offered to visitors', true],
])('says which version serves, and of one that was verified alone that it was: %j', (facts, said, is) => {
  expect(sayVersion({ ...release, ...facts })).toBe(said);
  expect(isVerified({ ...release, ...facts })).toBe(is);
});
