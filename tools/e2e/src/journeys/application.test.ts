import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ferry } from '@linkspan/practice/ferry';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Application } from '../application/app/main.ts';
import { buildApplication } from '../application/build-application.ts';
import { advanceClock } from '../page/advance-clock.ts';
import { approval, approve, reject } from '../page/approval.ts';
import { pick, walletButton } from '../page/connect.ts';
import { evm, type Family, near, solana } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { misbehave } from '../page/practice-wallet.ts';
import { openSite, readConfig, type Site } from '../place/site.ts';
import { outputFolder } from '../place/stack.ts';
import { openTeam } from '../place/team.ts';
import { openTeamPlace } from '../place/team-place.ts';

const fees = ferry.evm;
let built: string;
let site: Site;
beforeAll(async () => {
  built = await buildApplication();
  site = await openSite('application', await readConfig(), built);
});
afterAll(() => site.close());

declare global {
  var application: Application;
}

const hasRun = () => globalThis.application !== undefined;
const isConnected = (id = 'evm') => application.linkspan.family(id).$connection.get().status === 'connected';
const whenUsable = async (page: Page) => void (await page.waitForFunction(hasRun));

const open = (journey: Journey): Promise<Page> => journey.open({ url: site.url, whenUsable });

async function openConnected(journey: Journey, family: Family = evm): Promise<Page> {
  const page = await open(journey);
  await pick(page, family);
  await approve(page);
  await page.waitForFunction(isConnected, family.id);
  return page;
}

const requestOf = (page: Page) => page.getByRole('dialog', { name: 'Request' });
const walletsOf = (page: Page) => page.getByRole('dialog', { name: 'Your wallets' });

/** Begins a command of the application that a person has to approve, approves it, and answers what came of it. */
async function approved<Value>(page: Page, begin: Promise<Value>, times = 1): Promise<Value> {
  for (let at = 0; at < times; at += 1) await approve(page);
  return begin;
}

test('an application starts beside the shell, and knows the wallet that is connected', async ({
  journey,
}) => {
  const page = await openConnected(journey);
  expect(await page.evaluate(() => document.documentElement.dataset.inline)).toBe('ran');
  const accounts = () => application.provider.request({ method: 'eth_accounts' });
  expect(await page.evaluate(accounts)).toEqual([evm.accounts.Harbour]);
  await page.reload();
  await whenUsable(page);
  await page.waitForFunction(isConnected, evm.id);
  expect(await page.evaluate(accounts)).toEqual([evm.accounts.Harbour]);
});

