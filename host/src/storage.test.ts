import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openStorage } from './storage.ts';

/** The browser's storage, as far as it is used, with a switch for each failure. */
function installStorage(faults: { isFull?: boolean; isBlocked?: boolean } = {}) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (faults.isFull) throw new Error('QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('localStorage', faults.isBlocked ? undefined : storage);
  return kept;
}

describe('storage', () => {
  let faults: { isFull?: boolean };
  let kept: Map<string, string>;
  beforeEach(() => {
    faults = {};
    kept = installStorage(faults);
  });

  it('keeps texts under its prefix', () => {
    const storage = openStorage('p:');
    storage.set('a', '1');
    expect([...kept]).toEqual([['p:a', '1']]);
    expect(storage.get('a')).toBe('1');
    storage.remove('a');
    expect(storage.get('a')).toBeUndefined();
  });

  it('does not see what is under another prefix', () => {
    openStorage('p:').set('a', '1');
    expect(openStorage('q:').get('a')).toBeUndefined();
  });

  it('knows nothing under the names that every object has', () => {
    expect(openStorage('p:').get('__proto__')).toBeUndefined();
    expect(openStorage('').get('constructor')).toBeUndefined();
  });

  it('lasts as long as the page where the browser’s is full', () => {
    faults.isFull = true;
    const storage = openStorage('p:');
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
    expect(openStorage('p:').get('a')).toBeUndefined();
  });

  it('leaves what the browser held for the next page where the new text did not fit', () => {
    const storage = openStorage('p:');
    storage.set('a', 'old');
    faults.isFull = true;
    storage.set('a', 'new');
    expect(storage.get('a')).toBe('new');
    expect(openStorage('p:').get('a')).toBe('old');
  });

  it('goes back to the browser’s once there is room', () => {
    const storage = openStorage('p:');
    faults.isFull = true;
    storage.set('a', '1');
    faults.isFull = false;
    storage.set('a', '2');
    expect(openStorage('p:').get('a')).toBe('2');
  });

  it('lasts as long as the page where the browser gives none', () => {
    installStorage({ isBlocked: true });
    const storage = openStorage('p:');
    expect(storage.get('a')).toBeUndefined();
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
    storage.remove('a');
    expect(storage.get('a')).toBeUndefined();
  });
});
