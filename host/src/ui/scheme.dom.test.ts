import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storagePrefix } from '../storage.ts';
import { chooseScheme, followScheme, readScheme, schemeScript } from './scheme.ts';

const shown = () => document.querySelector('meta')?.content;
/** The scheme of the next page. */
const reload = () => {
  document.head.innerHTML = '<meta name="color-scheme" content="light dark">';
  new Function(schemeScript)();
  return readScheme();
};

beforeEach(() => {
  localStorage.clear();
  reload();
});
afterEach(() => void vi.unstubAllGlobals());

it('is the system’s unless another was chosen', () => {
  expect([readScheme(), shown()]).toEqual(['system', 'light dark']);
});

it.each(['light', 'dark'] as const)('is %s from the choice on, and in the next page', (scheme) => {
  chooseScheme(scheme);
  expect([readScheme(), shown()]).toEqual([scheme, scheme]);
  expect(reload()).toBe(scheme);
});

it('is the system’s again, and nothing is stored', () => {
  chooseScheme('dark');
  chooseScheme('system');
  expect([readScheme(), localStorage.length, reload()]).toEqual(['system', 0, 'system']);
});

it('follows another tab’s choice at once', () => {
  const write = (key: string, newValue: string | null) =>
    dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  followScheme();
  write(`${storagePrefix}scheme`, 'dark');
  expect(shown()).toBe('dark');
  write(`${storagePrefix}last-used:evm`, 'light');
  expect(shown()).toBe('dark');
  write(`${storagePrefix}scheme`, null);
  expect(shown()).toBe('light dark');
});

it('is stored under the page’s prefix, which is cleared as a whole', () => {
  chooseScheme('dark');
  expect(Object.keys(localStorage)).toEqual([`${storagePrefix}scheme`]);
});

it('lasts as long as the page if the storage is blocked', () => {
  vi.stubGlobal('localStorage', undefined);
  chooseScheme('dark');
  expect(readScheme()).toBe('dark');
  expect(reload()).toBe('system');
});

it('takes nothing else from the storage', () => {
  localStorage.setItem(`${storagePrefix}scheme`, 'sepia');
  expect(reload()).toBe('system');
});
