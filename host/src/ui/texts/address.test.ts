import { describe, expect, it } from 'vitest';
import { isLookAlike, toGroups } from './address.ts';

const shown = (code: string) =>
  toGroups(code)
    .map(({ part }) => part)
    .join(' ');

describe('a code to compare', () => {
  it.each([
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x 7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8'],
    ['FXPDmZYKTt4Sj9VK6FPXnZ2vB7cDLkpKnVJXYvR2MnQ', 'FXPD mZYK Tt4S j9VK 6FPX nZ2v B7cD LkpK nVJX YvR2 MnQ'],
    ['lantern.practice', 'lantern.practice'],
    ['a-very-long-name-of-an-account.near', 'a-very-long-name-of-an-account.near'],
  ])('is shown in groups of four where it is long and no name: %s', (code, groups) => {
    expect(shown(code)).toBe(groups);
  });

  it('is the same code when the groups are joined', () => {
    const code = 'ab'.repeat(32);
    const parts = toGroups(code).map(({ part }) => part);
    expect(parts).toHaveLength(16);
    expect(parts.join('')).toBe(code);
  });
});

describe('two addresses', () => {
  it.each([
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', `0x7099${'1'.repeat(32)}79C8`],
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', `0X7099${'A'.repeat(32)}79c8`],
    ['FXPDmZYKTt4Sj9VK6FPXnZ2vB7cDLkpKnVJXYvR2MnQ', 'FXPDmZYKTt4Sj9VK6FPXnZ2vB7cDLkpKnVJXYvR22MnQ'],
    ['FXPDmZYKTt4Sj9VK6FPXnZ2vB7cDLkpKnVJXYvR2MnQ', 'fxpdmZYKTt4Sj9VK6FPXnZ2vB7cDLkpKnVJXYvR2MnQ'],
    ['lantern-savings.near', 'lantern-spendings.near'],
    [`98793c${'a'.repeat(58)}`, `98793c${'b'.repeat(54)}aaaa`],
  ])('%s and %s look alike', (one, other) => {
    expect(isLookAlike(one, other)).toBe(true);
    expect(isLookAlike(other, one)).toBe(true);
  });

  it.each([
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'],
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', `0x7099${'a'.repeat(36)}`],
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x7099'],
    ['alice.near', 'alicia.near'],
    ['pool1.near', 'pool2.near'],
    ['bob.near', 'bob.near'],
    ['', ''],
  ])('%s and %s do not', (one, other) => {
    expect(isLookAlike(one, other)).toBe(false);
  });
});
