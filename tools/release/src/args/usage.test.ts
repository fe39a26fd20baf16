import { expect, it } from 'vitest';
import { verbs } from '../verbs/index.ts';
import { countMostWords, findForm } from './usage.ts';

const most = (...forms: string[]) => countMostWords({ forms });

it('counts the words of the longest form, without options and their values', () => {
  expect(most('publish REMOTE', 'publish FOLDER')).toBe(1);
  expect(most('policy', 'policy set [--check NAME …] [--allow-dirty]')).toBe(1);
  expect(most('promote REMOTE VERSION --dry-run --share PERCENT')).toBe(2);
  expect(most('block REMOTE VERSION --remove', 'block list')).toBe(2);
  expect(most('keys make NAME --kind person|online')).toBe(2);
});

it('counts no end where words may be repeated', () => {
  expect(most('refresh REMOTE [REMOTE …]', 'refresh --all')).toBe(Number.POSITIVE_INFINITY);
});

it('knows how many words each verb takes', () => {
  expect(Object.fromEntries(verbs.map((verb) => [verb.name, countMostWords(verb)]))).toEqual({
    keys: 2,
    root: 3,
    policy: 1,
    build: 1,
    check: 1,
    sign: 1,
    publish: 1,
    promote: 2,
    rollback: 1,
    withdraw: 1,
    refresh: Number.POSITIVE_INFINITY,
    status: Number.POSITIVE_INFINITY,
    doctor: 1,
    block: 2,
    seal: 1,
    verify: 1,
  });
});

it('finds the form that the first word belongs to', () => {
  const root = { name: 'root', forms: ['root make REMOTE', 'root revoke REMOTE VERSION'] };
  expect(findForm(root, ['revoke', 'remote-evm'])).toBe('root revoke REMOTE VERSION');
  expect(findForm(root, ['re'])).toBe('root make REMOTE');
  expect(findForm(root, [])).toBe('root make REMOTE');
});
