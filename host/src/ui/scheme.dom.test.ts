import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storagePrefix } from '../storage.ts';
import { chooseScheme, followScheme, readScheme, schemeScript } from './scheme.ts';

const shown = () => document.documentElement.dataset.scheme;
/** What the next page is shown in. */
const reload = () => {
  Reflect.deleteProperty(document.documentElement.dataset, 'scheme');
  new Function(schemeScript)();
  return readScheme();
};

beforeEach(() => {
  localStorage.clear();
  reload();
});
afterEach(() => void vi.unstubAllGlobals());

it('is the system’s unless another was chosen', () => {
  expect([readScheme(), shown()]).toEqual(['system', '']);
});

it.each(['light', 'dark'] as const)('is %s from the choice on, and in the next page', (scheme) => {
  chooseScheme(scheme);
  expect([readScheme(), shown()]).toEqual([scheme, scheme]);
  expect(reload()).toBe(scheme);
});

it('is the system’s again, and nothing of it is kept', () => {
  chooseScheme('dark');
  chooseScheme('system');
  expect([readScheme(), localStorage.length, reload()]).toEqual(['system', 0, 'system']);
});

it('is what another tab has chosen, at once', () => {
  const tell = (key: string, newValue: string | null) =>
    dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  followScheme();
  tell(`${storagePrefix}scheme`, 'dark');
  expect(shown()).toBe('dark');
  tell(`${storagePrefix}last-used:evm`, 'light');
  expect(shown()).toBe('dark');
  tell(`${storagePrefix}scheme`, null);
  expect(shown()).toBe('');
});

it('is kept among what the page stores, which is cleared as a whole', () => {
  chooseScheme('dark');
  expect(Object.keys(localStorage)).toEqual([`${storagePrefix}scheme`]);
});

it('lasts as long as the page where the storage is blocked', () => {
  vi.stubGlobal('localStorage', undefined);
  chooseScheme('dark');
  expect(readScheme()).toBe('dark');
  expect(reload()).toBe('system');
});

it('takes nothing else from the storage', () => {
  localStorage.setItem(`${storagePrefix}scheme`, 'sepia');
  expect(reload()).toBe('system');
});

it('takes 120 bytes of the head at most', () => {
  expect(`<script>${schemeScript}</script>`.length).toBeLessThanOrEqual(120);
});
