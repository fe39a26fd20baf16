import { Plain } from '@linkspan/stack/say';
import { expect, it } from 'vitest';
import { parseOptions } from './options.ts';

it.each([
  ['', { rounds: 7, isQuick: false }],
  ['--quick', { rounds: 3, isQuick: true }],
  ['--rounds 12', { rounds: 12, isQuick: false }],
  ['--quick --rounds=1', { rounds: 1, isQuick: true }],
  ['--quick --help', undefined],
])('reads “%s”', (line, options) => expect(parseOptions(line.split(' ').filter(Boolean))).toEqual(options));

it.each(['--fast', 'quick', '--rounds', '--rounds 0', '--rounds 2.5', '--rounds -1', '--quick=yes'])(
  'tells in a sentence that it cannot use “%s”',
  (line) => {
    const read = () => parseOptions(line.split(' '));
    expect(read).toThrow(Plain);
    expect(read).toThrow(/does not know|must be a whole number/);
  },
);
