import { contractVersion } from '@linkspan/contract';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { account, connect } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell, fakeConfig } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';
import { isVerified, sayVersion, toReport } from './runs-dialog.tsx';

describe('the dialog', () => {
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

  it('shows a failure without a signature', async () => {
    const failure = { code: 'loader/broken', context: { remote: 'remote-evm' } };
    const release = { remote: 'remote-evm', version: '0.1.0', share: 100 };
    await page.change(() =>
      shell.store.publishRemote('evm', { stage: 'failed', failure, release, step: 'again' }),
    );
    expect(row('evm')).toMatch(/^EthereumVersion 0\.1\.0Ethereum/);
    expect(row('evm')).not.toContain('Signature checked');
  });

  it('shows the build of the page, and says if it is for practice', () => {
    expect(dialog().textContent).toContain('This page is version x7Qa_B-9');
    expect(dialog().textContent).toContain('Nothing here is real.');
  });

  it('claims no check of signatures on a page for development', async () => {
    expect(dialog().textContent).toContain('only if that team signed it');
    await page.close();
    await open({ ...fakeConfig, development: true });
    expect(dialog().textContent).not.toContain('signed it');
    expect(dialog().textContent).toContain('it checks no signatures');
  });

  it('says of a release of a package that it came with the page', async () => {
    await page.change(() => serve('evm', { package: '@linkspan/remote-evm' }));
    expect(dialog().textContent).toContain('Version 0.1.0 of @linkspan/remote-evm');
    expect(dialog().textContent).toContain('Part of this page');
    expect(dialog().textContent).toContain('and came with this page.');
    await page.change(() => serve('near', { share: 100 }));
    expect(dialog().textContent).toContain('only if that team signed it, or if it came with this page');
  });

  it('copies the report that it shows', async () => {
    const writeText = vi.fn(async (_: string) => undefined);
    vi.stubGlobal('navigator', { userAgent: 'Browser 1', clipboard: { writeText } });
    await page.change(() => serve('evm', { share: 100 }));
    await page.press(dialog(), 'Copy report');
    expect(writeText).toHaveBeenCalledWith(dialog().querySelector('[data-field=report]')?.textContent);
    expect(writeText.mock.calls[0]?.[0]).toContain('release: remote-evm@0.1.0');
  });

  it('closes, and the foot explains wallets in a dialog of its own', async () => {
    await page.press(dialog(), 'Close');
    expect(dialog()).toBeNull();
    await page.press(document.body, 'What is a wallet?');
    await act(() => vi.waitFor(() => expect(dialog()).not.toBeNull()));
    expect(dialog().textContent).toContain('give them to no page and no person.');
  });
});

const release = { remote: 'remote-evm', version: '0.1.0' };
const insteadOf = { version: '0.1.1', code: 'loader/broken' };

it.each([
  [{}, 'Version 0.1.0', false],
  [{ share: 100 }, 'Version 0.1.0', true],
  [{ share: 20 }, 'Version 0.1.0, for 20 % of visitors', true],
  [{ share: 0 }, 'Version 0.1.0, no longer offered to visitors', true],
  [{ share: 0, insteadOf }, 'Version 0.1.0 in place of 0.1.1, no longer offered to visitors', true],
  [{ package: '@linkspan/remote-evm' }, 'Version 0.1.0 of @linkspan/remote-evm', false],
])('names the running version, and only a verified one is verified: %j', (facts, said, is) => {
  expect(sayVersion({ ...release, ...facts })).toBe(said);
  expect(isVerified({ ...release, ...facts })).toBe(is);
});

describe('the report', () => {
  it('lists releases, failures and their origins, and nothing of the person', () => {
    const shell = createFakeShell();
    connect(shell);
    const insteadOf = { version: '0.2.0', code: 'loader/broken' };
    const release = { remote: 'remote-solana', version: '0.1.0', share: 20, insteadOf };
    shell.store.publishRemote('solana', { stage: 'mounted', release });
    const withdrawn = { code: 'release/withdrawn', context: { remote: 'remote-solana' } };
    shell.store.publishReleaseStatus('solana', { state: 'stopped', failure: withdrawn });
    const failure = { code: 'loader/broken', context: { file: 'discovery.js', account, detail: 'Boom' } };
    shell.store.publishRemote('near', { stage: 'failed', failure, step: 'again' });
    expect(toReport(shell, { page: 'x7Qa_B-9', browser: 'Browser 1' }).split('\n')).toEqual([
      'page: x7Qa_B-9',
      `contract: ${contractVersion}`,
      'browser: Browser 1',
      '',
      'evm: mounted, current',
      'remote: remote-evm http://localhost:1/remote-evm/',
      'release: remote-evm@0.1.0',
      '',
      'solana: mounted, stopped',
      'remote: remote-solana http://localhost:1/remote-solana/',
      'release: remote-solana@0.1.0',
      'share: 20 %',
      'instead of: 0.2.0, loader/broken',
      'release/withdrawn',
      'remote: remote-solana',
      '',
      'near: failed, current',
      'remote: remote-near http://localhost:1/remote-near/',
      'loader/broken',
      'file: discovery.js',
    ]);
  });
});
