import { describe, expect, it } from 'vitest';
import { createPageLock, readHeldLocks } from './page-lock.ts';

/** The browser's locks, as far as a page uses them: each is granted at once. */
function createLocks() {
  const held = new Map<string, number>();
  const request = async (name: string, run: () => Promise<void>) => {
    held.set(name, (held.get(name) ?? 0) + 1);
    await run();
    held.delete(name);
  };
  const query = async () => ({ held: [...held.keys()].map((name) => ({ name })) });
  return { held, locks: { request, query } as unknown as LockManager };
}

describe('the lock of a page', () => {
  it('is held until the last who holds it has let go', async () => {
    const { held, locks } = createLocks();
    const lock = createPageLock(locks);
    const [first, second] = [await lock.hold(), await lock.hold()];
    expect([...held]).toEqual([[lock.name, 1]]);
    first();
    await Promise.resolve();
    expect(await readHeldLocks(locks)).toEqual(new Set([lock.name]));
    second();
    await Promise.resolve();
    expect(await readHeldLocks(locks)).toEqual(new Set());
    await lock.hold();
    expect(held.size).toBe(1);
  });

  it('is of one page alone', () => {
    const { locks } = createLocks();
    expect(createPageLock(locks).name).not.toBe(createPageLock(locks).name);
  });

  const refuse = () => Promise.reject(new DOMException('', 'SecurityError'));
  it.each([
    ['has no locks', undefined],
    ['refuses them', { request: refuse, query: refuse } as unknown as LockManager],
  ])('stops nothing in a browser that %s', async (_, locks) => {
    (await createPageLock(locks).hold())();
    expect(await readHeldLocks(locks)).toEqual(new Set());
  });
});
