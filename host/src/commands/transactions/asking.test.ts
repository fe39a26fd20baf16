import { expect, it } from 'vitest';
import { openAsking } from './asking.ts';

/** Web Locks of one browser, for as many pages as there are; what a page held ends with it. */
function openBrowser() {
  const held = new Set<string>();
  const openPage = () => {
    const own = new Set<string>();
    const locks = {
      async request(name: string, run: () => Promise<void>) {
        held.add(name);
        own.add(name);
        await run();
        held.delete(name);
      },
      query: async () => ({ held: [...held].map((name) => ({ name })) }),
    };
    const crash = () => {
      for (const name of own) held.delete(name);
    };
    return { asking: openAsking(locks as unknown as LockManager), crash };
  };
  return { openPage, held };
}

it('tells every page what any of them is asking for, until it has an answer', async () => {
  const { openPage } = openBrowser();
  const [one, other] = [openPage(), openPage()];
  const letGo = one.asking.hold('send');
  expect(await other.asking.held()).toEqual(new Set(['send']));
  expect([one.asking.isOwn('send'), other.asking.isOwn('send')]).toEqual([true, false]);
  letGo();
  await Promise.resolve();
  expect(await other.asking.held()).toEqual(new Set());
  expect(one.asking.isOwn('send')).toBe(false);
});

it('is over with its own at once, though the browser tells of the lock for a moment longer', async () => {
  const { openPage, held } = openBrowser();
  const { asking } = openPage();
  asking.hold('send')();
  held.add('linkspan:1:send:send');
  expect(await asking.held()).toEqual(new Set());
});

it('tells nothing of a page that is gone', async () => {
  const { openPage } = openBrowser();
  const [one, other] = [openPage(), openPage()];
  one.asking.hold('send');
  one.crash();
  expect(await other.asking.held()).toEqual(new Set());
});

it('takes nothing for its own that others hold', async () => {
  const { openPage, held } = openBrowser();
  held.add('wallet').add('linkspan:1:send:other');
  expect(await openPage().asking.held()).toEqual(new Set(['other']));
});

it('knows its own where the browser has no locks, or gives none', async () => {
  const refused = {
    request: () => Promise.reject(new Error('no')),
    query: () => Promise.reject(new Error('no')),
  };
  for (const locks of [undefined, refused as unknown as LockManager]) {
    const asking = openAsking(locks);
    asking.hold('send');
    expect(await asking.held()).toEqual(new Set(['send']));
  }
});