describe('with enforcement on, an application signs and sends', () => {
  test('by viem', async ({ journey }) => {
    const page = await openConnected(journey);
    const signing = page.evaluate(async () => (await application.libraries.viem()).signMessage('Ahoy'));
    expect(await approved(page, signing)).toMatch(/^0x[\da-f]{130}$/);
    const typed = page.evaluate(async (at) => (await application.libraries.viem()).signTypedData(at), fees);
    expect(await approved(page, typed)).toBe(true);
    const read = () =>
      page.evaluate(async (at) => `${await (await application.libraries.viem()).read(at)}`, fees);
    const write = page.evaluate(
      async (at) => `${await (await application.libraries.viem()).write(at, 5n)}`,
      fees,
    );
    expect(await approved(page, write)).toBe('5');
    expect(await read()).toBe('5');
    const calls = page.evaluate(
      async (at) => (await application.libraries.viem()).sendCalls(at, [6n, 7n]),
      fees,
    );
    expect(await approved(page, calls)).toBe('success');
    expect(await read()).toBe('7');
  });

  test('by ethers', async ({ journey }) => {
    const page = await openConnected(journey);
    const typed = page.evaluate(
      async (at) => (await application.libraries.ethers()).signTypedData(at, 31_337),
      fees,
    );
    expect(await approved(page, typed)).toMatch(/^0x[\da-f]{130}$/);
    const write = page.evaluate(async (at) => (await application.libraries.ethers()).write(at, 8n), fees);
    expect(await approved(page, write)).toBe(1);
    expect(
      await page.evaluate(async (at) => `${await (await application.libraries.ethers()).read(at)}`, fees),
    ).toBe('8');
  });

  test('by wagmi, which connects, restores, switches and leaves with the shell', async ({ journey }) => {
    const page = await open(journey);
    const wagmi = () =>
      page.evaluate(async () => {
        const { status, address, chainId } = (await application.libraries.wagmi()).state();
        return { status, address, chainId };
      });
    const connecting = page.evaluate(async () => void (await (await application.libraries.wagmi()).open()));
    await walletButton(page, evm).click();
    await approved(page, connecting);
    const connected = { status: 'connected', address: evm.accounts.Harbour, chainId: 31_337 };
    expect(await wagmi()).toEqual(connected);
    const write = page.evaluate(
      async (at) => `${await (await application.libraries.wagmi()).write(at, 9n)}`,
      fees,
    );
    expect(await approved(page, write)).toBe('9');

    await page.reload();
    await whenUsable(page);
    await page.evaluate(async () => void (await (await application.libraries.wagmi()).restore()));
    expect(await wagmi()).toEqual(connected);
    const next = Number(evm.networks[1]?.id.split(':')[1]);
    const switching = page.evaluate(
      async (id) => void (await (await application.libraries.wagmi()).change(id)),
      next,
    );
    await approved(page, switching);
    expect(await wagmi()).toMatchObject({ chainId: next });

    await page.evaluate(() => application.linkspan.disconnect('evm'));
    await expect.poll(wagmi).toMatchObject({ status: 'disconnected' });
  });
});

