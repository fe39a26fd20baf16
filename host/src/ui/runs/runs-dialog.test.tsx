import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createFakeShell, type FakeShell, fakeConfig } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

let shell: FakeShell;
let page: OpenPage;
const dialog = () => document.querySelector('dialog[open]') as HTMLElement;
const row = (family: string) => dialog().querySelector(`li[data-family=${family}]`)?.textContent;
const serve = (family: string, release: object) =>
  shell.store.publishRemote(family, {
    stage: 'mounted',
    release: { remote: `remote-${family}`, version: '0.1.0', ...release },
  });

async function open(config = fakeConfig): Promise<void> {
  shell = createFakeShell(config);
  page = await openPage(shell);
  await page.press(document.body, 'What runs here');
  await act(() => vi.waitFor(() => expect(dialog()).not.toBeNull()));
}

beforeAll(() => import('../on-demand.lazy.ts'));
beforeEach(() => open());
afterEach(() => page.close());

it('says of each family which version runs, and of a verified one alone that its signature was checked', async () => {
  expect(row('evm')).toBe('EthereumNot loaded yet');
  await page.change(() => {
    serve('evm', { share: 100 });
    serve('solana', { share: 20, version: '0.1.1' });
    serve('near', {});
  });
  expect(row('evm')).toBe('EthereumVersion 0.1.0Signature checked');
  expect(row('solana')).toBe('SolanaVersion 0.1.1, for 20 % of visitorsSignature checked');
  expect(row('near')).toBe('NEARVersion 0.1.0Not signed');
});

it('says what has failed, and nothing of its signature', async () => {
  const failure = { code: 'loader/broken', context: { remote: 'remote-evm' } };
  const release = { remote: 'remote-evm', version: '0.1.0', share: 100 };
  await page.change(() =>
    shell.store.publishRemote('evm', { stage: 'failed', failure, release, step: 'again' }),
  );
  expect(row('evm')).toMatch(/^EthereumVersion 0\.1\.0Ethereum/);
  expect(row('evm')).not.toContain('Signature checked');
});

it('says which build of the page runs, and that nothing is real where it is for practice', () => {
  expect(dialog().textContent).toContain('This page is version x7Qa_B-9');
  expect(dialog().textContent).toContain('Nothing here is real.');
});

it('claims no check of signatures on a page for development', async () => {
  expect(dialog().textContent).toContain('This page checks its signature before it runs');
  await page.close();
  await open({ ...fakeConfig, development: true });
  expect(dialog().textContent).not.toContain('checks its signature');
  expect(dialog().textContent).toContain('it checks no signatures');
});

it('copies a report, and shows what it holds', async () => {
  const writeText = vi.fn(async (_: string) => undefined);
  vi.stubGlobal('navigator', { userAgent: 'Browser 1', clipboard: { writeText } });
  await page.change(() => serve('evm', { share: 100 }));
  await page.press(dialog(), 'Copy report');
  expect(writeText).toHaveBeenCalledWith(dialog().querySelector('[data-field=report]')?.textContent);
  expect(writeText.mock.calls[0]?.[0]).toContain('release: remote-evm@0.1.0');
});

it('closes, and the foot says what a wallet is in a dialog of its own', async () => {
  await page.press(dialog(), 'Close');
  expect(dialog()).toBeNull();
  await page.press(document.body, 'What is a wallet?');
  await act(() => vi.waitFor(() => expect(dialog()).not.toBeNull()));
  expect(dialog().textContent).toContain('Never give your recovery words to a page or a person.');
});
