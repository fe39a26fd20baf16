import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSharedModules } from './shared-modules.ts';

const react = { version: '19' };
const all = { react, 'react-dom': { version: '19' } };

afterEach(() => void vi.useRealTimers());

describe('the page’s libraries', () => {
  it('are lent to who needs them, by name and no others', async () => {
    const lent = await createSharedModules(async () => all)(['react']);
    expect(Object.keys(lent)).toEqual(['react']);
    expect(lent.react).toBe(react);
  });

  it('are not asked for where none is needed', async () => {
    const load = vi.fn(async () => all);
    expect(await createSharedModules(load)([])).toEqual({});
    expect(load).not.toHaveBeenCalled();
  });

  it('are the page’s own fault where they do not come', async () => {
    const cause = new TypeError('Failed to fetch');
    const sharedModules = createSharedModules(() => Promise.reject(cause));
    await expect(sharedModules(['react'])).rejects.toMatchObject({ code: 'loader/host', cause });
  });

  it('are not waited for beyond a deadline', async () => {
    vi.useFakeTimers();
    const lent = createSharedModules(() => new Promise(() => undefined))(['react']).catch(
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await lent).toMatchObject({ code: 'loader/host' });
  });
});
