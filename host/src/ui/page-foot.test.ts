import { describe, expect, it } from 'vitest';
import { keepsStorage } from './frame/page-foot.tsx';

describe('the trial of a storage', () => {
  const fake = (changes: Partial<Storage>) => ({ ...changes }) as Storage;

  it('tells one that keeps from one that is full, switched off, or forgets', () => {
    const kept = new Map<string, string>();
    const sound = fake({
      setItem: (key, value) => void kept.set(key, value),
      getItem: (key) => kept.get(key) ?? null,
      removeItem: (key) => void kept.delete(key),
    });
    const fail = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    expect(keepsStorage(() => sound)).toBe(true);
    expect(kept.size).toBe(0);
    expect(keepsStorage(() => fake({ ...sound, setItem: fail }))).toBe(false);
    expect(keepsStorage(() => fake({ ...sound, getItem: () => null }))).toBe(false);
    expect(keepsStorage(fail)).toBe(false);
  });
});
