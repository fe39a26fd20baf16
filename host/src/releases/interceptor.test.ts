import { expect, it } from 'vitest';
import { findInterceptor } from './interceptor.ts';

const href = 'https://wallets.example/app';

/** A browser in which service workers may be registered; notes what is done. */
function createBrowser(registered: Partial<Record<'active' | 'waiting' | 'installing', string>> | undefined) {
  const done: string[] = [];
  const toWorker = (path?: string) =>
    path === undefined ? null : ({ scriptURL: new URL(path, href).href } as ServiceWorker);
  const registration = registered && {
    active: toWorker(registered.active),
    waiting: toWorker(registered.waiting),
    installing: toWorker(registered.installing),
    unregister: async () => done.push('unregistered') > 0,
  };
  return {
    done,
    container: {
      controller: null as ServiceWorker | null,
      getRegistration: async () => registration as ServiceWorkerRegistration | undefined,
    },
    toWorker,
    location: { href, reload: () => void done.push('reloaded') },
  };
}

it('is nothing where no service worker is registered, and where a browser has none', async () => {
  const { container, location } = createBrowser(undefined);
  expect(await findInterceptor(container, { location })).toBeUndefined();
  expect(await findInterceptor(undefined, { location })).toBeUndefined();
});

it.each(['active', 'waiting', 'installing'])('is a service worker that is %s, by its path', async (state) => {
  const { container, location } = createBrowser({ [state]: '/old/sw.js?v=1' });
  const { error } = (await findInterceptor(container, { location })) ?? {};
  expect(error).toMatchObject({ code: 'loader/service-worker', context: { script: '/old/sw.js' } });
});

it('is the one that answers for this page, also where another waits to', async () => {
  const { container, location, toWorker } = createBrowser({ active: '/new.js' });
  container.controller = toWorker('/old.js');
  expect((await findInterceptor(container, { location }))?.error.context).toEqual({ script: '/old.js' });
});

it('is not the one that the configuration names, and nothing like it', async () => {
  const find = (allowed: string) => {
    const { container, location } = createBrowser({ active: '/sw.js' });
    return findInterceptor(container, { location, allowed });
  };
  expect(await find('/sw.js')).toBeUndefined();
  for (const allowed of ['/sw', '/sw.js?x', '/app/sw.js']) expect(await find(allowed)).toBeDefined();
});

it('is unregistered before the page is loaded again', async () => {
  const { container, location, done } = createBrowser({ active: '/sw.js' });
  await (await findInterceptor(container, { location }))?.remove();
  expect(done).toEqual(['unregistered', 'reloaded']);
});

it('is nothing where the browser keeps nothing for the page', async () => {
  const { location } = createBrowser(undefined);
  const getRegistration = () => Promise.reject(new DOMException('no storage', 'SecurityError'));
  expect(await findInterceptor({ controller: null, getRegistration }, { location })).toBeUndefined();
});
