import { expect, it } from 'vitest';
import { closePolicies } from './policy.ts';

it('adds a policy to the page that lets no other be made, nor a frame or an object', () => {
  closePolicies(document);
  expect(document.head.innerHTML).toBe(
    `<meta http-equiv="Content-Security-Policy" content="trusted-types 'none'; frame-src 'none'; object-src 'none'">`,
  );
});
