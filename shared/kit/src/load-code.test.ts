import { describe, expect, it, vi } from 'vitest';
import { loadCode } from './load-code.ts';

const context = { remote: 'remote-evm', stage: 'connector' };

describe('code that is loaded when it is needed', () => {
  it('is the module', async () => {
    expect(await loadCode(async () => ({ sign: 1 }), context)).toEqual({ sign: 1 });
  });

  it('tells which remote it belongs to if it does not come', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module');
    const loading = loadCode(() => Promise.reject(cause), context);
    await expect(loading).rejects.toMatchObject({ code: 'loader/unreachable', context, cause });
  });

  it('is waited for no longer than 20 seconds', async () => {
    vi.useFakeTimers();
    const loading = loadCode(() => new Promise(() => undefined), context).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await loading).toMatchObject({ code: 'loader/timeout', context });
  });
});
