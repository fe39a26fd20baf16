import { LinkspanError } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../async.ts';
import { parseConfig } from '../config.ts';
import { createTrust } from '../csp/policy.ts';
import { applicationReleasesMs } from '../limits.ts';
import type { ApplicationScripts } from '../loader/import-map.ts';
import type { Release } from '../releases/release.ts';
import type { ReleaseSource } from '../releases/release-source.ts';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { createFakeReleases } from '../testing/fake-releases.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { findDialog } from '../ui/dialog/elements.ts';
import { untilLate } from './application.ts';
import type { OpenedPage, PageData } from './page.ts';
import {
  awaitEarlyScript,
  bindButtons,
  type EarlyScope,
  openPage,
  type PageKind,
  readPage,
  repairLater,
  showReturning,
} from './run-page.ts';

describe('the prerendered page', () => {
  const card = (family: string) => `<section data-family="${family}" data-status="disconnected">
  <p role="status">Disconnected</p><div class="card-body">Connect one</div></section>`;
  const find = (family: string) => document.querySelector(`[data-family=${family}]`) as HTMLElement;

  beforeEach(() => {
    document.body.innerHTML = card('evm') + card('near');
    const memory = createFakeStorage();
    memory.set('near', '{}');
    showReturning(memory, document, 'Reconnecting');
  });

  it('says of the cards that something is remembered of that they come back', () => {
    const near = find('near');
    expect(near.dataset.status).toBe('reconnecting');
    expect(near.querySelector('[role=status]')?.textContent).toBe('Reconnecting');
    expect(near.querySelector<HTMLElement>('.card-body')?.style.visibility).toBe('hidden');
  });

  it('leaves the invitation on the others', () => {
    const evm = find('evm');
    expect(evm.dataset.status).toBe('disconnected');
    expect(evm.querySelector<HTMLElement>('.card-body')?.style.visibility).toBe('');
  });
});

it('fetches the page’s files anew once a part of the page has not come, and at no other error', () => {
  let fetches = 0;
  repairLater(async () => {
    fetches += 1;
    throw new Error('away');
  });
  const report = (error: unknown) => dispatchEvent(new ErrorEvent('error', { error }));
  for (const error of [new Error('other'), new LinkspanError('loader/broken', { remote: '', stage: '' })])
    report(error);
  expect(fetches).toBe(0);
  report(new LinkspanError('loader/host', {}));
  expect(fetches).toBe(1);
});

