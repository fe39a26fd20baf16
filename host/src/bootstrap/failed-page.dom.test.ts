import { LinkspanError } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { failPage, fetchOwn, removeReloadMark } from './failed-page.ts';

/** A script, and two addresses that have it. */
const right = 'export {};\n';
const hash = 'sha256-jmCbtxwguFjHfw6fkLsTGduEd7E/n5ZfGh4YUkv1CIE=';
const [host, probe] = ['/assets/host.js', '/assets/probe.js'];
const refused = `${probe}?refused`;
const scripts = { integrity: { [host]: hash, [probe]: hash }, probe };

const card = (text: string) => `<section data-family="evm"><p class="status"></p>
  <div class="card-body"><p>${text}</p><div class="actions"><button>Reload</button></div></div></section>`;
const said = () => document.querySelector('.card-body > p')?.textContent;
const buttons = () => [...document.querySelectorAll('#app button')].map(({ textContent }) => textContent);

let reloads: number;
let findWorkers: () => Promise<readonly ServiceWorkerRegistration[]>;

beforeEach(() => {
  reloads = 0;
  findWorkers = async () => [];
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: () => findWorkers() } });
  sessionStorage.clear();
  document.body.innerHTML = `<main id="app">${card('Connect one')}</main>
    <template>${card('Did not come')}${card('Was altered')}<p></p><button>Remove</button></template>`;
});

afterEach(() => void vi.unstubAllGlobals());

/** Answers for the host's file, and returns what was asked for. */
const answer = (what: Answer) => installFetch({ [host]: what, [probe]: right, [refused]: right });

const fail = (own = scripts) =>
  failPage(
    document.querySelector('template') as HTMLTemplateElement,
    () => fetchOwn(own),
    () => {
      reloads += 1;
    },
  );

describe('a page that did not start', () => {
  it('says so before anything is asked', () => {
    answer('hang');
    findWorkers = () => new Promise(() => undefined);
    void fail();
    expect(said()).toBe('Did not come');
  });

  it('asks past the cache for its own files, at each address that it has asked for them', async () => {
    const asked = answer(right);
    await fail();
    expect(asked.map(({ url, init }) => [url, init.cache])).toEqual([
      [host, 'reload'],
      [probe, 'reload'],
      [refused, 'reload'],
    ]);
  });

  it('reloads if they come right, once in a row', async () => {
    answer(right);
    await fail();
    expect(reloads).toBe(1);
    await fail();
    expect(reloads).toBe(1);
    expect(said()).toBe('Did not come');
  });

  it('does not reload while one of these addresses is missing', async () => {
    installFetch({ [host]: right, [probe]: right });
    await expect(fail()).rejects.toThrow('HTTP 404');
    expect(reloads).toBe(0);
  });

  it('reloads again if a page has started in between', async () => {
    answer(right);
    await fail();
    removeReloadMark();
    await fail();
    expect(reloads).toBe(2);
  });

  it.each<[string, Answer]>([
    ['are not there', 404],
    ['meet a fault of the server', 503],
    ['are not reached', new TypeError('Failed to fetch')],
  ])('stays as it is if they %s, and uses nothing up', async (_, what) => {
    answer(what);
    await expect(fail()).rejects.toThrow(what instanceof Error ? what : `HTTP ${what}`);
    expect([reloads, said()]).toEqual([0, 'Did not come']);
    answer(right);
    await fail();
    expect(reloads).toBe(1);
  });

  it.each(['export {}; \n', '<!doctype html>', ''])('says that they were altered: %j', async (text) => {
    answer(text);
    await expect(fail()).rejects.toEqual(new LinkspanError('loader/host-altered', {}));
    expect([reloads, said()]).toEqual([0, 'Was altered']);
  });

  it.each<[string, () => unknown]>([
    [
      'is blocked',
      () => {
        throw new DOMException('no', 'SecurityError');
      },
    ],
    ['is missing', () => null],
    [
      'is full',
      () => ({
        getItem: () => null,
        setItem() {
          throw new DOMException('full', 'QuotaExceededError');
        },
      }),
    ],
  ])('does not reload if the storage that would end a loop %s', async (_, get) => {
    answer(right);
    const own = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage') as PropertyDescriptor;
    Object.defineProperty(globalThis, 'sessionStorage', { get, configurable: true });
    await fail();
    removeReloadMark();
    Object.defineProperty(globalThis, 'sessionStorage', own);
    expect([reloads, said()]).toEqual([0, 'Did not come']);
  });

  it('asks for nothing in development, where no file has a hash', async () => {
    const asked = answer(right);
    await failPage(document.querySelector('template') as HTMLTemplateElement, undefined, () => undefined);
    expect([asked, said()]).toEqual([[], 'Did not come']);
  });
});

describe('a page beside service workers of an earlier one', () => {
  const worker = { unregister: async () => true } as ServiceWorkerRegistration;

  it('offers to remove them while its files are asked for', async () => {
    answer('hang');
    findWorkers = async () => [worker];
    void fail();
    await vi.waitFor(() => expect(buttons()).toEqual(['Reload', 'Remove']));
  });

  it('offers it also if its files were altered', async () => {
    answer('other');
    findWorkers = async () => [worker];
    await expect(fail()).rejects.toThrow();
    expect([said(), buttons()]).toEqual(['Was altered', ['Reload', 'Remove']]);
  });

  it.each<[string, () => void]>([
    ['has none', () => undefined],
    ['has no such thing', () => vi.stubGlobal('navigator', {})],
    ['blocks them', () => (findWorkers = () => Promise.reject(new DOMException('no', 'SecurityError')))],
  ])('offers nothing if the browser %s', async (_, prepare) => {
    prepare();
    answer(right);
    await fail();
    expect(buttons()).toEqual(['Reload']);
    expect(reloads).toBe(1);
  });
});
