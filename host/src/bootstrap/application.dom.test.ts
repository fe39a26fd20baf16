import type { ShellPage } from '@linkspan/app/page';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTrust } from '../csp/policy.ts';
import { waitingType } from '../loader/import-map.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { failElements, offerShell, openRoot, startApplication } from './application.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));

function setReadyState(state: DocumentReadyState): void {
  Object.defineProperty(document, 'readyState', { value: state, configurable: true });
}

afterEach(() => {
  Reflect.deleteProperty(document, 'readyState');
  document.body.replaceChildren();
});

describe('the modules of an application', () => {
  let ran: string[];
  let reported: unknown[];
  const broken = new Error('broken');
  const load = async (address: string) => {
    ran.push(address);
    await settle();
    if (address === '/broken.js') throw broken;
  };
  const start = (entries: readonly string[], inForce: Promise<unknown> = Promise.resolve()) =>
    startApplication({ classics: [], entries, integrity: {}, hashes: [], sources: [] }, inForce, {
      load,
      trust: createTrust,
    });

  beforeEach(() => {
    [ran, reported] = [[], []];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  });

  it('run in their order, each after the one before it', async () => {
    const started = start(['/a.js', '/b.js']);
    await settle();
    expect(ran).toEqual(['/a.js']);
    await started;
    expect(ran).toEqual(['/a.js', '/b.js']);
  });

  it('wait for policy and import map', async () => {
    let enforce: (value?: unknown) => void = () => undefined;
    const started = start(['/a.js'], new Promise((resolve) => (enforce = resolve)));
    await settle();
    expect(ran).toEqual([]);
    enforce();
    await started;
    expect(ran).toEqual(['/a.js']);
  });

  it('run if these have failed too', async () => {
    await start(['/a.js'], Promise.reject(new Error('no policy')));
    expect(ran).toEqual(['/a.js']);
  });

  it('run although one before them fails, which is reported', async () => {
    await start(['/broken.js', '/a.js']);
    expect(ran).toEqual(['/broken.js', '/a.js']);
    expect(reported).toEqual([broken]);
  });

  it('wait until the page is parsed', async () => {
    setReadyState('loading');
    const started = start(['/a.js']);
    await settle();
    expect(ran).toEqual([]);
    document.dispatchEvent(new Event('DOMContentLoaded'));
    await started;
    expect(ran).toEqual(['/a.js']);
  });
});

describe('the classic scripts of an application', () => {
  const integrity = { '/a.js': 'sha256-AAAA', '/b.js': 'sha256-BBBB' };
  const trust = () => ({ toScript: (text: string) => text, toAddress: (address: string) => address });
  const start = (classics: readonly string[], { inForce = Promise.resolve(), ...needs }: Needs = {}) =>
    startApplication({ classics, entries: ['/app.js'], integrity, hashes: [], sources: [] }, inForce, {
      ...{ trust, ...needs },
      async load(address) {
        ran.push(address);
      },
    });
  const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
  let ran: string[];

  beforeEach(() => {
    ran = [];
    vi.stubGlobal('reportError', (error: Error) => ran.push(error.message));
    // The document of these tests loads nothing, and says that it has.
    const { settings }: { settings: object } = Reflect.get(window, 'happyDOM');
    Object.assign(settings, { handleDisabledFileLoadingAsSuccess: true });
    document.body.innerHTML = `<main><script type="${waitingType}" data-key="1" id="one"></script></main><p>
      <script type="${waitingType}"></script></p>`;
  });

  it('start in their places once policy and import map are in force, before the modules', async () => {
    let enforce: () => void = () => undefined;
    const inForce = new Promise<void>((resolve) => {
      enforce = resolve;
    });
    const started = start(['/a.js', '/b.js'], { inForce });
    await settle();
    expect([scripts(), ran]).toEqual([[], []]);
    enforce();
    await started;
    const [one, other] = scripts();
    expect([one?.parentElement?.tagName, other?.parentElement?.tagName]).toEqual(['MAIN', 'P']);
    expect(one).toMatchObject({ id: 'one', integrity: 'sha256-AAAA', crossOrigin: '', async: false });
    expect([one?.dataset.key, one?.hasAttribute('type')]).toEqual(['1', false]);
    expect(document.querySelector(`[type="${waitingType}"]`)).toBeNull();
    expect(ran).toEqual(['/app.js']);
  });

  it('are all that runs without the shell’s policy', async () => {
    document.head.replaceChildren();
    await start(['/a.js'], { inForce: Promise.reject(new Error('no policy')) });
    const content = document.head.querySelector('meta')?.content;
    const [one, other] = ['/a.js', '/b.js'].map((path) => new URL(path, location.href).href);
    expect(content).toBe(`script-src ${one} ${other}`);
    expect(ran).toEqual(['/app.js']);
    document.head.replaceChildren();
  });

  it('hold nothing up if they cannot start, which is reported', async () => {
    const taken = () => {
      throw new Error('taken');
    };
    await start(['/a.js', '/b.js'], { trust: taken });
    expect(ran).toEqual(['taken', 'taken', '/app.js']);
  });

  it('start without a place too', async () => {
    document.body.replaceChildren();
    await start(['/a.js']);
    expect(scripts()[0]?.parentElement).toBe(document.head);
    scripts()[0]?.remove();
  });

  interface Needs {
    readonly inForce?: Promise<void>;
    readonly trust?: () => never;
  }
});

it('opens the shell at the end of the body, out of reach of its look-ups', async () => {
  document.body.innerHTML = '<main></main>';
  const template = document.createElement('template');
  template.innerHTML = '<style>a{}</style><div class="shell"><p id="app"></p></div>';
  setReadyState('loading');
  const root = openRoot(template);
  expect([root.className, document.querySelector('linkspan-root')]).toEqual(['shell', null]);
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await settle();
  expect(document.body.lastElementChild?.localName).toBe('linkspan-root');
  expect(document.getElementById('app')).toBeNull();
  expect(template.content.querySelector('.shell')).not.toBeNull();
});

it('offers the shell by a global that nothing replaces, with the families alone', () => {
  const { defineProperty } = Object;
  // The files of tests that share this process can then define it too.
  const defined = vi
    .spyOn(Object, 'defineProperty')
    .mockImplementation((on, name, how) => defineProperty(on, name, { ...how, configurable: true }));
  const offer = offerShell(fakeConfig);
  const page = Reflect.get(globalThis, 'linkspanPage') as ShellPage;
  expect(defined).toHaveBeenCalledWith(globalThis, 'linkspanPage', { value: page });
  expect(page.shell).toBe(offer.promise);
  expect(Object.keys(page.families[0] ?? {}).sort()).toEqual(['id', 'namespace', 'networks', 'title']);
  expect(Reflect.set(globalThis, 'linkspanPage', {})).toBe(false);
  expect(Object.isFrozen(page)).toBe(true);
});

it('has the application’s button say that the wallets did not load, also one that comes later', () => {
  document.body.innerHTML = '<linkspan-connect></linkspan-connect>';
  failElements('Reload');
  failElements('Reload');
  document.body.append(document.createElement('linkspan-connect'));
  const buttons = [...document.querySelectorAll('linkspan-connect')].map(
    ({ shadowRoot }) => shadowRoot?.querySelector('button')?.textContent,
  );
  expect(buttons).toEqual(['Reload', 'Reload']);
});
