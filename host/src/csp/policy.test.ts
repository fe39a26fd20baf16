import { expect, it, vi } from 'vitest';
import { createTrust, toSource } from './policy.ts';

it('makes scripts and their addresses by the one policy that the headers allow', () => {
  const made: string[] = [];
  const createPolicy = (name: string, rules: Record<string, (text: string) => string>) => {
    made.push(name);
    return {
      createScript: (text: string) => `script ${rules.createScript?.(text)}`,
      createScriptURL: (text: string) => `address ${rules.createScriptURL?.(text)}`,
    };
  };
  vi.stubGlobal('trustedTypes', { createPolicy });
  const trust = createTrust();
  expect([trust.toScript('1'), trust.toAddress('/a.js'), made]).toEqual([
    'script 1',
    'address /a.js',
    ['linkspan'],
  ]);
});

it('leaves a text as it is where the platform knows no trusted types', () => {
  vi.unstubAllGlobals();
  expect([createTrust().toScript('1'), createTrust().toAddress('/a.js')]).toEqual(['1', '/a.js']);
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
