import { expect, it, vi } from 'vitest';
import { createTrust } from './policy.ts';

it('makes a script by the one policy that the headers allow', () => {
  const made: string[] = [];
  const createPolicy = (name: string, rules: { createScript(text: string): string }) => {
    made.push(name);
    return { createScript: (text: string) => `trusted ${rules.createScript(text)}` };
  };
  vi.stubGlobal('trustedTypes', { createPolicy });
  const trust = createTrust();
  expect([trust('1'), made]).toEqual(['trusted 1', ['linkspan']]);
});

it('leaves a text as it is where the platform knows no trusted types', () => {
  expect(createTrust()('1')).toBe('1');
});
