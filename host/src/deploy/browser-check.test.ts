import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { browserCheck } from './browser-check.ts';

/** Where a browser of these parts is sent. */
function check(parts: object): string {
  let sentTo = 'nowhere';
  const location = { replace: (address: string) => (sentTo = address) };
  runInNewContext(browserCheck, { window: parts, isSecureContext: true, location, ...parts });
  return sentTo;
}

const withMaps = { supports: (type: string) => type === 'importmap' };

it('lets a browser with import maps be', () => {
  expect(check({ HTMLScriptElement: withMaps })).toBe('nowhere');
});

it.each([
  ['has no import maps', { HTMLScriptElement: { supports: () => false } }],
  ['does not even know how to say so', { HTMLScriptElement: {} }],
  ['is older than that', {}],
  ['gets the page without HTTPS', { HTMLScriptElement: withMaps, isSecureContext: false }],
])('sends one on that %s', (_, parts) => {
  expect(check(parts)).toBe('/unsupported.html');
});
