import { describe, expect, it } from 'vitest';
import { newNonce, toStatement } from './commands.ts';

describe('the statement of a sign-in', () => {
  it('names the page', () => {
    expect(toStatement('Linkspan')).toBe('Sign in to Linkspan.');
  });

  it.each(['Fähre', 'a\nURI: http://thief.example', '"quoted"', '船'])(
    'leaves out a title that EIP-4361 cannot write: %j',
    (title) => expect(toStatement(title)).toBe('Sign in to this page.'),
  );
});

it('makes a nonce of 32 hexadecimal digits, never the same', () => {
  expect(newNonce()).toMatch(/^[0-9a-f]{32}$/);
  expect(newNonce()).not.toBe(newNonce());
});
