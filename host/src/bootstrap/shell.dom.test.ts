import type { ApplicationShell } from '@linkspan/app/page';
import { LinkspanError, type NetworkId } from '@linkspan/contract';
import { createPacedView } from '@linkspan/store';
import { atom } from 'nanostores';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred, type Deferred } from '../async.ts';
import type { Commands } from '../commands/shell.ts';
import type { Request } from '../session/request.ts';
import { approve } from '../testing/fake-discovery.ts';
import { createFakeFamily, type FakeFamily } from '../testing/fake-family.ts';
import type { AccountsSheet } from '../ui/application-elements.ts';
import type { Host } from './page.ts';
import { createShell } from './shell.ts';

let family: FakeFamily;
let shell: ApplicationShell;
let wanted: Deferred<void>;
let host: Deferred<Host>;
let isWanted: boolean;
let dialog: HTMLDialogElement;
let opened: string[];
let given: string[];
let accounts: AccountsSheet;
let $request: ReturnType<typeof atom<Request>>;

/** The page looks again in later tasks, which come in their order: no time is waited for. */
async function settle(): Promise<void> {
  for (let task = 0; task < 5; task++) await new Promise((resolve) => setTimeout(resolve));
}
const connection = () => family.store.view.family('evm').connection;
const attempt = () => family.store.view.family('evm').attempt.get();

beforeEach(() => {
  family = createFakeFamily();
  document.body.innerHTML = '<dialog></dialog>';
  dialog = document.querySelector('dialog') as HTMLDialogElement;
  [wanted, host, opened, given, isWanted] = [createDeferred(), createDeferred(), [], [], false];
  void wanted.promise.then(() => {
    isWanted = true;
  });
  $request = atom<Request>({ state: 'none' });
  accounts = {
    open: () => void opened.push('accounts'),
    close: () => void opened.push('no accounts'),
    main: document.createElement('div'),
    untilSeen: async () => undefined,
    shown: createDeferred(),
  };
  const { store, attempts } = family;
  shell = createShell(
    {
      ...{
        store,
        attempts,
        host,
        wanted,
        paced: createPacedView(store.view, (run) => void queueMicrotask(run)),
      },
      dialog: {
        ...{ element: dialog, setAssist: () => undefined, unmount: () => undefined },
        open(id) {
          opened.push(`dialog ${id ?? ''}`.trim());
          if (!dialog.open) dialog.showModal();
        },
      },
    },
    () => accounts,
  );
});

/** The host has come: its commands are noted. */
function start(): void {
  const { view } = family.store;
  const commands = new Proxy(
    {},
    {
      get:
        (_, name) =>
        async (...values: unknown[]) => {
          given.push([String(name), ...values.map((value) => JSON.stringify(value))].join(' '));
          return 'done';
        },
    },
  ) as Commands;
  const gated = {
    ...{ view, requests: { of: () => $request }, assertMayRun: () => undefined },
    connectors: { mounted: async () => family.handle },
  };
  host.resolve({ commands, gated } as unknown as Host);
}

/** What became of a promise: its code if it has rejected. */
function watch(promise: Promise<unknown>): { outcome: unknown } {
  const watched: { outcome: unknown } = { outcome: 'open' };
  promise.then(
    () => (watched.outcome = 'done'),
    (error: unknown) => (watched.outcome = (error as LinkspanError).code ?? error),
  );
  return watched;
}

/** The person presses a wallet in the dialog. */
async function press(walletId: string): Promise<void> {
  dialog.close();
  family.attempts.start('evm', walletId);
  await settle();
}

const asked = () => family.discovery.attempts.at(-1);
async function connect(walletId = 'one'): Promise<void> {
  family.attempts.start('evm', walletId);
  await settle();
  asked()?.resolve(approve(walletId));
  await settle();
}

