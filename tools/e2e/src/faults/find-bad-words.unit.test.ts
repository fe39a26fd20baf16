import { expect, it } from 'vitest';
import { findBadWords } from './find-bad-words.ts';
import type { Words } from './words.ts';

const good: Words = {
  status: 'Disconnected',
  title: 'You rejected the request in Rabby',
  advice: 'Nothing has changed. Try again whenever you like.',
  account: '',
  text: '',
  steps: ['Try again'],
  isFailure: true,
  code: 'wallet/rejected',
};

it('finds nothing in plain words that offer a step', () => {
  expect(findBadWords(good)).toEqual([]);
});

it.each([
  ['a code', { advice: 'It says wallet/failed.' }],
  ['a stack', { advice: 'TypeError: x is no function at run (main.js:1:20)' }],
  ['a value of the language', { title: 'undefined is not connected' }],
  ['a dump', { advice: `It says 0x${'0a'.repeat(40)}` }],
  ['nothing said', { title: 'Something went wrong' }],
  ['an exclamation mark', { title: 'Not connected!' }],
  ['a gap', { advice: 'It says: “”.' }],
])('finds %s', (what, bad) => {
  expect(findBadWords({ ...good, ...bad })[0]).toContain(what);
});

it('finds advice to try again where that is not offered, and only a reload is', () => {
  const reload = { ...good, advice: 'Try again in a moment.', steps: ['Reload'] };
  expect(findBadWords(reload)).toHaveLength(1);
  expect(findBadWords({ ...reload, advice: 'Reload the page, or try again later.' })).toEqual([]);
});

it('finds a failure without its reason, without advice, and without a step', () => {
  expect(findBadWords({ ...good, title: '', advice: '', steps: [] })).toHaveLength(3);
  expect(findBadWords({ ...good, title: '', advice: '', steps: [], isFailure: false })).toEqual([]);
});
