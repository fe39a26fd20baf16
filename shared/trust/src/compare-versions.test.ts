import { expect, it } from 'vitest';
import { compareVersions } from './compare-versions.ts';

it('orders versions as section 11 of Semantic Versioning 2.0.0 does', () => {
  const ascending = [
    '0.9.10',
    '1.0.0-7',
    '1.0.0--7',
    '1.0.0-7a',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.0.2',
    '1.0.10',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ];
  ascending.forEach((one, index) => {
    ascending.forEach((other, otherIndex) => {
      expect(Math.sign(compareVersions(one, other))).toBe(Math.sign(index - otherIndex));
    });
  });
});
