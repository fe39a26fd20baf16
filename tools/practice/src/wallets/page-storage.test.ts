import { describe, expect, it } from 'vitest';
import { openPageStorage } from './page-storage.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';

const blocked = (): Storage => {
  throw new Error('SecurityError');
};

/** Has room for nothing, but gives what it has. */
const full = (kept: Storage) => () => ({ ...kept, setItem: blocked });

describe('the page’s storage', () => {
  it('is the browser’s own', () => {
    const kept = createMemoryStorage();
    const storage = openPageStorage(() => kept);
    storage.setItem('wallet', 'one');
    expect(kept.getItem('wallet')).toBe('one');
    expect(openPageStorage(() => kept).getItem('wallet')).toBe('one');
    storage.removeItem('wallet');
    expect([storage.getItem('wallet'), kept.getItem('wallet')]).toEqual([null, null]);
  });

  it('lasts as long as the page where the browser gives none', () => {
    const storage = openPageStorage(blocked);
    expect(storage.getItem('wallet')).toBeNull();
    storage.setItem('wallet', 'one');
    expect(storage.getItem('wallet')).toBe('one');
    storage.removeItem('wallet');
    expect(storage.getItem('wallet')).toBeNull();
  });

  it('knows what is new where the browser has no room for it, and only for as long as that', () => {
    const kept = createMemoryStorage();
    kept.setItem('wallet', 'one');
    let isFull = true;
    const storage = openPageStorage(() => (isFull ? full(kept)() : kept));
    storage.setItem('wallet', 'two');
    expect([storage.getItem('wallet'), kept.getItem('wallet')]).toEqual(['two', 'one']);
    isFull = false;
    storage.setItem('wallet', 'three');
    kept.setItem('wallet', 'of another tab');
    expect(storage.getItem('wallet')).toBe('of another tab');
  });
});
