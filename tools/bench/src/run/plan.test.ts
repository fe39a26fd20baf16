import { describe, expect, it } from 'vitest';
import { toPlan } from './plan.ts';

const scenariosOf = (subject: string, isQuick: boolean) =>
  toPlan({ rounds: 1, isQuick })
    .filter((stay) => stay.subject === subject)
    .flatMap(({ visits }) => visits.map(({ scenario }) => scenario));

describe('the plan of a run', () => {
  it('has every page opened twice, and connects where the list is the same', () => {
    const connects = ['connect-evm', 'connect-solana', 'connect-near'];
    const choices = ['choose-evm', 'choose-solana', 'choose-near'];
    expect(scenariosOf('floor', false)).toEqual(['cold', 'returning', ...connects]);
    for (const subject of ['single', 'shell'])
      expect(scenariosOf(subject, false)).toEqual(['cold', 'returning', ...connects, ...choices]);
    for (const subject of ['shell-own-origins', 'shell-unenforced', 'shell-bare'])
      expect(scenariosOf(subject, false)).toEqual(['cold', 'returning']);
  });

  it('has the first visit alone where more or fewer families are registered', () => {
    const counts = toPlan({ rounds: 1, isQuick: false }).flatMap(({ subject, visits }) =>
      /^shell-\d/.test(subject) ? [[subject, visits.length]] : [],
    );
    expect(counts).toEqual([1, 2, 6, 12, 24].map((count) => [`shell-${count}`, 1]));
  });

  it('is first and second visits where it is to be quick, of all that the list is held against', () => {
    const quick = ['floor', 'shell', 'shell-own-origins', 'shell-unenforced', 'shell-bare'];
    for (const subject of quick) expect(scenariosOf(subject, true)).toEqual(['cold', 'returning']);
    expect(toPlan({ rounds: 1, isQuick: true }).map(({ subject }) => subject)).toEqual(quick);
  });

  it('takes the rounds one after another, and the pages of a scenario side by side', () => {
    const plan = toPlan({ rounds: 2, isQuick: true });
    expect(plan.map(({ round, subject }) => `${round} ${subject}`)).toEqual([
      ...['1 floor', '1 shell', '1 shell-own-origins', '1 shell-unenforced', '1 shell-bare'],
      ...['2 shell', '2 shell-own-origins', '2 shell-unenforced', '2 shell-bare', '2 floor'],
    ]);
  });

  it('lets each page be the first of a scenario as often as the others', () => {
    const plan = toPlan({ rounds: 66, isQuick: false });
    const stays = plan.filter(({ round }) => round === 1).length;
    const partOf = ({ visits: [first] }: (typeof plan)[number]) => first?.scenario;
    const firsts = plan.filter(
      (stay, at) => at % stays === 0 || partOf(stay) !== partOf(plan[at - 1] ?? stay),
    );
    const count = (subject: string, scenario: string) =>
      firsts.filter((stay) => stay.subject === subject && partOf(stay) === scenario).length;
    for (const subject of ['floor', 'single', 'shell', 'shell-unenforced', 'shell-bare', 'shell-12'])
      expect(count(subject, 'cold')).toBe(6);
    for (const subject of ['floor', 'single', 'shell']) expect(count(subject, 'connect-near')).toBe(22);
    for (const subject of ['single', 'shell']) expect(count(subject, 'choose-near')).toBe(33);
  });
});
