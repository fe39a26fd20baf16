import { expect, it } from 'vitest';
import { toNextNumbers } from './deliver.ts';

const first = { packageVersion: '0.1.0', floor: 0, published: [] };

it('the first release has the version of its package', () => {
  expect(toNextNumbers(first)).toEqual({ version: '0.1.0', sequence: 1 });
});

it.each([
  ['0.1.0', ['0.1.0'], '0.1.1'],
  ['0.1.0', ['0.1.0', '0.1.10', '0.1.9'], '0.1.11'],
  ['0.2.0', ['0.1.0', '0.1.1'], '0.2.0'],
  ['0.1.0', ['1.0.0-rc.1'], '1.0.0'],
  ['1.0.0-rc.2', ['1.0.0-rc.1'], '1.0.0-rc.2'],
])('a package of %s after %j is released as %s', (packageVersion, versions, version) => {
  const published = versions.map((one, index) => ({ version: one, sequence: index + 1 }));
  expect(toNextNumbers({ packageVersion, floor: 0, published }).version).toBe(version);
});

it('the sequence rises above all that are published, and reaches the floor', () => {
  const published = [
    { version: '0.1.1', sequence: 41 },
    { version: '0.1.0', sequence: 7 },
  ];
  expect(toNextNumbers({ ...first, published }).sequence).toBe(42);
  expect(toNextNumbers({ ...first, published, floor: 50 }).sequence).toBe(50);
});
