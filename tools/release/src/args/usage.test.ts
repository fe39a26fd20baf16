import { expect, it } from 'vitest';
import { countMostWords, findForm } from './usage.ts';

const most = (...forms: string[]) => countMostWords({ forms });

it('counts the words of the longest form, without options and their values', () => {
  expect(most('publish REMOTE', 'publish FOLDER')).toBe(1);
  expect(most('root', 'root make [--key NAME …] [--allow-dirty]')).toBe(1);
  expect(most('promote REMOTE VERSION --dry-run --share PERCENT')).toBe(2);
  expect(most('block REMOTE VERSION --remove', 'block list')).toBe(2);
  expect(most('keys make NAME --kind person|online')).toBe(2);
});

it('counts no end where words may be repeated', () => {
  expect(most('refresh REMOTE [REMOTE …]', 'refresh --all')).toBe(Number.POSITIVE_INFINITY);
});

it('finds the form that the first word belongs to', () => {
  const root = { name: 'root', forms: ['root make REMOTE', 'root change REMOTE VERSION'] };
  expect(findForm(root, ['change', 'remote-evm'])).toBe('root change REMOTE VERSION');
  expect(findForm(root, ['re'])).toBe('root make REMOTE');
  expect(findForm(root, [])).toBe('root make REMOTE');
});
