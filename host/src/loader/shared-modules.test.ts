import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLend } from './shared-modules.ts';

const react = { version: '19' };
const all = { react, 'react-dom': { version: '19' } };

afterEach(() => void vi.useRealTimers());

describe('the page’s libraries', () => {
  it('are lent to who needs them, by name and no others', async () => {
    const lent = await createLend(async () => all)(['react']);
    expect(Object.keys(lent)).toEqual(['react']);
    expect(lent.react).toBe(react);
  });

  it('are not asked for where none is needed', async () => {
    const load = vi.fn(async () => all);
    expect(await createLend(load)([])).toEqual({});
    expect(load).not.toHaveBeenCalled();
  });

  it('are the page’s own fault where they do not come', async () => {
    const cause = new TypeError('Failed to fetch');
    const lend = createLend(() => Promise.reject(cause));
    await expect(lend(['react'])).rejects.toMatchObject({ code: 'loader/host', cause });
  });

  it('are not waited for beyond a deadline', async () => {
    vi.useFakeTimers();
    const lent = createLend(() => new Promise(() => undefined))(['react']).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await lent).toMatchObject({ code: 'loader/host' });
  });
});
