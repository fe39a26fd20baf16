import { describe, expect, it } from 'vitest';
import { toPlan } from './plan.ts';

const scenariosOf = (subject: string, isQuick: boolean) =>
  toPlan({ rounds: 1, isQuick })
    .filter((stay) => stay.subject === subject)
    .flatMap(({ visits }) => visits.map(({ scenario }) => scenario));

describe('the plan of a run', () => {
  it('has every page opened twice, and connects where the list is the same', () => {
    const connects = ['connect-evm', 'connect-solana', 'connect-near'];
    for (const subject of ['floor', 'single', 'shell'])
      expect(scenariosOf(subject, false)).toEqual(['cold', 'returning', ...connects]);
    expect(scenariosOf('shell-own-origins', false)).toEqual(['cold', 'returning']);
  });

  it('is first and second visits of three pages where it is to be quick', () => {
    for (const subject of ['floor', 'shell', 'shell-own-origins'])
      expect(scenariosOf(subject, true)).toEqual(['cold', 'returning']);
    expect(scenariosOf('single', true)).toEqual([]);
  });

  it('takes the rounds one after another, and the pages of a scenario side by side', () => {
    const plan = toPlan({ rounds: 2, isQuick: true });
    expect(plan.map(({ round, subject }) => `${round} ${subject}`)).toEqual([
      ...['1 floor', '1 shell', '1 shell-own-origins'],
      ...['2 shell', '2 shell-own-origins', '2 floor'],
    ]);
  });

  it('lets each page be the first of a scenario as often as the others', () => {
    const firsts = toPlan({ rounds: 12, isQuick: false })
      .filter((stay, at, all) => all[at - 1]?.visits !== stay.visits || all[at - 1]?.round !== stay.round)
      .map(({ subject, visits }) => `${visits[0]?.scenario} ${subject}`);
    const count = (one: string) => firsts.filter((first) => first === one).length;
    for (const subject of ['floor', 'single', 'shell', 'shell-own-origins'])
      expect(count(`cold ${subject}`)).toBe(3);
    for (const subject of ['floor', 'single', 'shell']) expect(count(`connect-near ${subject}`)).toBe(4);
  });
});
