import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('begins a piece of work once the one before it is settled, also where that failed', async () => {
  const turns = createTurns();
  const told: string[] = [];
  const work = (name: string) => async () => {
    told.push(`${name} begins`);
    await Promise.resolve();
    told.push(`${name} ends`);
    if (name === 'one') throw new Error('one failed');
    return name;
  };
  const settled = await Promise.allSettled([turns.take(work('one')), turns.take(work('two'))]);
  expect(told).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
