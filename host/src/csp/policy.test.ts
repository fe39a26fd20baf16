import { expect, it, vi } from 'vitest';
import { createTrust, toSource } from './policy.ts';

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

it.each([
  ['https://a.example/b/c.js?d#e', 'https://a.example/b/c.js'],
  ['https://a.example', 'https://a.example/'],
  ['wss://a.example:8443/b', 'wss://a.example:8443/b'],
  [`https://a.example/;,'"$`, 'https://a.example/%3B%2C%27%22%24'],
  ['https://a.example/[id]|^.js', 'https://a.example/%5Bid%5D%7C%5E.js'],
  ['https://a.example/a%20ä.js', 'https://a.example/a%20%C3%A4.js'],
  ['https://a.example/@b/~c!d&(e)*f+g=h:i.js', 'https://a.example/@b/~c!d&(e)*f+g=h:i.js'],
])('names %s in a policy as its form has it', (address, source) => {
  expect(toSource(address)).toBe(source);
});