describe('the buttons of the wallet dialog', () => {
  const own = '<dialog id="connect" class="own"><div class="sheet-list"></div></dialog>';
  const page = `<header><button commandfor="connect">Connect wallet</button></header><main></main>${own}`;
  const button = () => document.querySelector('button') as HTMLButtonElement;

  afterEach(() => void Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement'));

  describe.each([
    ['a form with its id before the page', `<form id="connect"></form>${page}`],
    ['a dialog with its id before the page', `<dialog id="connect"></dialog>${page}`],
    ['a dialog with its list before the page', own.replace('own', 'other') + page],
    ['a dialog before it', page.replace('</main>', '</main><dialog id="connect"></dialog>')],
    ['markup in its form', page.replace('</main>', '</main><div id="connect"></div>')],
    ['images that take members of the document', `<img name="querySelectorAll"><img name="forms">${page}`],
  ])('beside %s', (_, html) => {
    it('open it in a browser without invoker commands', () => {
      document.body.innerHTML = html;
      const dialog = findDialog(document.body) as HTMLDialogElement;
      dialog.showModal = () => void dialog.setAttribute('open', '');
      bindButtons(document.body, dialog);
      button().click();
      expect([dialog.className, dialog.open]).toEqual(['own', true]);
    });

    it('name it by itself and not by its id in any other', () => {
      Object.defineProperty(HTMLButtonElement.prototype, 'commandForElement', {
        value: null,
        writable: true,
        configurable: true,
      });
      document.body.innerHTML = html;
      bindButtons(document.body, findDialog(document.body) as HTMLDialogElement);
      expect(button().commandForElement).toMatchObject({ className: 'own' });
    });
  });

  it('have none if it is gone', () => {
    document.body.innerHTML = page.replace('sheet-list', 'other-list');
    expect(findDialog(document.body)).toBeUndefined();
  });
});

describe('what the page says of itself', () => {
  const own = '<template></template><script type="application/json">{"early":"/own.js"}</script>';
  const forged = '<script type="application/json" id="linkspan-page">{"early":"/forged.js"}</script>';
  const read = (html: string) => {
    document.body.innerHTML = `${html}<script id="inline" type="text/plain"></script>`;
    return readPage(document.getElementById('inline') as Element);
  };

  it.each([
    ['alone', own],
    ['beside text', `${own}\n`],
    [
      'before what an extension has put there',
      `${own}<script></script>`.replace('><script type', '><style></style><script type'),
    ],
    ['after markup that takes its place', `<template id="linkspan-failed"></template>${forged}${own}`],
  ])('is read from the elements before the inline script: %s', (_, html) => {
    const { data, template } = read(html);
    expect(data.early).toBe('/own.js');
    expect(template.id).toBe('');
  });

  it.each([
    ['nothing is there', ''],
    ['a script of another type is there', own.replace('application/json', 'text/plain')],
  ])('is not read if %s', (_, html) => {
    expect(() => read(html)).toThrow(new LinkspanError('loader/host', {}));
  });
});

describe('the start', () => {
  const config = parseConfig({ ...fakeConfig, families: fakeConfig.families.slice(0, 2) });
  const folder = `${remoteUrl}releases/1.2.3/`;
  const unreachable = new LinkspanError('release/unreachable', { remote: 'remote-evm' });

  let reported: unknown[];
  let failedShown: number;
  let isEnforced: boolean;
  let order: string[];
  let arrival: OpenedPage | undefined;

  beforeEach(() => {
    [reported, order, failedShown, arrival, isEnforced] = [[], [], 0, undefined, true];
    localStorage.clear();
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  });

  afterEach(() => void vi.useRealTimers());

  /** Boots a page of two families: the first one's documents come to this, the second one's server is away. */
  async function handover(kind: Partial<PageKind> = {}, release?: Release): Promise<void> {
    await open(kind, release);
    await arrival?.chosen;
  }

  function open(kind: Partial<PageKind>, release?: Release, application?: ApplicationScripts): Promise<void> {
    const data: PageData = {
      ...{ config, offered: {}, early: '/assets/early.js', hostModule: '/assets/host.js' },
      ...(application && { application, copies: [] }),
    };
    const own: PageKind = {
      fetch,
      trust: createTrust,
      openSource: () => toSource(release),
      openEnforce: () => async (releases) => {
        order.push(`enforced: ${releases.length}`);
        return async () => isEnforced;
      },
      async loadEarlyScript() {
        order.push('early');
        return (opened) => {
          arrival = opened;
        };
      },
    };
    return openPage(
      data,
      { ...own, ...kind },
      {
        root: document,
        fetch,
        load: () => Promise.reject(new Error('not requested')),
        showFailed: () => {
          failedShown += 1;
        },
      },
    );
  }

  function toSource(release?: Release): ReleaseSource {
    return {
      open: () => undefined,
      async load({ family }) {
        if (family.id === 'evm' && release !== undefined) return release;
        throw unreachable;
      },
    };
  }

  describe('the boot script', () => {
    it('enters the early script beside the documents, and tells it when the releases are enforced, also without any', async () => {
      await handover();
      expect(order).toEqual(['early', 'enforced: 0']);
      expect(failedShown).toBe(0);
      expect(reported).toEqual([]);
    });

    it('lets the early script wait until the browser has proved that it enforces the map', async () => {
      let prove: (isEnforced: boolean) => void = () => undefined;
      const proved = new Promise<boolean>((resolve) => (prove = resolve));
      await open({ openEnforce: () => async () => () => proved }, createFakeRelease());
      const chosen = arrival?.chosen.then((answer) => order.push(`proved: ${answer}`));
      await new Promise((resolve) => setTimeout(resolve));
      expect(order).toEqual(['early']);
      prove(true);
      await chosen;
      expect(order).toEqual(['early', 'proved: true']);
    });

    it('tells the early script where the proof cannot be had', async () => {
      const broken = new TypeError('Failed to fetch');
      await open({ openEnforce: () => async () => () => Promise.reject(broken) });
      await expect(arrival?.chosen).rejects.toBe(broken);
    });

    it('tells the early script where this browser does not enforce them', async () => {
      isEnforced = false;
      await handover({}, createFakeRelease());
      expect(await arrival?.chosen).toBe(false);
    });

    it('hands over each remote’s release, or why it has none', async () => {
      await handover({}, createFakeRelease());
      expect(arrival?.slots.get('solana')).toMatchObject({ release: undefined, refusal: unreachable });
      expect(arrival?.slots.get('evm')?.release?.addressOf('entry.js')).toBe(`${folder}entry.js`);
    });

    it('gives each family’s slot what its releases are believed by', async () => {
      const opened = new Map(config.families.map(({ id }) => [id, createFakeReleases()]));
      await handover({ openSource: () => ({ ...toSource(), open: ({ id }) => opened.get(id) }) });
      expect(arrival?.slots.get('solana')?.releases).toBe(opened.get('solana'));
    });

    it('keeps what remotes store apart from what the page remembers', async () => {
      await handover();
      arrival?.slots.get('evm')?.storage.set('evm', '1');
      expect(localStorage.getItem('linkspan:1:remote:evm:evm')).toBe('1');
      expect(localStorage.getItem('linkspan:1:connection:evm')).toBeNull();
    });
  });

  describe('an early script that does not come', () => {
    const broken = new TypeError('Failed to fetch dynamically imported module');

    it('lets the page say so', async () => {
      await handover({ loadEarlyScript: () => Promise.reject(broken) });
      expect(failedShown).toBe(1);
      expect(reported).toEqual([new LinkspanError('loader/host', {}, { cause: broken })]);
    });

    it('ends like that where it throws as it is entered', async () => {
      const enter = () => {
        throw broken;
      };
      await handover({ loadEarlyScript: async () => enter });
      expect(reported).toEqual([new LinkspanError('loader/host', {}, { cause: broken })]);
    });

    it('ends like that past the deadline', async () => {
      vi.useFakeTimers();
      void handover({ loadEarlyScript: () => new Promise(() => undefined) });
      await vi.advanceTimersByTimeAsync(30_000);
      expect(failedShown).toBe(1);
    });
  });

  describe('an application', () => {
    const scripts = { classics: [], entries: ['/app.js'], integrity: {}, hashes: [], sources: [] };
    const application = {
      ...{ openRoot: () => document.body, offerShell: () => createDeferred<never>(), untilLate },
      failElements: () => undefined,
      async startApplication(_: unknown, inForce: Promise<unknown>) {
        await inForce.catch(() => undefined);
        order.push('application');
      },
    };

    it('starts once policy and import map are in force, before the browser has proved it', async () => {
      await open(
        { application, openEnforce: () => async () => () => new Promise(() => undefined) },
        undefined,
        scripts,
      );
      await arrival?.started;
      expect(order).toEqual(['early', 'application']);
    });

    it('starts without an early script, and once', async () => {
      await open(
        { application, loadEarlyScript: () => Promise.reject(new Error('away')) },
        undefined,
        scripts,
      );
      await vi.waitFor(() => expect(order).toContain('application'));
      expect([order.filter((one) => one === 'application').length, failedShown]).toEqual([1, 1]);
    });

    it.each([
      ['whose releases cannot be opened', 'openSource'],
      ['whose map cannot be made', 'openEnforce'],
    ])('starts on a page %s', async (_, name) => {
      const fail = () => {
        throw new Error(name);
      };
      await open({ application, [name]: fail }, undefined, scripts);
      await vi.waitFor(() => expect(order).toEqual(['application']));
      expect(failedShown).toBe(1);
    });

    it('starts while a document does not come, and its family has no release', async () => {
      vi.useFakeTimers();
      const openSource = () => ({ ...toSource(), load: () => new Promise<never>(() => undefined) });
      void open({ application, openSource }, undefined, scripts);
      await vi.advanceTimersByTimeAsync(applicationReleasesMs - 1);
      expect(order).not.toContain('application');
      await vi.advanceTimersByTimeAsync(1);
      expect(order).toContain('application');
      expect(arrival?.slots.get('evm')?.refusal).toMatchObject({ code: 'release/late' });
    });
  });

  it('says so on the page if its data cannot be read', async () => {
    const malformed = new LinkspanError('config/malformed', { place: 'trust.remotes', expected: 'all' });
    const open = () => {
      throw malformed;
    };
    await handover({ openSource: () => ({ ...toSource(), open }) });
    expect(order).toEqual([]);
    expect(reported).toEqual([new LinkspanError('loader/host', {}, { cause: malformed })]);
  });
});

describe('waiting for the early script', () => {
  const enter = () => undefined;
  const open = (): EarlyScope & EventTarget => new EventTarget();

  it('answers the early script that its script promises, also where the page has loaded before it is there', async () => {
    const page = open();
    const early = awaitEarlyScript(page);
    const opening = createDeferred<typeof enter>();
    page.linkspanEnter?.(opening.promise);
    page.dispatchEvent(new Event('load'));
    opening.resolve(enter);
    expect(await early).toBe(enter);
  });

  it('rejects where the early script cannot be opened', async () => {
    const page = open();
    const early = awaitEarlyScript(page);
    page.linkspanEnter?.(Promise.reject(new Error('not locked')));
    await expect(early).rejects.toThrow('not locked');
  });

  it('rejects where the page has loaded, and its script has not come', async () => {
    const page = open();
    const early = awaitEarlyScript(page);
    page.dispatchEvent(new Event('load'));
    await expect(early).rejects.toMatchObject({ type: 'load' });
  });
});
