import { createPacedView } from '@linkspan/store';
import { act, Profiler } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { account, connect } from '../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../testing/open-page.tsx';
import { Card } from './cards/card.tsx';
import { ShellContext } from './use-shell.ts';

describe('notes about the page', () => {
  let shell: FakeShell;
  let page: OpenPage;

  beforeEach(async () => {
    shell = createFakeShell();
    page = await openPage(shell);
  });

  afterEach(() => page.close());

  const note = (name: string) => document.querySelector<HTMLElement>(`[data-note=${name}]`);
  const dialog = () => document.querySelector<HTMLDialogElement>('dialog[open]') as HTMLElement;

  describe('the page', () => {
    it('says nothing if nothing is wrong', () => {
      expect(document.querySelector('[data-note]')).toBeNull();
    });

    it('says that it is offline as long as it is', async () => {
      await page.change(() => shell.page.isOffline.set(true));
      expect(note('offline')?.textContent).toContain('You are offline.');
      expect(note('offline')?.querySelector('[role=status]')).not.toBeNull();
      await page.change(() => shell.page.isOffline.set(false));
      expect(note('offline')).toBeNull();
    });

    it('says once which data is lost if the browser stores nothing', async () => {
      await page.change(() => shell.page.isStorageUnavailable.set(true));
      expect(note('forgetful')?.textContent).toContain('after a reload you will have to connect again');
      await page.press(note('forgetful') as HTMLElement, 'Understood');
      expect(note('forgetful')).toBeNull();
      await page.change(() => shell.page.isStorageUnavailable.set(false));
      await page.change(() => shell.page.isStorageUnavailable.set(true));
      expect(note('forgetful')).toBeNull();
    });
  });

  describe('being forgotten', () => {
    const ask = () => page.press(document.body, 'Clear my data');

    it('is explained before it is done', async () => {
      await ask();
      expect(dialog().textContent).toContain('deletes what this browser has saved for this page');
      expect(dialog().textContent).toContain('Your wallets and your coins are not touched');
      await page.press(dialog(), 'Cancel');
      expect(shell.given).toEqual([]);
    });

    it('happens once, however often the button is pressed', async () => {
      await ask();
      await page.press(dialog(), 'Disconnect and delete');
      await page.press(dialog(), 'Disconnecting your wallets…');
      expect(shell.given).toEqual(['forget']);
      expect(page.buttons(dialog())).not.toContain('Cancel');
    });
  });

  it('goes on announcing that a wallet asks while its connector is mounted', async () => {
    const wallet = { id: 'one', name: 'One' };
    const release = { remote: 'remote-evm', version: '0.1.0' };
    const announced = () => document.querySelector('[aria-live=polite]')?.textContent;
    await page.change(() =>
      shell.store.publishAttempt('evm', { state: 'running', id: '1', wallet, progress: { step: 'asking' } }),
    );
    expect(announced()).toContain('Approve the request in One');
    for (const stage of ['mounting', 'mounted'] as const)
      await page.change(() => shell.store.publishRemote('evm', { stage, release }));
    expect(announced()).toContain('Approve the request in One');
  });

  describe('an unknown balance', () => {
    const account = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const busy = { code: 'network/busy', context: { network: 'Practice chain' } };
    const card = () => page.region('Ethereum');
    let lease: ReturnType<FakeShell['store']['openLease']>['lease'];

    beforeEach(async () => {
      ({ lease } = shell.store.openLease('evm'));
      const wallet = { id: 'one', name: 'One' };
      await page.change(() =>
        lease.publishConnection({ status: 'connected', wallet, accounts: [account], capabilities: [] }),
      );
      await stage('mounted');
    });

    const stage = (stage: 'mounting' | 'mounted') => {
      const release = { remote: 'remote-evm', version: '0.1.0' };
      return page.change(() => shell.store.publishRemote('evm', { stage, release }));
    };

    const balance = { account, amount: '5000000000000000000' } as const;

    it('is loading at first', () => {
      expect(card().textContent).toContain('Asking for the balance…');
    });

    it('has a reason, and is read again by one press', async () => {
      await page.change(() => lease.publishBalanceFailure({ account, failure: busy }));
      expect(card().textContent).toContain('Balance not known');
      expect(card().textContent).toContain('The network is busy. Practice chain asks for a pause.');
      await page.press(card(), 'Ask again');
      expect(shell.given).toEqual(['refreshBalance evm']);
    });

    it('is shown as last known until its connector has been mounted, which asks the chain', async () => {
      await page.change(() => lease.publishBalance(balance));
      await stage('mounting');
      expect(card().textContent).toContain('Last known');
      await stage('mounted');
      expect(card().textContent).not.toContain('Last known');
    });

    it('is shown as last known, with the reason, and alone once it is read', async () => {
      await page.change(() => lease.publishBalance(balance));
      await page.change(() => lease.publishBalanceFailure({ account, failure: busy }));
      expect(card().querySelector('[data-field=balance]')?.getAttribute('value')).toBe('5');
      expect(card().querySelector('[data-code]')?.getAttribute('data-code')).toBe('network/busy');
      expect(card().textContent).toContain('5 ETH as last known');
      expect(card().textContent).toContain('Wait a minute, then ask again.');
      await page.change(() => lease.publishBalance(balance));
      expect(card().querySelector('.balance-why')).toBeNull();
      expect(card().textContent).not.toContain('last known');
    });

    it('is removed if another chain may have reported it', async () => {
      const balance = { account, amount: '5' } as const;
      const failure = { code: 'network/other-chain', context: { network: 'Practice chain' } };
      await page.change(() => lease.publishBalance(balance));
      await page.change(() => lease.publishBalanceFailure({ account, failure }));
      expect(card().querySelector('[data-field=balance]')).toBeNull();
      expect(card().textContent).toContain('The server of Practice chain belongs to another network');
    });
  });
});

it('renders the card of a family that is flooded once a frame, and no other card', async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const shell = createFakeShell();
  connect(shell);
  let due: (() => void)[] = [];
  const paced = createPacedView(shell.view, (run) => void due.push(run));
  const renders: Record<string, number> = {};
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  await act(async () =>
    root.render(
      <ShellContext value={{ ...shell, view: paced.view }}>
        {shell.config.families.map((config) => (
          <Profiler
            key={config.id}
            id={config.id}
            onRender={(id) => {
              renders[id] = (renders[id] ?? 0) + 1;
            }}
          >
            <Card config={config} />
          </Profiler>
        ))}
      </ShellContext>,
    ),
  );
  const before = { ...renders };
  const { lease } = shell.store.openLease('evm');
  lease.publishConnection(shell.view.family('evm').connection.get());
  const [frames, perFrame] = [60, 166];
  for (let frame = 0; frame < frames; frame += 1)
    await act(async () => {
      for (let count = 1; count <= perFrame; count += 1)
        lease.publishBalance({ account, amount: `${frame * perFrame + count}${'0'.repeat(18)}` });
      const now = due;
      due = [];
      for (const run of now) run();
    });
  expect(renders.evm).toBeGreaterThan(before.evm ?? 0);
  expect((renders.evm ?? 0) - (before.evm ?? 0)).toBeLessThanOrEqual(frames + 1);
  expect([renders.solana, renders.near]).toEqual([before.solana, before.near]);
  expect(document.body.textContent).toContain((frames * perFrame).toLocaleString('en'));
  await act(async () => root.unmount());
});
