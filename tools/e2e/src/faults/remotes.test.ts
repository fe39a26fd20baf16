import type { RemoteServerFaults } from '@linkspan/practice/bench';
import { type RemoteFaults, toFaultsKey } from '@linkspan/practice/remotes';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { approve } from '../page/approval.ts';
import { press, whenSays, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm } from '../page/families.ts';
import { inFirefox } from '../page/journey.ts';
import { signIn } from '../page/sign-in.ts';
import { whenReady } from '../page/when-ready.ts';
import { openFaultPlace } from './fault-place.ts';
import { faultTest, misbehaving, passTime, useFaultyPlace, whenTold } from './fault-test.ts';

const broken = evm;
const faulty = { version: '0.1.1', faulty: true } as const;

describe('the code of a remote', () => {
  const start = { broken, in: useFaultyPlace('remotes') };

  faultTest(
    'that throws when it is evaluated is told as not started',
    { ...start, storage: misbehaving({ 'connector.evaluation': 'throws' }) },
    async ({ page }) => {
      await pickAndApprove(page);
      await whenSays(page, evm, 'Ethereum support could not be started');
    },
  );

  faultTest(
    'that never ends to be evaluated is given up',
    { ...start, hasClock: true, storage: misbehaving({ 'connector.evaluation': 'hangs' }) },
    async ({ page }) => {
      await pickAndApprove(page);
      await page.waitForFunction(() => 'practiceRemoteFaults' in globalThis);
      await passTime(page, 11_000);
      await whenSays(page, evm, 'Ethereum support is taking too long');
    },
  );

  faultTest(
    'that publishes what is no fact changes nothing, and is told to those who run the page',
    { ...start, storage: misbehaving({ 'connector.connected': 'malformed' }) },
    async ({ page }) => {
      await connect(page, evm);
      await whenTold(page, 'remote/malformed');
      await whenStatus(page, evm, 'Connected');
    },
  );

  faultTest(
    'that floods the store slows no other family',
    { ...start, storage: misbehaving({ 'connector.connected': 'floods' }) },
    async ({ page }) => connect(page, evm),
  );

  faultTest(
    'that goes on publishing after it was unmounted is not heard',
    {
      ...start,
      storage: misbehaving({
        'connector.sign': 'throws',
        'connector.unmount': 'publishes',
      }),
    },
    async ({ page }) => {
      await connect(page, evm);
      await press(page, evm, 'Sign in');
      await whenSays(page, evm, 'Ethereum support stopped unexpectedly');
      await press(page, evm, 'Restart Ethereum support');
      await whenStatus(page, evm, 'Connected');
      await whenTold(page, 'remote/unleased');
    },
  );
});

describe('the server of a remote', () => {
  const repair = {} satisfies Partial<RemoteServerFaults>;

  faultTest(
    'that sends nothing of the connector is given up, and tried again after a reload',
    { broken, hasClock: true, before: (place) => place.breakRemote('evm', { connector: 'hangs' }) },
    async ({ page, place }) => {
      await pickAndApprove(page);
      await passTime(page, 21_000);
      await whenSays(page, evm, 'Ethereum support is taking too long');
      await place.breakRemote('evm', repair);
      // No browser gives up an import that hangs before a reload. The wallet has approved before, and does not ask again.
      await page.reload();
      await whenReady(page);
      await pick(page, evm);
      await whenStatus(page, evm, 'Connected');
    },
  );

  faultTest(
    'that answers with 404 for the discovery is tried again by one press',
    { broken, before: (place) => place.breakRemote('evm', { discovery: 'missing' }) },
    async ({ page, place }) => {
      await whenSays(page, evm, 'Ethereum support could not be loaded');
      await place.breakRemote('evm', repair);
      await press(page, evm, 'Try again');
      await whenSays(page, evm, 'Practice Wallet is ready');
    },
  );

  faultTest(
    'that sends other bytes is said to, and the right ones are taken from the same page',
    { broken, before: (place) => place.breakRemote('evm', { connector: 'altered' }) },
    async ({ page, place }) => {
      await pickAndApprove(page);
      await whenSays(page, evm, 'Its server sends code that is not what its team released');
      await place.breakRemote('evm', repair);
      await press(page, evm, 'Try again');
      await whenStatus(page, evm, 'Disconnected');
      // Firefox does not fetch a file again whose import has failed, until the page is loaded again.
      if (inFirefox) await page.reload().then(() => whenReady(page));
      await pick(page, evm);
      await whenStatus(page, evm, 'Connected');
    },
  );
});

describe('a newer release that fails', () => {
  faultTest(
    'by throwing gives way to the last that worked, until it works too',
    { broken, in: () => openFaultPlace('fall-back', async () => undefined) },
    async ({ page, place }) => {
      await connect(page, evm);
      await place.team.deliver('remote-evm', faulty);
      await setFaults(page, { 'connector.mount': 'throws' });
      await page.reload();
      await whenSays(page, evm, 'Ethereum support could not be started');
      await press(page, evm, 'Reload');
      await whenReady(page);
      await whenSays(page, evm, 'Running 0.1.0, because 0.1.1 could not start here.');
      await whenStatus(page, evm, 'Connected');
      await signIn(page, evm);
      await setFaults(page, {});
      await press(page, evm, 'Try the newest again');
      await whenReady(page);
      await whenSays(page, evm, 'remote-evm 0.1.1');
      await whenStatus(page, evm, 'Connected');
    },
  );

  faultTest(
    'by making the page hang gives way to the last that worked',
    {
      broken,
      hasClock: true,
      in: () => openFaultPlace('hang', async () => undefined),
      notInFirefox: 'its driver cannot close a page that hangs',
    },
    async ({ page, place }) => {
      await connect(page, evm);
      await place.team.deliver('remote-evm', faulty);
      await setFaults(page, { 'discovery.evaluation': 'blocks' });
      await leaveHanging(page);
      await page.reload();
      await whenReady(page);
      await whenStatus(page, evm, 'Connected');
      await whenSays(page, evm, 'Running 0.1.0, because 0.1.1 made this page hang.');
    },
  );
});

async function pickAndApprove(page: Page): Promise<void> {
  await pick(page, evm);
  await approve(page);
}

/** Sets the faults of remote-evm from the next load of the page on. */
async function setFaults(page: Page, faults: RemoteFaults): Promise<void> {
  await page.evaluate(
    ([key = '', text = '']) => localStorage.setItem(key, text),
    [toFaultsKey('evm'), JSON.stringify(faults)],
  );
}

/** Opens another tab, in which a remote blocks the page, and closes it. A while later the first tab is loaded again. */
async function leaveHanging(page: Page): Promise<void> {
  const tab = await page.context().newPage();
  // It may never be loaded.
  tab.goto(page.url(), { waitUntil: 'commit' }).catch(() => undefined);
  await expect.poll(() => page.evaluate(findOldMark, 2_000), { timeout: 40_000 }).toBe(true);
  await tab.close();
  await passTime(page, 25_000);
}

/** In the page: whether the failure mark has been there for so long, which a page that goes on would have removed. */
function findOldMark(ms: number): boolean {
  const text = localStorage.getItem('linkspan:1:release:remote-evm:mark');
  return text !== null && Date.now() > JSON.parse(text).at + ms;
}