describe('connect', () => {
  it('resolves once the wallet that the person chooses is connected', async () => {
    const connecting = watch(shell.connect('evm', undefined, undefined));
    await settle();
    expect([opened, isWanted]).toEqual([['dialog evm'], true]);
    await press('one');
    expect(connecting.outcome).toBe('open');
    asked()?.resolve(approve('one'));
    await settle();
    expect(connecting.outcome).toBe('done');
  });

  it('rejects with wallet/closed if the dialog is closed', async () => {
    const connecting = watch(shell.connect('evm', undefined, undefined));
    await settle();
    dialog.close();
    await settle();
    expect(connecting.outcome).toBe('wallet/closed');
  });

  it('rejects with wallet/closed if the dialog is closed, and not as an earlier attempt has failed', async () => {
    await press('one');
    asked()?.reject(new LinkspanError('wallet/rejected', { wallet: 'Wallet one' }));
    await settle();
    const connecting = watch(shell.connect('evm', undefined, undefined));
    await settle();
    expect(connecting.outcome).toBe('open');
    dialog.close();
    await settle();
    expect(connecting.outcome).toBe('wallet/closed');
  });

  it('rejects as the attempt does', async () => {
    const connecting = watch(shell.connect('evm', undefined, undefined));
    await settle();
    await press('one');
    asked()?.reject(new LinkspanError('wallet/rejected', { wallet: 'Wallet one' }));
    await settle();
    expect(connecting.outcome).toBe('wallet/rejected');
  });

  it('rejects with wallet/closed if the attempt is cancelled', async () => {
    const connecting = watch(shell.connect('evm', 'one', undefined));
    await settle();
    family.attempts.cancel('evm');
    await settle();
    expect(connecting.outcome).toBe('wallet/closed');
  });

  it('does nothing if a wallet is connected already, or this one', async () => {
    await connect();
    await shell.connect('evm', undefined, undefined);
    await shell.connect('evm', 'one', undefined);
    expect([opened, isWanted, family.discovery.attempts.length]).toEqual([[], false, 1]);
  });

  it.each([undefined, 'one'])(
    'waits for a wallet that is on its way back, and asks nobody then: %s',
    async (walletId) => {
      const { lease } = family.store.openLease('evm');
      const { wallet, accounts } = approve('one');
      lease.publishConnection({ status: 'reconnecting', wallet, accounts });
      const connecting = watch(shell.connect('evm', walletId, undefined));
      await settle();
      expect([opened, connecting.outcome]).toEqual([[], 'open']);
      lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
      await settle();
      expect([opened, connecting.outcome, family.discovery.attempts]).toEqual([[], 'done', []]);
    },
  );

  it('opens the dialog once the wallet is not back, or waits for the person', async () => {
    const { lease } = family.store.openLease('evm');
    const { wallet, accounts } = approve('one');
    lease.publishConnection({ status: 'reconnecting', wallet, accounts });
    const connecting = watch(shell.connect('evm', undefined, undefined));
    const locked = { code: 'wallet/locked', context: { wallet: wallet.name } };
    lease.publishConnection({ status: 'reconnecting', wallet, accounts, failure: locked });
    await settle();
    expect([opened, connecting.outcome]).toEqual([['dialog evm'], 'open']);
    dialog.close();
    await settle();
    expect(connecting.outcome).toBe('wallet/closed');
  });

  it('asks another wallet than the connected one, and waits for it', async () => {
    await connect();
    const connecting = watch(shell.connect('evm', 'two', undefined));
    await settle();
    expect(connecting.outcome).toBe('open');
    asked()?.resolve(approve('two'));
    await settle();
    expect(connecting.outcome).toBe('done');
    expect(connection().get()).toMatchObject({ wallet: { id: 'two' } });
  });

  it('asks a wallet by its id without the dialog', async () => {
    const connecting = watch(shell.connect('evm', 'one', undefined));
    await settle();
    expect([opened, connecting.outcome]).toEqual([[], 'open']);
    asked()?.resolve(approve('one'));
    await settle();
    expect(connecting.outcome).toBe('done');
  });

  it.each(['three', 'unknown'])(
    'rejects with wallet/absent for a wallet that is not here: %s',
    async (walletId) => {
      await expect(shell.connect('evm', walletId, undefined)).rejects.toMatchObject({
        code: 'wallet/absent',
      });
      expect(family.discovery.attempts).toEqual([]);
    },
  );

  it('waits for the same dialog or wallet if the first one waits', async () => {
    const first = [
      watch(shell.connect('evm', undefined, undefined)),
      watch(shell.connect('evm', undefined, undefined)),
    ];
    await press('one');
    const again = watch(shell.connect('evm', 'one', undefined));
    asked()?.resolve(approve('one'));
    await settle();
    expect([...first, again].map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
    expect(family.discovery.attempts).toHaveLength(1);
  });

  it('gives way to a later one for another wallet', async () => {
    const first = watch(shell.connect('evm', 'one', undefined));
    await settle();
    const second = watch(shell.connect('evm', 'two', undefined));
    await settle();
    asked()?.resolve(approve('two'));
    await settle();
    expect([first.outcome, second.outcome]).toEqual(['wallet/closed', 'done']);
  });

  it('rejects as the host does if that cannot adopt the wallet', async () => {
    family.handle.faults.adopt = new LinkspanError('loader/host', {});
    const connecting = watch(shell.connect('evm', 'one', undefined));
    await settle();
    asked()?.resolve(approve('one'));
    await settle();
    expect(connecting.outcome).toBe('loader/host');
  });

  describe('that is aborted', () => {
    it('asks nobody if it was before', async () => {
      const connecting = shell.connect('evm', undefined, AbortSignal.abort());
      await expect(connecting).rejects.toMatchObject({ code: 'wallet/cancelled' });
      expect([opened, isWanted]).toEqual([[], false]);
    });

    it('closes the dialog', async () => {
      const control = new AbortController();
      const connecting = watch(shell.connect('evm', undefined, control.signal));
      await settle();
      control.abort();
      await settle();
      expect([connecting.outcome, dialog.open]).toEqual(['wallet/cancelled', false]);
    });

    it('cancels the attempt, and no later one for another wallet', async () => {
      const control = new AbortController();
      const connecting = watch(shell.connect('evm', 'one', control.signal));
      await settle();
      control.abort();
      await settle();
      expect([connecting.outcome, attempt()]).toEqual(['wallet/cancelled', { state: 'none' }]);
      const again = new AbortController();
      watch(shell.connect('evm', 'one', again.signal));
      const later = watch(shell.connect('evm', 'two', undefined));
      again.abort();
      await settle();
      expect([later.outcome, attempt().state]).toEqual(['open', 'running']);
    });
  });

  it('leaves no listener behind', async () => {
    const counted = new Map<string, number>();
    for (const [name, step] of [
      ['addEventListener', 1],
      ['removeEventListener', -1],
    ] as const) {
      const original = dialog[name].bind(dialog);
      vi.spyOn(dialog, name).mockImplementation((type: string, ...rest: unknown[]) => {
        counted.set(type, (counted.get(type) ?? 0) + step);
        (original as (...given: unknown[]) => void)(type, ...rest);
      });
    }
    for (let round = 0; round < 10; round++) {
      const connecting = watch(shell.connect('evm', undefined, undefined));
      dialog.close();
      await settle();
      expect(connecting.outcome).toBe('wallet/closed');
    }
    expect(counted.get('close')).toBe(0);
  });
});

describe('a command', () => {
  const network: NetworkId = 'eip155:31338';
  const account = 'eip155:31337:0xone';
  const call = { method: 'eth_call', network };
  const commands: [name: string, run: (family: string) => Promise<unknown>, given?: string][] = [
    ['disconnect', (id) => shell.disconnect(id), 'disconnect "evm"'],
    ['switchNetwork', (id) => shell.switchNetwork(id, network), `switchNetwork "evm" "${network}"`],
    ['switchAccount', (id) => shell.switchAccount(id, account), `switchAccount "evm" "${account}"`],
    [
      'ask',
      (id) => shell.ask(id, { kind: 'message', text: 'Ahoy' }),
      'request "evm" {"kind":"message","text":"Ahoy"}',
    ],
    ['call', (id) => shell.call(id, call)],
    ['connect', (id) => shell.connect(id, undefined, undefined)],
  ];

  it.each(commands.filter(([, , line]) => line))(
    'loads the host, and waits for it: %s',
    async (_, run, line) => {
      await connect();
      expect(isWanted).toBe(false);
      const running = watch(run('evm'));
      await settle();
      expect([isWanted, running.outcome]).toEqual([true, 'open']);
      start();
      await settle();
      expect([running.outcome, given]).toEqual(['done', [line]]);
    },
  );

  it.each(commands)('rejects for an unknown family, and loads nothing: %s', async (_, run) => {
    start();
    await expect(run('nowhere')).rejects.toMatchObject({ code: 'remote/unknown-family' });
    expect([isWanted, given, opened]).toEqual([false, [], []]);
  });

  it.each(commands.slice(0, 5))('rejects with loader/host if the host did not start: %s', async (_, run) => {
    await connect();
    host.reject(new LinkspanError('loader/host', {}));
    await expect(run('evm')).rejects.toMatchObject({ code: 'loader/host' });
  });

  it.each(commands.slice(3, 4))('waits while the wallet asks something else: %s', async (_, run) => {
    await connect();
    start();
    await settle();
    $request.set({ state: 'switching', network });
    const running = watch(run('evm'));
    await settle();
    expect([running.outcome, given]).toEqual(['open', []]);
    expect(shell.request('evm').get()).toEqual({ state: 'asking', by: 'shell' });
    $request.set({ state: 'none' });
    await settle();
    expect(running.outcome).toBe('done');
  });

  it.each(commands.slice(3, 4))('rejects while no wallet is connected: %s', async (_, run) => {
    start();
    await expect(run('evm')).rejects.toMatchObject({ code: 'wallet/not-connected' });
    expect(given).toEqual([]);
  });
});

it('opens and closes dialog and accounts, and throws for an unknown family', () => {
  shell.open('connect', 'evm');
  shell.open('accounts');
  shell.open('activity');
  shell.close();
  expect(opened).toEqual(['dialog evm', 'accounts', 'accounts', 'no accounts']);
  expect(dialog.open).toBe(false);
  expect(() => shell.open('connect', 'nowhere')).toThrow(
    expect.objectContaining({ code: 'remote/unknown-family' }),
  );
  expect(() => shell.request('nowhere')).toThrow(expect.objectContaining({ code: 'remote/unknown-family' }));
});

it('has no requests before the host has come, and none if it does not come', async () => {
  expect(shell.request('evm').get()).toEqual({ state: 'none' });
  host.reject(new LinkspanError('loader/host', {}));
  await settle();
  expect(shell.request('evm').get()).toEqual({ state: 'none' });
});
