import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect, connected } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

let shell: FakeShell;
let page: OpenPage;
const card = () => page.region('Ethereum');
const text = () => card().textContent;

beforeEach(async () => {
  shell = createFakeShell();
  page = await openPage(shell);
});
afterEach(() => page.close());

const serve = (code: string) =>
  page.change(() => {
    const release = {
      remote: 'remote-evm',
      version: '0.1.0',
      share: 0,
      insteadOf: { version: '0.1.1', code },
    };
    shell.store.publishRemote('evm', { stage: 'mounted', release });
  });

it.each([
  ['loader/broken', 'Running 0.1.0, because 0.1.1 could not start here.'],
  ['loader/timeout', 'Running 0.1.0, because 0.1.1 took too long to start here.'],
  ['loader/altered', 'Running 0.1.0, because 0.1.1 is not as its team released it.'],
  ['release/quarantined', 'Running 0.1.0, because 0.1.1 made this page hang.'],
])('says which version serves in place of the newest, and why: %s', async (code, words) => {
  await page.change(() => connect(shell, connected));
  await serve(code);
  expect(text()).toContain(words);
});

it('offers to try the newest again', async () => {
  await serve('loader/broken');
  await page.press(card(), 'Try the newest again');
  expect(shell.given).toEqual(['runNewest evm']);
});

it('offers to try again what ended two pages in a row', async () => {
  const failure = { code: 'release/quarantined', context: { remote: 'remote-evm' } };
  await page.change(() => shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'again' }));
  expect(text()).toContain('Ethereum support waits for you');
  await page.press(card(), 'Try again');
  expect(shell.given).toEqual(['retry evm']);
});

it('offers to restart a remote whose command has failed', async () => {
  await page.change(() => connect(shell, connected));
  const failure = { code: 'remote/timeout', context: { family: 'evm', command: 'switchAccount' } };
  await page.change(() => shell.request('evm').set({ state: 'failed', failure }));
  expect(text()).toContain('Ethereum support did not answer');
  await page.press(card(), 'Restart Ethereum support');
  expect(shell.given).toEqual(['restart evm']);
});