describe('with enforcement on, an application writes to Solana', () => {
  test('by @solana/kit: tokens with a memo, and a transaction that the page does not send', async ({
    journey,
  }) => {
    const page = await openConnected(journey, solana);
    const asked = requestOf(page);
    const sending = page.evaluate(
      async ([mint, to]) => (await application.libraries.kit()).transfer(mint as never, to as never, 250n),
      [ferry.token, solana.accounts.Pier] as const,
    );
    await asked.getByText('Fare for the ferry').waitFor();
    await asked.getByText('2.5', { exact: false }).waitFor();
    expect(await approved(page, sending)).toMatchObject({ received: '250' });
    const signing = page.evaluate(async () => (await application.libraries.kit()).signMemo('Only signed'));
    expect(await approved(page, signing)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
    await page.evaluate(() => application.linkspan.open({ view: 'activity' }));
    await walletsOf(page).getByText('Transaction signed, not sent by this page').waitFor();
  });

  test('by wallet-adapter and web3.js, which connect and leave with the shell', async ({ journey }) => {
    const page = await open(journey);
    const account = page.getByLabel('wallet-adapter');
    await page.evaluate(async () => {
      const adapter = await application.libraries.walletAdapter();
      adapter.render();
    });
    await account.getByText('none').waitFor();
    await page.evaluate(async () => (await application.libraries.walletAdapter()).select());
    await walletButton(page, solana).click();
    await approve(page);
    await account.getByText(solana.accounts.Harbour).waitFor();
    const sending = page.evaluate(
      async (to) => (await application.libraries.walletAdapter()).transfer(to, 1_500_000),
      solana.accounts.Lantern,
    );
    expect(await approved(page, sending)).toBe(true);
    const signing = page.evaluate(
      async () => await (await application.libraries.walletAdapter()).signMessage('Ahoy'),
    );
    expect(await approved(page, signing)).toBe(64);
    // The library logs that a wallet has gone.
    journey.expectProblems(/WalletDisconnectedError/);
    await page.evaluate(() => application.linkspan.disconnect('solana'));
    await account.getByText('none').waitFor();
  });
});

test('with enforcement on, an application calls functions of a contract on NEAR', async ({ journey }) => {
  const page = await openConnected(journey, near);
  const calling = page.evaluate(
    async (contract) => (await application.libraries.near()).write(contract, '12'),
    ferry.near,
  );
  await requestOf(page).getByText('set_fee').waitFor();
  expect(await approved(page, calling)).toBe('12');
  const twice = page.evaluate(
    async (contract) => (await application.libraries.near()).writeTwice(contract, ['13', '14']),
    ferry.near,
  );
  expect(await approved(page, twice)).toBe('14');
  await page.evaluate(() => application.linkspan.open({ view: 'activity' }));
  await walletsOf(page).getByText('Confirmed', { exact: true }).first().waitFor();
});

test('a remote is shipped into an unchanged application, and a withdrawn one asks nobody', async ({
  journey,
}) => {
  const team = await openTeam('application');
  const place = journey.keep(await openTeamPlace('application-team', team, { app: built }));
  const page = await journey.open({ url: place.url, whenUsable });
  await pick(page, evm);
  await approve(page);
  await page.waitForFunction(isConnected, evm.id);
  await team.deliver(evm.remote, { version: '0.1.1' });
  await page.reload();
  await whenUsable(page);
  await page.waitForFunction(isConnected, evm.id);
  const remote = () => page.evaluate(() => application.linkspan.family('evm').$remote.get());
  await expect.poll(remote).toMatchObject({ stage: 'mounted', release: { version: '0.1.1' } });

  await team.run(`withdraw ${evm.remote} ${team.by('machine')}`);
  await advanceClock(page, 61_000);
  const refused = page.evaluate(() =>
    application.provider
      .request({
        method: 'eth_sendTransaction',
        params: [{ to: '0x000000000000000000000000000000000000dEaD' }],
      })
      .catch(({ code, data }) => [code, data.code]),
  );
  expect(await refused).toEqual([4900, 'release/withdrawn']);
  expect(await approval(page).count()).toBe(0);
  expect(await page.evaluate(() => application.linkspan.family('evm').$releaseStatus.get())).toMatchObject({
    state: 'stopped',
  });
});

test('a transaction that is cancelled on its card does not settle before the wallet does, and is followed', async ({
  journey,
}) => {
  const page = await openConnected(journey);
  await page.evaluate((at) => {
    const params = [{ to: at, data: `0x60fe47b1${'0'.repeat(63)}4` }];
    const sending = application.provider.request({ method: 'eth_sendTransaction', params });
    Object.assign(globalThis, { settled: 'no' });
    const settle = (how: string) => () => Object.assign(globalThis, { settled: how });
    sending.then(settle('sent'), settle('failed'));
  }, fees);
  // It opens by itself, clear of the wallet's window.
  const asked = requestOf(page);
  await asked.getByText('Approve in Practice Wallet').waitFor();
  await asked.getByText('This page cannot read the call').waitFor();
  await asked.getByText('Show bytes').click();
  await asked.getByText('0x60fe47b1', { exact: false }).waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  const settled = () => page.evaluate(() => Reflect.get(globalThis, 'settled'));
  expect(await settled()).toBe('no');
  await approve(page);
  await expect.poll(settled).toBe('sent');
  await page.evaluate(() => application.linkspan.open({ view: 'activity' }));
  await walletsOf(page).getByText('Confirmed', { exact: true }).first().waitFor();
});

/** Has the application ask for a signature; the page's `settled` says how it ended. */
async function askFor(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { provider } = application;
    const [account]: string[] = await provider.request({ method: 'eth_accounts' });
    Object.assign(globalThis, { settled: 'no' });
    const settle = (how: string) => () => Object.assign(globalThis, { settled: how });
    const signing = provider.request({ method: 'personal_sign', params: ['0x41686f79', account] });
    signing.then(settle('signed'), settle('failed'));
  });
}

