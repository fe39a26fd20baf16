import { afterEach, expect, it } from 'vitest';
import { closePolicies } from './policy.ts';

afterEach(() => document.head.replaceChildren());

it('allows frames of the origins that it is given, and never of the page’s own', () => {
  closePolicies(document, ['https://wallet.example', location.origin]);
  expect(document.head.innerHTML).toContain('; frame-src https://wallet.example; ');
  document.head.replaceChildren();
  closePolicies(document, [location.origin]);
  expect(document.head.innerHTML).toContain("; frame-src 'none'; ");
});

it('puts the policy into the head of the page, also if an image has taken its name', () => {
  const image = document.createElement('img');
  // As a browser resolves `document.head` if markup has `<img name="head">`.
  Object.defineProperty(document, 'head', { value: image, configurable: true });
  closePolicies(document);
  Reflect.deleteProperty(document, 'head');
  expect([image.children.length, document.head.children.length]).toEqual([0, 1]);
});

it('adds a policy to the page that lets no other be made, nor a frame or an object', () => {
  closePolicies(document);
  expect(document.head.innerHTML).toBe(
    `<meta http-equiv="Content-Security-Policy" content="trusted-types 'none'; frame-src 'none'; object-src 'none'">`,
  );
});
