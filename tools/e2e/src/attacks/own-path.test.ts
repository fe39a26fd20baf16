import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeEngines } from '../engines/engines.ts';
import type { Session } from '../engines/session.ts';
import { evm, families } from '../page/families.ts';
import { deployAttacked, type SharedFixture, useSharedFixture } from './fixture.ts';
import { type HostPage, openHostPage, openUnprotected } from './host-page.ts';
import { type HostileStore, openHostileStore } from './hostile-store.ts';
import { look } from './in-page.ts';
import { createTarget, type Target } from './target.ts';

const shared = useSharedFixture();
const path = '/remotes/remote-evm/';

await describeEngines((engine) => {
  const nameOf = (id: string) => `${engine.name}-own-path-${id}`;

  // Otherwise what the next tests find refused would show nothing. Vitest's global `expect` knows one running test only,
  // and these run side by side: a poll takes the `expect` of its own test.
  it.concurrent('a page and a worker of the origin run if no header keeps them', async ({ skip, expect }) => {
    await using fixture = await openOwnPath(shared(), nameOf('open'));
    await using session = await engine.open();
    const { store, page } = fixture;
    await openUnprotected(session, page);
    await page.put('evil.html', htmlOf(store));
    await page.put('frames.html', framesOf('evil.html'));
    await page.put('worker.js', workerOf(store));
    for (const name of Object.keys(page.headers)) delete page.headers[name];
    await session.go(`${page.url}evil.html`);
    await session.go(`${page.url}frames.html`);
    await expect.poll(() => store.ran.length).toBeGreaterThan(2);
    const registered = await register(session, `${page.url}worker.js`);
    if (registered.includes('none')) skip(`${engine.name} has no service workers here`);
    expect(registered).toContain('registered');
  });

  it.concurrent('a page among a remote’s files runs nothing, opened or framed', async () => {
    await using fixture = await openOwnPath(shared(), nameOf('html'));
    await using session = await engine.open();
    const { store, page } = fixture;
    const evil = `${page.url}${path.slice(1)}evil.html`;
    await page.put(`${path}evil.html`, htmlOf(store));
    store.turn({ 'frames.html': answerHtml(framesOf(evil)) });
    await session.go(evil);
    await session.go(`${store.url}frames.html`);
    await expectSound(session, fixture, '');
  });

  it.concurrent('a worker in place of the discovery gets neither the origin nor the page', async () => {
    await using fixture = await openOwnPath(shared(), nameOf('worker'));
    await using session = await engine.open();
    const { store, page, target } = fixture;
    const discovery = `${path}${target.release.path}${target.release.manifest.discovery}`;
    await page.put(discovery, workerOf(store));
    await openUnprotected(session, page);
    const registered = await register(session, discovery);
    expect(registered.filter((one) => one !== 'none')).toEqual(registered.filter((one) => one === 'refused'));
    await expectSound(session, fixture, 'loader/altered');
  });
});

/** A page with one remote under its own origin, whose files somebody else may write. */
interface OwnPathFixture extends AsyncDisposable {
  readonly target: Target;
  readonly store: HostileStore;
  readonly page: HostPage;
}

async function openOwnPath(shared: SharedFixture, name: string): Promise<OwnPathFixture> {
  const folder = join(shared.folder, name);
  const target = await createTarget(folder, evm.remote);
  const store = await openHostileStore(target.folder);
  const site = await deployAttacked(shared, name, { remote: evm.remote, url: path });
  await cp(target.folder, join(site, path), { recursive: true });
  const page = await openHostPage(site, store.url);
  return {
    target,
    store,
    page,
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the page: nothing of the attacker has run, the others go on, and the target's card says this. */
async function expectSound(session: Session, { page, store }: OwnPathFixture, code: string): Promise<void> {
  await session.go(page.url);
  const { families: shown, isMarked } = await look(session, families);
  for (const { id } of families.filter(({ id }) => id !== evm.id))
    expect(shown[id]).toMatchObject({ failure: '', version: '1.0.0' });
  expect(shown[evm.id]?.failure.split('\n')[0]).toBe(code);
  expect(shown[evm.id]?.wallets.includes('Practice Wallet')).toBe(code === '');
  const kept = `[document.cookie, localStorage.getItem('attacked')]`;
  expect([isMarked, await session.evaluate(kept), store.ran]).toEqual([false, ['', null], []]);
}

/** Registers a service worker for the whole origin. The answers are `none` if the browser has no service workers. */
function register(session: Session, address: string): Promise<readonly string[]> {
  const tries = ['classic', 'module'].map(
    (type) => `navigator.serviceWorker.register('${address}', { scope: '/', type: '${type}' })
      .then(() => 'registered', () => 'refused')`,
  );
  return session.evaluate(
    `'serviceWorker' in navigator ? Promise.all([${tries.join()}]) : ${JSON.stringify(tries.map(() => 'none'))}`,
  );
}

/** Tells the store that it runs, and leaves on the origin what would be found there. */
function scriptOf({ url }: HostileStore, what: string): string {
  return `fetch('${url}ran?${what}', { mode: 'no-cors' });
    if ('document' in globalThis) { document.cookie = 'attacked=1; Path=/'; localStorage.setItem('attacked', '1'); }`;
}

function htmlOf(store: HostileStore): string {
  return `<!doctype html><script>${scriptOf(store, 'html')}</script>`;
}

function workerOf(store: HostileStore): string {
  return `${scriptOf(store, 'worker')}
    globalThis.onfetch = (event) => event.respondWith(new Response('attacked'));`;
}

/** A page that shows an address in every way that a page can show another. */
function framesOf(url: string): string {
  return (
    `<!doctype html><iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">` +
    `<iframe sandbox="allow-scripts allow-same-origin" src="${url}"></iframe>`
  );
}

function answerHtml(text: string): Parameters<HostileStore['turn']>[0][string] {
  return (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
}