describe('a request is in view before a wallet is asked, whatever the application shows', () => {
  const shows: readonly [string, () => void][] = [
    [
      'a modal dialog',
      () => {
        const dialog = document.body.appendChild(document.createElement('dialog'));
        dialog.id = 'own';
        dialog.append('Are you sure?');
        dialog.style.cssText = 'inset: 0; inline-size: 100vw; block-size: 100vh';
        dialog.showModal();
      },
    ],
    [
      'a modal dialog in a tree of its own',
      () => {
        const shadow = document.body
          .appendChild(document.createElement('div'))
          .attachShadow({ mode: 'open' });
        const dialog = shadow.appendChild(document.createElement('dialog'));
        dialog.append('Are you sure?');
        dialog.showModal();
      },
    ],
    [
      'a body without pointer events, and all else hidden from readers',
      () => {
        document.body.style.cssText = 'pointer-events: none; text-transform: uppercase; visibility: hidden';
        for (const one of document.body.children) one.setAttribute('aria-hidden', 'true');
        for (const one of document.body.children) one.setAttribute('inert', '');
      },
    ],
    [
      'a layer above all',
      () => {
        const layer = document.body.appendChild(document.createElement('div'));
        layer.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; background: red';
        layer.popover = 'manual';
        layer.showPopover();
      },
    ],
    [
      'a shell in a hidden panel, and a reset of all that is in the body',
      () => {
        const panel = document.body.appendChild(document.createElement('div'));
        panel.append(document.createElement('linkspan-shell'));
        panel.hidden = true;
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          'body > * { display: none !important; opacity: 0 !important; pointer-events: none !important }',
        );
        document.adoptedStyleSheets.push(sheet);
      },
    ],
  ];
  for (const [name, show] of shows)
    test(name, name === 'a modal dialog' ? {} : { tags: ['release'] }, async ({ journey }) => {
      const page = await openConnected(journey);
      await page.evaluate(show);
      await askFor(page);
      const asked = requestOf(page);
      await asked.getByText('Approve in Practice Wallet').waitFor();
      // By the pointer: nothing is above it.
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await page.waitForFunction(() => Reflect.get(globalThis, 'settled') === 'failed');
      expect(await asked.getByText('Approve in Practice Wallet').count()).toBe(0);
    });

  test('the sheet of a wallet, on a phone', async ({ journey }) => {
    const page = await openConnected(journey);
    await page.setViewportSize({ width: 375, height: 667 });
    await askFor(page);
    await approval(page).waitFor();
    const [asked, wallet] = await Promise.all([requestOf(page).boundingBox(), approval(page).boundingBox()]);
    expect((asked?.y ?? 0) + (asked?.height ?? 0)).toBeLessThanOrEqual(wallet?.y ?? 0);
    await requestOf(page).getByRole('button', { name: 'Cancel' }).click();
    await page.waitForFunction(() => Reflect.get(globalThis, 'settled') === 'failed');
  });

  test('a modal dialog that opens later, and closes', async ({ journey }) => {
    const page = await openConnected(journey);
    await askFor(page);
    await approval(page).waitFor();
    await page.evaluate(() => {
      const dialog = document.body.appendChild(document.createElement('dialog'));
      dialog.id = 'own';
      dialog.showModal();
    });
    await page.waitForFunction(() =>
      document.querySelector('linkspan-root')?.shadowRoot?.querySelector('.requests:modal'),
    );
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#own')?.close());
    // The wallet's window is within reach again.
    await approve(page);
    await page.waitForFunction(() => Reflect.get(globalThis, 'settled') === 'signed');
  });

  test('a shell that is closed', { tags: ['release'] }, async ({ journey }) => {
    const page = await openConnected(journey);
    await askFor(page);
    await approval(page).waitFor();
    await page.evaluate(() => application.linkspan.close());
    await requestOf(page).getByText('Approve in Practice Wallet').waitFor();
    await approve(page);
  });

  test('nothing at all: then nobody is asked', async ({ journey }) => {
    const page = await openConnected(journey);
    await page.evaluate(() => {
      document.body.style.display = 'none';
    });
    await askFor(page);
    await page.waitForFunction(() => application.linkspan.family('evm').$request.get().state === 'asking');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await approval(page).count()).toBe(0);
    await page.evaluate(() => {
      document.body.style.display = '';
    });
    await approve(page);
    await page.waitForFunction(() => Reflect.get(globalThis, 'settled') === 'signed');
  });
});

