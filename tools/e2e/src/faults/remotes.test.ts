import { type RemoteFaults, toFaultsKey } from '@linkspan/practice/remotes';
import type { Page } from 'playwright-core';
import { afterAll, describe } from 'vitest';
import { signIn } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { press, whenSays, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm } from '../page/families.ts';
import { inFirefox } from '../page/journey.ts';
import { whenMarkCounts, whenReady } from '../page/when-ready.ts';
import type { Team } from '../place/team.ts';
import { type OwnPlace, openFaultPlace } from './fault-place.ts';
import { faultTest, passTime, whenTold } from './fault-test.ts';

const broken = evm;
const faultsKey = toFaultsKey('evm');

describe('the code of a remote', () => {
  const start = { broken, in: useFaultyPlace() };

  faultTest(
    'that throws when it is evaluated is reported as not started',
    { ...start, storage: withFaults({ 'connector.evaluation': 'throws' }), isForRelease: true },
    async ({ page }) => {
      await pickAndApprove(page);
      await whenSays(page, evm, 'Ethereum could not be started');
    },
  );

  faultTest(
    'that never finishes evaluating is given up',
    {
      isForRelease: true,
      ...start,
      hasClock: true,
      storage: withFaults({ 'connector.evaluation': 'hangs' }),
    },
    async ({ page }) => {
      await pickAndApprove(page);
      await page.waitForFunction(() => 'practiceRemoteFaults' in globalThis);
      await passTime(page, 11_000);
      await whenSays(page, evm, 'Ethereum is taking too long');
    },
  );

  faultTest(
    'that publishes a malformed connection changes nothing and is reported',
    { isForRelease: true, ...start, storage: withFaults({ 'connector.connected': 'malformed' }) },
    async ({ page }) => {
      await connect(page, evm);
      await whenTold(page, 'remote/malformed');
      await whenStatus(page, evm, 'Connected');
    },
  );

  faultTest(
    'that floods the store slows no other family',
    { isForRelease: true, ...start, storage: withFaults({ 'connector.connected': 'floods' }) },
    async ({ page }) => connect(page, evm),
  );

  faultTest(
    'that publishes after it was unmounted is ignored',
    {
      isForRelease: true,
      ...start,
      storage: withFaults({
        'connector.sign': 'throws',
        'connector.unmount': 'publishes',
      }),
    },
    async ({ page }) => {
      await connect(page, evm);
      await press(page, evm, 'Sign in');
      await whenSays(page, evm, 'Ethereum stopped unexpectedly');
      await press(page, evm, 'Restart Ethereum');
      await whenStatus(page, evm, 'Connected');
      await whenTold(page, 'remote/unleased');
    },
  );
});

describe('the server of a remote', () => {
  faultTest(
    'that never sends the connector is given up, and tried again after a reload',
    {
      isForRelease: true,
      broken,
      hasClock: true,
      before: (place) => place.breakRemote('evm', { connector: 'hangs' }),
    },
    async ({ page, place }) => {
      await pickAndApprove(page);
      await passTime(page, 21_000);
      await whenSays(page, evm, 'Ethereum is taking too long');
      await place.breakRemote('evm', {});
      // No browser gives up an import that hangs before a reload. The wallet approved earlier and does not ask again.
      await page.reload();
      await whenReady(page);
      await pick(page, evm);
      await whenStatus(page, evm, 'Connected');
    },
  );

  faultTest(
    'that answers 404 for the discovery is tried again by one press',
    { isForRelease: true, broken, before: (place) => place.breakRemote('evm', { discovery: 'missing' }) },
    async ({ page, place }) => {
      await whenSays(page, evm, 'Ethereum is not available right now');
      await place.breakRemote('evm', {});
      await press(page, evm, 'Try again');
      await whenSays(page, evm, 'Connect with');
    },
  );

  faultTest(
    'that sends altered bytes is named as the cause, and the same page then loads the right ones',
    { broken, before: (place) => place.breakRemote('evm', { connector: 'altered' }) },
    async ({ page, place }) => {
      await pickAndApprove(page);
      await whenSays(page, evm, 'The server sent code that the team did not release');
      await place.breakRemote('evm', {});
      await press(page, evm, 'Try again');
      await whenStatus(page, evm, 'Disconnected');
      // Firefox does not fetch a file again after its import has failed, until the page is reloaded.
      if (inFirefox) await page.reload().then(() => whenReady(page));
      await pick(page, evm);
      await whenStatus(page, evm, 'Connected');
    },
  );
});

describe('a newer release that fails', () => {
  faultTest(
    'by throwing gives way to the last good one, until it works too',
    { broken, in: () => openFaultPlace('fall-back') },
    async ({ page, place }) => {
      await connect(page, evm);
      await deliverFaulty(place.team);
      await setFaults(page, { 'connector.mount': 'throws' });
      await page.reload();
      await whenSays(page, evm, 'Ethereum could not be started');
      await press(page, evm, 'Reload');
      await whenReady(page);
      await whenSays(page, evm, 'Using the earlier version 0.1.0: 0.1.1 did not start.');
      await whenStatus(page, evm, 'Connected');
      await signIn(page, evm);
      await setFaults(page, {});
      await press(page, evm, 'Try the newest again');
      await whenReady(page);
      await page.locator('section[data-release="remote-evm@0.1.1"]').waitFor();
      await whenStatus(page, evm, 'Connected');
    },
  );

  faultTest(
    'by blocking the page gives way to the last good one',
    {
      isForRelease: true,
      broken,
      hasClock: true,
      in: () => openFaultPlace('hang'),
      notInFirefox: 'its driver cannot close a page that hangs',
    },
    async ({ page, place }) => {
      await connect(page, evm);
      await deliverFaulty(place.team);
      await setFaults(page, { 'discovery.evaluation': 'blocks' });
      await leaveHanging(page);
      await page.reload();
      await whenReady(page);
      await whenStatus(page, evm, 'Connected');
      await whenSays(page, evm, 'Using the earlier version 0.1.0: 0.1.1 made this page hang.');
    },
  );
});

/** Opens one place for all tests of a block, in which the faulty release is live. It is closed after them. */
function useFaultyPlace(): () => Promise<OwnPlace> {
  let opened: Promise<OwnPlace> | undefined;
  afterAll(async () => (await opened)?.[Symbol.asyncDispose]());
  return async () => {
    opened ??= openFaultPlace('remotes', deliverFaulty);
    // A test closes the place that it was given, and this one is shared.
    return { ...(await opened), [Symbol.asyncDispose]: async () => undefined };
  };
}

async function deliverFaulty(team: Team): Promise<void> {
  await team.deliver('remote-evm', { version: '0.1.1', faulty: true });
}

/** The storage of a page in which the faulty release has these faults. */
function withFaults(faults: RemoteFaults): Record<string, RemoteFaults> {
  return { [faultsKey]: faults };
}

/** Sets the faults of the faulty release from the next load of the page on. */
async function setFaults(page: Page, faults: RemoteFaults): Promise<void> {
  const entry = [faultsKey, JSON.stringify(faults)] as const;
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), entry);
}

async function pickAndApprove(page: Page): Promise<void> {
  await pick(page, evm);
  await approve(page);
}

/** Opens another tab, in which the remote blocks the page, and closes it. */
async function leaveHanging(page: Page): Promise<void> {
  const tab = await page.context().newPage();
  // It may never load.
  tab.goto(page.url(), { waitUntil: 'commit' }).catch(() => undefined);
  await whenMarkCounts(page, evm);
  await tab.close();
}
