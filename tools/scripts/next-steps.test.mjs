import { expect, it } from 'vitest';
import { parseCommandLine } from '../release/src/args/parse-args.ts';
import { verbs } from '../release/src/verbs/index.ts';
import { toNextSteps } from './next-steps.mjs';

it('the next steps are lines that the release command knows', () => {
  const lines = [...toNextSteps('remote-solana', '0.1.1').matchAll(/npm run release -- (.+)/g)];
  const names = lines.map(([, line = '']) => {
    const [name = '', ...args] = line.split(' ');
    const verb = verbs.find((one) => one.name === name);
    expect(verb, name).toBeDefined();
    if (verb) expect(parseCommandLine(verb, args).words[0]).toBe('remote-solana');
    return name;
  });
  expect(names).toEqual(['build', 'check', 'sign', 'publish', 'promote', 'rollback']);
});
