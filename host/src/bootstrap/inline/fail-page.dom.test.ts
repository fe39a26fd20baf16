import { LinkspanError } from '@linkspan/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, installFetch } from '../../testing/fake-fetch.ts';
import { type FailPageDependencies, failPage, refetchOwn, removeReloadMark } from './fail-page.ts';

let reloads: number;
let reported: unknown[];

beforeEach(() => {
  [reloads, reported] = [0, []];
  sessionStorage.clear();
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
});

describe('a page that did not start', () => {
  const card = (text: string) => `<section data-family="evm"><p class="status"></p>
    <div class="card-body"><p>${text}</p><div class="row-main"><button>Reload</button></div></div></section>`;
  const said = () => document.querySelector('.card-body > p')?.textContent;
  const buttons = () => [...document.querySelectorAll('#app button')].map(({ textContent }) => textContent);
  const worker = { unregister: async () => true } as ServiceWorkerRegistration;

  beforeEach(() => {
    document.body.innerHTML = `<main id="app">${card('Connect one')}</main>
      <template>${card('Did not come')}${card('Was altered')}<p></p><button>Remove</button></template>`;
  });

  const fail = (needs: Partial<FailPageDependencies> = {}) =>
    failPage({
      template: document.querySelector('template') as HTMLTemplateElement,
      refetchOwn: async () => 'right',
      findWorkers: async () => [],
      openSession: () => sessionStorage,
      reload: () => {
        reloads += 1;
      },
      ...needs,
    });

  it('says so before anything is asked', () => {
    void fail({ refetchOwn: () => new Promise(() => undefined) });
    expect(said()).toBe('Did not come');
  });

  it('reloads once its files have come right, once in a row', async () => {
    await fail();
    expect(reloads).toBe(1);
    await fail();
    expect(reloads).toBe(1);
    expect(said()).toBe('Did not come');
    expect(reported).toEqual([]);
  });

  it('reloads again if a page has started in between', async () => {
    await fail();
    removeReloadMark();
    await fail();
    expect(reloads).toBe(2);
  });

  it.each<[string, () => Storage]>([
    [
      'is blocked',
      () => {
        throw new DOMException('no', 'SecurityError');
      },
    ],
    ['is missing', () => null as unknown as Storage],
    [
      'is full',
      () =>
        ({
          getItem: () => null,
          setItem() {
            throw new DOMException('full', 'QuotaExceededError');
          },
        }) as unknown as Storage,
    ],
  ])('does not reload if the storage that would end a loop %s', async (_, openSession) => {
    await fail({ openSession });
    expect(reloads).toBe(0);
    expect(said()).toBe('Did not come');
  });

  it('stays as it is if its files do not come', async () => {
    await fail({ refetchOwn: async () => 'missing' });
    expect([reloads, said(), reported]).toEqual([0, 'Did not come', []]);
    // Nothing was used up.
    await fail();
    expect(reloads).toBe(1);
  });

  it('says and reports that its server sends other bytes', async () => {
    await fail({ refetchOwn: async () => 'altered', findWorkers: async () => [worker] });
    expect([reloads, said()]).toEqual([0, 'Was altered']);
    expect(buttons()).toEqual(['Reload', 'Remove']);
    expect(reported).toEqual([new LinkspanError('loader/host-altered', {})]);
  });

  it('offers to remove service workers while its files are asked for', async () => {
    void fail({ refetchOwn: () => new Promise(() => undefined), findWorkers: async () => [worker] });
    await vi.waitFor(() => expect(buttons()).toEqual(['Reload', 'Remove']));
  });

  it('offers no removal in a browser that has no service workers', async () => {
    await fail({ findWorkers: () => Promise.reject(new TypeError('undefined')) });
    expect(buttons()).toEqual(['Reload']);
    expect(reloads).toBe(1);
  });
});

describe('the files of the host', () => {
  /** Of `export {};` and a line feed. */
  const integrity = 'sha256-jmCbtxwguFjHfw6fkLsTGduEd7E/n5ZfGh4YUkv1CIE=';
  const right = 'export {};\n';
  const files = { '/assets/host.js': integrity, '/assets/probe.js': integrity };

  it.each<[string, Answer, Awaited<ReturnType<typeof refetchOwn>>]>([
    ['right', right, 'right'],
    ['altered if one has other bytes', `${right} `, 'altered'],
    ['altered if a web page comes for one', '<!doctype html>', 'altered'],
    ['missing if one is not there', 404, 'missing'],
    ['missing if the server has a fault', 503, 'missing'],
    ['missing if the network does not reach it', new TypeError('Failed to fetch'), 'missing'],
  ])('are %s', async (_, answer, found) => {
    const asked = installFetch({ '/assets/host.js': answer, '/assets/probe.js': right });
    expect(await refetchOwn(files, fetch)).toBe(found);
    expect(asked.map(({ url, init }) => [url, init.cache])).toEqual([
      ['/assets/host.js', 'reload'],
      ['/assets/probe.js', 'reload'],
    ]);
  });

  it('are altered if another does not come', async () => {
    installFetch({ '/assets/host.js': 'other', '/assets/probe.js': 404 });
    expect(await refetchOwn(files, fetch)).toBe('altered');
  });
});