describe('what a person has to check after an answer stays in view', () => {
  /** No other test sends as much: a send without an answer is looked for by its amount. */
  const send = (page: Page, value = '0x16345785d8a0000') =>
    page.evaluate(
      (transaction) => {
        const params = [transaction];
        application.provider.request({ method: 'eth_sendTransaction', params }).catch(() => undefined);
      },
      { to: evm.accounts.Pier, value },
    );

  test('a send that nobody knows the end of', async ({ journey }) => {
    const page = await openConnected(journey);
    await misbehave(page, 'evm', { does: 'hang', on: 'send' });
    await send(page, '0x2c68af0bb140007');
    await requestOf(page).getByRole('button', { name: 'Cancel' }).click();
    await requestOf(page)
      .getByText(/^It is not clear whether .* was sent/)
      .waitFor();
    await page.evaluate(() => application.linkspan.close());
    await requestOf(page).getByRole('button', { name: 'I have checked my wallet' }).click();
    await requestOf(page).waitFor({ state: 'hidden' });
  });

  test('a send that differs from what was asked', async ({ journey }) => {
    const page = await openConnected(journey);
    await misbehave(page, 'evm', { does: 'change', on: 'send', how: 'more' });
    await send(page);
    await approve(page);
    await requestOf(page).getByText('Your wallet sent something different from your request').waitFor();
    await requestOf(page).getByRole('button', { name: 'Dismiss' }).click();
    await requestOf(page).waitFor({ state: 'hidden' });
  });
});

