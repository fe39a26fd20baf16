import { expect, it } from 'vitest';
import type { Report } from './doctor.ts';
import { toReportLines } from './doctor.ts';
import type { Level } from './finding.ts';

const report = (kind: Report['kind'], ...levels: readonly Level[]): Report => ({
  kind,
  name: 'remote-evm 1.0.0',
  address: 'https://remotes.example/',
  findings: levels.map((level) => ({ level, code: 'doctor/any', addresses: [], what: `It is ${level}.` })),
});
const lastOf = (...levels: readonly Level[]) => toReportLines([report('page', ...levels)]).at(-1);

it('tells each report by what was looked at, then its findings', () => {
  expect(toReportLines([report('page', 'ok'), report('remote', 'wrong')])).toEqual([
    'Page  https://remotes.example/',
    '  ok     It is ok.',
    '',
    'remote-evm 1.0.0  https://remotes.example/',
    '  wrong  It is wrong.',
    '',
    '1 thing is wrong.',
  ]);
});

it('ends with how many things are wrong, and how many hints there are', () => {
  expect(lastOf('ok')).toBe('Nothing is wrong.');
  expect(lastOf('hint')).toBe('Nothing is wrong, 1 hint.');
  expect(lastOf('wrong', 'wrong', 'hint', 'hint')).toBe('2 things are wrong, 2 hints.');
});
