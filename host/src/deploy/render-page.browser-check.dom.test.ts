import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserCheck } from './render-page.tsx';

const withMaps = { supports: (type: string) => type === 'importmap' };
const stop = vi.fn();

beforeEach(() => {
  document.body.innerHTML = '<button>Connect wallet</button>';
  stop.mockClear();
});

afterEach(() => void vi.unstubAllGlobals());

/** The page's content in a browser with these features. */
function check(parts: object): string {
  const page = { stop, ...parts };
  new Function('window', 'isSecureContext', browserCheck)(page, !('isSecureContext' in parts));
  return document.body.textContent ?? '';
}

it('removes the note that no script has run', () => {
  document.body.insertAdjacentHTML('beforeend', '<p class="note late">No script has run.</p>');
  expect(check({ HTMLScriptElement: withMaps })).toBe('Connect wallet');
});

it('does nothing else in a browser with import maps', () => {
  expect(check({ HTMLScriptElement: withMaps })).toBe('Connect wallet');
  expect(stop).not.toHaveBeenCalled();
});

it.each([
  ['has no import maps', { HTMLScriptElement: { supports: () => false } }],
  ['cannot say so', { HTMLScriptElement: {} }],
  ['is older than that', {}],
  ['gets the page without HTTPS', { HTMLScriptElement: withMaps, isSecureContext: false }],
])('replaces the page with a sentence in a browser that %s', (_, parts) => {
  expect(check(parts)).toBe(
    'This page needs HTTPS and a recent browser: Chrome or Edge 137, Firefox 138, Safari 18, or later.',
  );
  expect(stop).toHaveBeenCalledOnce();
});