test('the dialog of wallets stays above a modal dialog that the application opens later', async ({
  journey,
}) => {
  const page = await open(journey);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.evaluate(() => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.style.cssText = 'inset: 0; inline-size: 100vw; block-size: 100vh';
    dialog.showModal();
  });
  await page.getByRole('dialog', { name: 'Connect a wallet' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog', { name: 'Connect a wallet' }).waitFor({ state: 'hidden' });
});

describe('an altered file of an application', () => {
  const kinds = [
    ['entry', /^index-.*\.js$/],
    ['chunk', /^use-viem-.*\.js$/],
  ] as const;
  test.for(kinds)('is refused: %s', async ([kind, name], { journey }) => {
    const site = journey.keep(await openSite(`altered-${kind}`, await readConfig(), built));
    const assets = join(outputFolder, `altered-${kind}`, 'assets');
    const file = (await readdir(assets)).find((one) => name.test(one)) ?? '';
    await appendFile(join(assets, file), '\nglobalThis.altered = true;');
    journey.expectProblems(/integrity/, /^uncaught/);
    const page = await journey.open({ url: site.url, whenUsable: async () => undefined });
    const ran = await page.evaluate(async () => {
      await globalThis.linkspanPage?.shell;
      await globalThis.application?.libraries.viem().catch(() => undefined);
      return Reflect.get(globalThis, 'altered');
    });
    expect(ran).toBeUndefined();
  });
});

describe('an application starts all the same', () => {
  const states = () =>
    application.linkspan.families.map(({ $remote }) => {
      const remote = $remote.get();
      if (remote.stage === 'failed') return `failed ${remote.failure.code}`;
      return remote.stage === 'pending' ? 'pending' : 'running';
    });
  const isSettled = () =>
    globalThis.application?.linkspan.families.every(({ $remote }) => $remote.get().stage !== 'pending');

  /** Opens a blank page of the site, for what has to be set up before the application's page is loaded. */
  async function openBlank(journey: Journey, { url } = site) {
    const page = await journey.open({ url: 'about:blank', whenUsable: async () => undefined });
    return { page, url };
  }

  async function load(page: Page, url: string): Promise<readonly string[]> {
    await page.goto(url);
    await page.getByText('Ready').waitFor();
    await page.waitForFunction(isSettled);
    return page.evaluate(states);
  }

  test('without the early script', { tags: ['release'] }, async ({ journey }) => {
    journey.expectProblems(/early-application/, /loader\/host/, /404/);
    const { page, url } = await openBlank(journey);
    await page.route(/early-application/, (route) => route.fulfill({ status: 404, body: '' }));
    expect(await load(page, url)).toEqual(Array(3).fill('failed loader/host'));
    await page.getByRole('button', { name: 'Wallets did not load. Reload' }).waitFor();
  });

  test('while documents hang: the copies of the deploy serve', async ({ journey }) => {
    const { page, url } = await openBlank(journey);
    await page.route(/live\.json/, (route) =>
      route.request().url().startsWith(url) ? route.continue() : undefined,
    );
    expect(await load(page, url)).toEqual(Array(3).fill('running'));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('while all documents are late: the families come without a reload, and connect', {
    tags: ['release'],
  }, async ({ journey }) => {
    const { page, url } = await openBlank(journey);
    let arrive = (): void => undefined;
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/live\.json|\/documents\//, async (route) => {
      await arrival;
      await route.continue();
    });
    await page.goto(url);
    await page.getByText('Ready').waitFor();
    expect(await page.evaluate(states)).toEqual(Array(3).fill('pending'));
    arrive();
    await page.waitForFunction(() =>
      application.linkspan.families.every(({ $remote }) => !/pending|failed/.test($remote.get().stage)),
    );
    await pick(page, evm);
    await approve(page);
    await page.waitForFunction(isConnected, evm.id);
  });

  test('while documents hang that no copy is of: the families come with a reload', {
    tags: ['release'],
  }, async ({ journey }) => {
    const config = await readConfig();
    const families = config.families.map(({ remote: { live: _, ...remote }, ...family }) => ({
      ...family,
      remote,
    }));
    const own = journey.keep(await openSite('application-alone', { ...config, families }, built));
    const { page, url } = await openBlank(journey, own);
    await page.route(/live\.json/, () => undefined);
    expect(await load(page, url)).toEqual(Array(3).fill('failed release/late'));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await page.waitForFunction(isSettled);
    expect(await page.evaluate(states)).toEqual(Array(3).fill('running'));
  });

  test('while all stores are down', { tags: ['release'] }, async ({ journey }) => {
    journey.expectProblems(/ERR_FAILED/, /loader\/unreachable/, /release\/unreachable/);
    const { page, url } = await openBlank(journey);
    await page.route(
      (address) => address.origin !== new URL(url).origin && address.protocol === 'http:',
      (route) => route.abort(),
    );
    expect(await load(page, url)).toEqual(Array(3).fill('failed loader/unreachable'));
  });

  test('beside a remote whose file was altered, which does not run', async ({ journey }) => {
    journey.expectProblems(/integrity/, /loader\/altered/);
    const { page, url } = await openBlank(journey);
    await page.route(
      (address) => address.origin === evm.origin && /discovery-.*\.js$/.test(address.pathname),
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()}\nglobalThis.altered = true;` });
      },
    );
    expect(await load(page, url)).toEqual(['failed loader/altered', 'running', 'running']);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'altered'))).toBeUndefined();
  });

  test('where an import map was put before the page’s own', async ({ journey }) => {
    const { page, url } = await openBlank(journey);
    await page.addInitScript(() => {
      const map = Object.assign(document.createElement('script'), { type: 'importmap' });
      new MutationObserver((_, observer) => {
        if (!document.head) return;
        observer.disconnect();
        document.head.append(map);
      }).observe(document, { childList: true, subtree: true });
    });
    expect(await load(page, url)).toEqual(Array(3).fill('failed loader/unenforced'));
  });
});

test('a rejection has the number of EIP-1193, and a method that the page does not pass on asks nobody', async ({
  journey,
}) => {
  const page = await openConnected(journey);
  const ask = (method: string, params: unknown[]) =>
    page.evaluate(
      ([method, params]) =>
        application.provider.request({ method, params }).catch(({ code, data }) => ({ code, data })),
      [method, params] as const,
    );
  const signing = ask('personal_sign', ['0x41', evm.accounts.Harbour]);
  await reject(page);
  expect(await signing).toMatchObject({ code: 4001, data: { code: 'wallet/rejected' } });
  expect(await ask('eth_sign', [evm.accounts.Harbour, '0x41'])).toMatchObject({ code: 4200 });
});
