import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInput, toTitle } from './input.ts';
import { Refusal } from './refusal.ts';

const parse = (line: string, env = {}) => parseInput(line.split(' '), env);

describe('the command line', () => {
  it('names nothing, and everything', () => {
    expect(parseInput([], {})).toEqual({ help: false, choices: {} });
    expect(parse('quay --framework vue --networks near,base --practice --title Quay')).toEqual({
      help: false,
      folder: 'quay',
      title: 'Quay',
      choices: { framework: 'vue', networks: ['near', 'base'], practice: true },
    });
  });

  it('has flags before the folder too, and the last of one flag counts', () => {
    expect(parse('--framework=vue --framework none --no-practice quay')).toEqual({
      help: false,
      folder: 'quay',
      choices: { framework: 'none', practice: false },
    });
  });

  it('has flags after “--”, which some package managers hand on', () => {
    expect(parse('quay -- --framework vue')).toEqual(parse('quay --framework vue'));
  });

  it('names each network once, with commas and spaces', () => {
    const { choices } = parseInput(['--networks', 'Solana, base,solana ,'], {});
    expect(choices).toEqual({ networks: ['solana', 'base'] });
  });

  it.each([
    ['--frame vue', 'There is no flag --frame'],
    ['-x', 'There is no flag -x'],
    ['--framework', '--framework needs a value'],
    ['--framework --practice', '--framework needs a value'],
    ['--framework angular', '--framework should be react, vue, svelte or none, not “angular”'],
    ['--framework=', '--framework should be react'],
    ['--networks ethereum,tron', 'not “tron”'],
    ['--networks toString', 'not “tostring”'],
    ['--networks ,', 'not “,”'],
    ['--practice=yes', '--practice takes no value'],
    ['--practice --no-practice', 'one of --practice and --no-practice'],
    ['--title </title>', '--title should be letters'],
    ["--title it's", '--title should be letters'],
    ['--title `id`', '--title should be letters'],
    ['quay pier', '“pier” is a second'],
    ['--toString', 'There is no flag --toString'],
  ])('“%s” is refused in one sentence', (line, words) => {
    const refusal = catchRefusal(() => parse(line));
    expect([refusal.exitCode, refusal.message]).toEqual([2, expect.stringContaining(words)]);
    expect(refusal.message).toMatch(/^[^\n]*\.$/);
  });

  it.each(['', ' ', 'a\0b', 'a\nb'])('the folder %j is refused', (folder) => {
    expect(catchRefusal(() => parseInput([folder], {})).message).toContain('FOLDER should be');
  });

  it.each([
    ['npm_config_framework', 'react', '--framework'],
    ['npm_config_practice', 'true', '--practice'],
    ['npm_config_practice', '', '--practice'],
  ])('says where “--” goes if npm took a flag for itself: %s=%s', (name, value, flag) => {
    const { message } = catchRefusal(() => parse('quay react', { [name]: value }));
    expect(message).toContain(`npm took ${flag} for itself: put “--” before the flags`);
  });

  it('throws nothing but a refusal, whatever it is', () => {
    const words = fc.oneof(
      fc.string(),
      fc.constantFrom('--', '-', '--title', '--practice', '-h', '--networks=', '--__proto__'),
    );
    fc.assert(
      fc.property(fc.array(words), (argv) => {
        try {
          parseInput(argv, {});
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
    );
  });
});

it.each([
  ['quay', 'Quay'],
  ['harbour_fees-app', 'Harbour fees app'],
  ['évian', 'Évian'],
  ['!', 'Linkspan app'],
  ['<b>', 'Linkspan app'],
  ['a'.repeat(50), 'Linkspan app'],
])('makes a title of the folder %s', (name, title) => {
  expect(toTitle(name)).toBe(title);
});

function catchRefusal(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
