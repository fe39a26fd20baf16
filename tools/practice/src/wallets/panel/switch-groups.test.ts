import { describe, expect, it } from 'vitest';
import { families } from '../family.ts';
import { noSwitches, switchChoices } from '../switches.ts';
import { toSwitchGroups } from './switch-groups.ts';

const notesOf = (id: Parameters<typeof toSwitchGroups>[0], family: (typeof families)[number]) =>
  toSwitchGroups(id, family).flatMap(({ notes }) => notes);

describe('the switches of the panel', () => {
  it('are all there, each once, in the wallets that they are for', () => {
    const offered = [...notesOf('evm', 'evm'), ...notesOf('evm-second', 'evm')].map(({ name }) => name);
    expect(new Set(offered)).toEqual(new Set(Object.keys(noSwitches)));
    for (const family of families) {
      const names = notesOf(family, family).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('name each setting of a switch that has several, the one that is off first', () => {
    for (const { name, settings } of [...notesOf('evm', 'evm'), ...notesOf('evm-second', 'evm')]) {
      const choices = switchChoices[name as keyof typeof switchChoices];
      if (settings || choices) expect(Object.keys(settings ?? {})).toEqual([...(choices ?? [])]);
    }
  });

  it('leave out what has no effect in a family or a wallet', () => {
    const names = (...of: Parameters<typeof notesOf>) => notesOf(...of).map(({ name }) => name);
    expect(names('near', 'near')).not.toContain('networkSwitch');
    expect(names('near', 'near')).not.toContain('poses');
    expect(names('near-second', 'near')).not.toContain('secondWallet');
  });
});
