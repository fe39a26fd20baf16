import { type Attempt, accountsOf, LinkspanError, type Status } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '../async.ts';
import { endConnection } from '../loader/slot.ts';
import { approve } from '../testing/fake-discovery.ts';
import { createFakeFamily, type FakeFamily, settle } from '../testing/fake-family.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { listWritable } from '../testing/list-writable.ts';
import { createAdoptions } from './adoptions.ts';
import { claim } from './attempts.ts';
import { ended } from './remembered.ts';

let family: FakeFamily;
let statuses: Status[];

const view = () => family.store.view.family('evm');
const status = () => view().connection.get().status;
const attempt = () => view().attempt.get();
const rejected = (wallet: string) => new LinkspanError('wallet/rejected', { wallet });

beforeEach(() => {
  family = createFakeFamily();
  statuses = [];
  view().connection.listen((connection) => statuses.push(connection.status));
});

/** Presses a wallet and has it approve. */
async function connect(walletId: string): Promise<void> {
  family.attempts.start('evm', walletId);
  await settle();
  family.discovery.attempts.at(-1)?.resolve(approve(walletId));
  await settle();
}

/** The page reads a wallet without a prompt, which grants what it did before. */
async function restore(walletId: string, isWanted = () => true): Promise<boolean> {
  const { wallet, accounts } = approve(walletId);
  const remembered = { connection: { status: 'reconnecting', wallet, accounts } } as const;
  const restored = family.reads.restore('evm', { remembered, reason: 'reload', isWanted });
  await settle();
  family.discovery.restores.at(-1)?.resolve(approve(walletId));
  return restored;
}

describe('an attempt', () => {
  it('asks the wallet, then has its connector adopt it', async () => {
    await connect('one');
    expect(statuses).toEqual(['connecting', 'connected']);
    expect(attempt()).toEqual({ state: 'none' });
    expect(family.prepared).toBe(1);
    expect(family.discovery.attempts[0]?.options).toMatchObject({ id: 'id-1', network: 'eip155:31337' });
  });

  it('hands its discovery what it cannot change', async () => {
    family.attempts.start('evm', 'one');
    await settle();
    const signal = /^handed\.signal$/;
    const writable = listWritable(family.discovery.attempts[0]?.options);
    expect(writable.filter((path) => !signal.test(path))).toEqual([]);
    expect(writable).toHaveLength(1);
  });

  it('reports how far it is', async () => {
    family.attempts.start('evm', 'one');
    expect(attempt()).toMatchObject({ state: 'running', progress: { step: 'asking' } });
    await settle();
    family.discovery.attempts[0]?.options.onProgress({ step: 'waiting' });
    expect(attempt()).toMatchObject({ wallet: { id: 'one' }, progress: { step: 'waiting' } });
    family.handle.faults.adoptAfter = new Promise(() => undefined);
    family.discovery.attempts[0]?.resolve(approve('one'));
    await settle();
    expect(attempt()).toMatchObject({ progress: { step: 'adopting' } });
  });

  it('that the wallet rejects leaves the family disconnected, with the reason', async () => {
    family.attempts.start('evm', 'one');
    await settle();
    family.discovery.attempts[0]?.reject(rejected('Wallet one'));
    await settle();
    expect(status()).toBe('disconnected');
    expect(attempt()).toMatchObject({ state: 'failed', failure: { code: 'wallet/rejected' } });
  });

  it('that fails without a code says what the wallet said', async () => {
    family.attempts.start('evm', 'one');
    await settle();
    family.discovery.attempts[0]?.reject(new Error('Battery is low'));
    await settle();
    expect(attempt()).toMatchObject({
      failure: { code: 'wallet/failed', context: { wallet: 'Wallet one', detail: 'Battery is low' } },
    });
  });

  it('whose connector cannot be loaded leaves the family disconnected, and can be tried again', async () => {
    family.handle.faults.adopt = new LinkspanError('loader/unreachable', { remote: 'r', stage: 'connector' });
    await connect('one');
    expect(status()).toBe('disconnected');
    expect(attempt()).toMatchObject({ state: 'failed', failure: { code: 'loader/unreachable' } });
    delete family.handle.faults.adopt;
    await connect('one');
    expect(status()).toBe('connected');
    expect(attempt()).toEqual({ state: 'none' });
  });

  it('keeps the old connection where a switch of wallet fails', async () => {
    await connect('one');
    family.attempts.start('evm', 'two');
    await settle();
    expect(status()).toBe('connected');
    family.discovery.attempts[1]?.reject(rejected('Wallet two'));
    await settle();
    expect(view().connection.get()).toMatchObject({ status: 'connected', wallet: { id: 'one' } });
    expect(attempt()).toMatchObject({ state: 'failed', wallet: { id: 'two' } });
  });

  it('puts back why the family was disconnected before', async () => {
    const { lease } = family.store.openLease('evm');
    const before = { code: 'wallet/timeout', context: { wallet: 'Wallet one' } };
    lease.publishConnection({ status: 'disconnected', failure: before });
    family.attempts.start('evm', 'one');
    family.attempts.cancel('evm');
    expect(view().connection.get()).toEqual({ status: 'disconnected', failure: before });
  });
});

describe('a press', () => {
  it('on a wallet that is being asked asks it no second time', async () => {
    family.attempts.start('evm', 'one');
    family.attempts.start('evm', 'one');
    await settle();
    family.attempts.start('evm', 'one');
    await settle();
    expect(family.discovery.attempts).toHaveLength(1);
  });

  it('on another wallet cancels the one that is being asked', async () => {
    family.attempts.start('evm', 'one');
    await settle();
    family.attempts.start('evm', 'two');
    await settle();
    const [one, two] = family.discovery.attempts;
    expect(one?.options.signal.aborted).toBe(true);
    two?.resolve(approve('two'));
    await settle();
    expect(view().connection.get()).toMatchObject({ status: 'connected', wallet: { id: 'two' } });
    one?.resolve(approve('one'));
    await settle();
    expect(family.handle.adopted).toEqual(['two']);
  });

  it('on the connected wallet keeps it, and ends the attempt at another', async () => {
    await connect('one');
    family.attempts.start('evm', 'two');
    await settle();
    family.attempts.start('evm', 'one');
    await settle();
    expect(attempt()).toEqual({ state: 'none' });
    expect(family.discovery.attempts).toHaveLength(2);
    expect(view().connection.get()).toMatchObject({ wallet: { id: 'one' } });
  });

  it('on a wallet that is not installed starts no attempt', async () => {
    family.attempts.start('evm', 'three');
    await settle();
    expect(family.discovery.attempts).toEqual([]);
    expect(statuses).toEqual([]);
    expect(attempt()).toMatchObject({
      state: 'failed',
      failure: { code: 'wallet/absent', context: { wallet: 'Wallet three' } },
    });
  });

  it('on a wallet that has disappeared names it as it was last named', async () => {
    family.attempts.start('evm', 'one');
    await settle();
    family.discovery.attempts[0]?.reject(rejected('Wallet one'));
    await settle();
    family.store.publishWallets('evm', []);
    family.attempts.start('evm', 'one');
    expect(attempt()).toMatchObject({
      state: 'failed',
      failure: { code: 'wallet/absent', context: { wallet: 'Wallet one' } },
    });
  });

  it('shows no prompt where only a reload can bring the connector', async () => {
    const failure = { code: 'loader/broken', context: { remote: 'r', stage: 'connector' } };
    family.store.publishRemote('evm', { stage: 'failed', failure, step: 'reload' });
    family.attempts.start('evm', 'one');
    await settle();
    expect(family.discovery.attempts).toEqual([]);
    expect(attempt()).toMatchObject({ state: 'failed', failure });
  });

  it('shows no prompt where the release was stopped', async () => {
    const failure = { code: 'release/withdrawn', context: { remote: 'r' } };
    family.store.publishReleaseStatus('evm', { state: 'stopped', failure });
    family.attempts.start('evm', 'one');
    await settle();
    expect(family.discovery.attempts).toEqual([]);
    expect(attempt()).toMatchObject({ state: 'failed', failure });
  });

  it('is carried out where another release is live by now', async () => {
    family.store.publishReleaseStatus('evm', { state: 'superseded', version: '2.0.0' });
    await connect('one');
    expect(status()).toBe('connected');
  });

  it('is carried out where trying again can bring the connector', async () => {
    const failure = { code: 'loader/unreachable', context: { remote: 'r', stage: 'connector' } };
    family.store.publishRemote('evm', { stage: 'failed', failure, step: 'again' });
    await connect('one');
    expect(status()).toBe('connected');
  });
});

it('an attempt at the wallet that the person has disconnected lets them choose, and no other', async () => {
  family.memory.set('evm', ended);
  await connect('one');
  family.memory.set('evm', ended);
  family.attempts.start('evm', 'two');
  await settle();
  expect(family.discovery.attempts.map(({ options }) => options.isChoice)).toEqual([true, undefined]);
});

describe('the choice of other accounts', () => {
  const answer = async (
    ...accounts: Parameters<typeof approve> extends [string, ...infer Rest] ? Rest : never
  ) => {
    family.discovery.attempts.at(-1)?.resolve(approve('one', ...accounts));
    await settle();
  };
  const accounts = () => accountsOf(view().connection.get());
  beforeEach(async () => {
    await connect('one');
    family.attempts.chooseAccount('evm');
    await settle();
  });

  it('asks the connected wallet, and adopts what it grants', async () => {
    expect(family.discovery.attempts[1]).toMatchObject({
      walletId: 'one',
      options: { isChoice: true, network: 'eip155:31337' },
    });
    await answer('eip155:31337:0xnew');
    expect(accounts()).toEqual(['eip155:31337:0xnew']);
    expect(attempt()).toEqual({ state: 'none' });
  });

  it('says so where the wallet shows the same account, and keeps the connection', async () => {
    const before = view().connection.get();
    await answer();
    expect(attempt()).toMatchObject({ state: 'failed', failure: { code: 'wallet/same-account' } });
    expect(view().connection.get()).toBe(before);
  });

  it('keeps the connection where the person rejects or cancels, and gives nothing back', async () => {
    const mayUndo = family.discovery.attempts[1]?.options.mayUndo;
    family.discovery.attempts[1]?.reject(rejected('Wallet one'));
    await settle();
    expect(attempt()).toMatchObject({ state: 'failed', failure: { code: 'wallet/rejected' } });
    family.attempts.chooseAccount('evm');
    family.attempts.cancel('evm');
    await settle();
    expect(status()).toBe('connected');
    expect(mayUndo?.()).toBe(false);
  });

  it('asks nothing where nothing is connected', async () => {
    await answer();
    endConnection(family.store, 'evm');
    family.attempts.chooseAccount('evm');
    await settle();
    expect(family.discovery.attempts).toHaveLength(2);
  });
});

describe('a cancel', () => {
  it('counts at once, whether or not the discovery hears of it', async () => {
    family.attempts.start('evm', 'one');
    await settle();
    family.attempts.cancel('evm');
    expect(status()).toBe('disconnected');
    expect(attempt()).toEqual({ state: 'none' });
  });

  it('lets a late approval be undone, and adopts nothing', async () => {
    family.attempts.start('evm', 'one');
    await settle();
    const [asked] = family.discovery.attempts;
    expect(asked?.options.mayUndo()).toBe(false);
    family.attempts.cancel('evm');
    expect(asked?.options.mayUndo()).toBe(true);
    asked?.resolve(approve('one'));
    await settle();
    expect(family.handle.adopted).toEqual([]);
    expect(status()).toBe('disconnected');
  });

  it('keeps a late approval from being undone under a newer attempt at the same wallet', async () => {
    family.attempts.start('evm', 'one');
    await settle();
    family.attempts.cancel('evm');
    family.attempts.start('evm', 'one');
    expect(family.discovery.attempts[0]?.options.mayUndo()).toBe(false);
  });

  /** What has come of the newer attempt at the same wallet when the older one is approved in the wallet. */
  it.each([
    ['is refused since the wallet is asking already', 'wallet/pending'],
    ['is still under way', undefined],
  ] as const)(
    'takes a late approval over if a newer attempt %s, without a second prompt',
    async (_, code) => {
      family.attempts.start('evm', 'one');
      await settle();
      family.attempts.cancel('evm');
      family.attempts.start('evm', 'one');
      await settle();
      const [first, second] = family.discovery.attempts;
      if (code) second?.reject(new LinkspanError(code, { wallet: 'Wallet one' }));
      await settle();
      expect(first?.options.mayUndo()).toBe(false);
      await settle();
      const { id } = attempt() as Attempt & { state: 'running' };
      expect(family.discovery.restores).toMatchObject([{ walletId: 'one', options: { id } }]);
      family.discovery.restores[0]?.resolve(approve('one'));
      await settle();
      expect(status()).toBe('connected');
      expect(attempt()).toEqual({ state: 'none' });
      expect(family.discovery.attempts).toHaveLength(2);
      second?.resolve(approve('one'));
      expect(second?.options.mayUndo()).toBe(false);
      await settle();
      expect(family.handle.adopted).toHaveLength(1);
    },
  );

  it.each([
    [
      'was rejected',
      () =>
        family.discovery.attempts[1]?.reject(new LinkspanError('wallet/rejected', { wallet: 'Wallet one' })),
    ],
    ['was dismissed', () => family.store.publishAttempt('evm', { state: 'none' })],
    ['is at another wallet', () => family.attempts.start('evm', 'two')],
    ['was cancelled', () => family.attempts.cancel('evm')],
  ])('lets a late approval be undone if the newer attempt %s', async (_, end) => {
    family.attempts.start('evm', 'one');
    await settle();
    family.attempts.cancel('evm');
    family.attempts.start('evm', 'one');
    await settle();
    if (_ === 'was dismissed')
      family.discovery.attempts[1]?.reject(new LinkspanError('wallet/pending', { wallet: 'Wallet one' }));
    await settle();
    end();
    await settle();
    expect(family.discovery.attempts[0]?.options.mayUndo()).toBe(true);
    expect(family.discovery.restores).toEqual([]);
  });

  it('during the adoption refuses what the connector publishes later', async () => {
    const slow = createDeferred<void>();
    family.handle.faults.adoptAfter = slow.promise;
    await connect('one');
    family.attempts.cancel('evm');
    slow.resolve();
    await settle();
    expect(status()).toBe('disconnected');
    expect(attempt()).toEqual({ state: 'none' });
  });

  it('during the adoption lets what was approved be given back', async () => {
    family.handle.faults.adoptAfter = new Promise(() => undefined);
    await connect('one');
    const { signal, mayUndo } = family.discovery.attempts[0]?.options ?? expect.fail();
    let isUndone = false;
    signal.addEventListener('abort', () => {
      isUndone = mayUndo();
    });
    family.attempts.cancel('evm');
    expect(isUndone).toBe(true);
  });

  it('during the adoption keeps what another connection of that wallet stands on', async () => {
    family.handle.faults.adoptAfter = new Promise(() => undefined);
    await connect('one');
    const { wallet, accounts } = approve('one');
    family.store
      .openLease('evm')
      .lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
    family.attempts.cancel('evm');
    expect(family.discovery.attempts[0]?.options.mayUndo()).toBe(false);
  });

  it('after its end gives nothing back', async () => {
    await connect('one');
    family.attempts.cancel('evm');
    expect(family.discovery.attempts[0]?.options.signal.aborted).toBe(false);
    expect(status()).toBe('connected');
  });

  it('where nothing runs changes nothing', () => {
    family.attempts.cancel('evm');
    expect(attempt()).toEqual({ state: 'none' });
    expect(statuses).toEqual([]);
  });

  it('by the wallet leaves nothing behind', async () => {
    family.attempts.start('evm', 'one');
    await settle();
    family.discovery.attempts[0]?.options.onProgress({ step: 'loading' });
    expect(attempt()).toMatchObject({ progress: { step: 'loading' } });
    family.discovery.attempts[0]?.reject(new LinkspanError('wallet/cancelled', { wallet: 'Wallet one' }));
    await settle();
    expect(status()).toBe('disconnected');
    expect(attempt()).toEqual({ state: 'none' });
  });
});

describe('a discovery that does not come', () => {
  it('ends the attempt with its reason', async () => {
    const late = new LinkspanError('loader/timeout', { remote: 'r', stage: 'discovery' });
    family = createFakeFamily({ discovery: () => Promise.reject(late) });
    family.attempts.start('evm', 'one');
    await settle();
    expect(status()).toBe('disconnected');
    expect(attempt()).toMatchObject({ state: 'failed', failure: { code: 'loader/timeout' } });
  });
});

describe('what a silent read has found', () => {
  it('is adopted', async () => {
    await restore('one');
    expect(status()).toBe('connected');
  });

  it('gives way to the wallet that the person has chosen, and that is being adopted', async () => {
    const slow = createDeferred<void>();
    family.handle.faults.adoptAfter = slow.promise;
    await connect('two');
    const restored = restore('one', () => status() !== 'connected');
    await settle();
    slow.resolve();
    await restored;
    expect(family.handle.adopted).toEqual(['two']);
    expect(view().connection.get()).toMatchObject({ wallet: { id: 'two' } });
  });

  it('is adopted after all where the person’s choice fails', async () => {
    const slow = createDeferred<void>();
    family.handle.faults.adoptAfter = slow.promise;
    family.handle.faults.adopt = new LinkspanError('wallet/no-accounts', { wallet: 'Wallet two' });
    await connect('two');
    const restored = restore('one', () => status() !== 'connected');
    await settle();
    delete family.handle.faults.adopt;
    family.handle.faults.adoptAfter = Promise.resolve();
    slow.reject(new LinkspanError('wallet/no-accounts', { wallet: 'Wallet two' }));
    await restored;
    expect(view().connection.get()).toMatchObject({ status: 'connected', wallet: { id: 'one' } });
  });

  it('is replaced by a choice of the person that comes while it is being adopted', async () => {
    const slow = createDeferred<void>();
    family.handle.faults.adoptAfter = slow.promise;
    const restored = restore('one');
    await connect('two');
    slow.resolve();
    await restored;
    await settle();
    expect(family.handle.adopted).toEqual(['one', 'two']);
    expect(view().connection.get()).toMatchObject({ wallet: { id: 'two' } });
  });
});

describe('an approval that comes after its attempt has failed', () => {
  /** Has the wallet fail the attempt, as by a prompt that the page before a reload has left open. */
  async function failBy(code: 'wallet/pending' | 'wallet/locked' | 'wallet/timeout' | 'wallet/rejected') {
    family.attempts.start('evm', 'one');
    await settle();
    family.discovery.attempts.at(-1)?.reject(new LinkspanError(code, { wallet: 'Wallet one' }));
    await settle();
  }

  it.each(['wallet/pending', 'wallet/locked', 'wallet/timeout'] as const)(
    'is adopted without a prompt after %s',
    async (code) => {
      await failBy(code);
      expect(family.attempts.adoptLateApproval('evm', 'one')).toBe(true);
      await settle();
      family.discovery.restores[0]?.resolve(approve('one'));
      await settle();
      expect(status()).toBe('connected');
      expect(attempt()).toEqual({ state: 'none' });
      expect(family.discovery.attempts).toHaveLength(1);
    },
  );

  it('ends the failure too where the wallet is back by a restore', async () => {
    await failBy('wallet/pending');
    await restore('two');
    expect(attempt()).toMatchObject({ state: 'failed' });
    await restore('one');
    expect(attempt()).toEqual({ state: 'none' });
  });

  it('keeps the reason while the wallet grants nothing, and is read once at a time', async () => {
    await failBy('wallet/pending');
    const before = attempt();
    family.attempts.adoptLateApproval('evm');
    family.attempts.adoptLateApproval('evm');
    await settle();
    expect(family.discovery.restores).toHaveLength(1);
    family.discovery.restores[0]?.resolve(undefined);
    await settle();
    expect(attempt()).toBe(before);
    family.attempts.adoptLateApproval('evm');
    await settle();
    family.discovery.restores[1]?.reject(new LinkspanError('wallet/refuses', { wallet: 'Wallet one' }));
    await settle();
    expect(attempt()).toBe(before);
    expect(status()).toBe('disconnected');
  });

  it('is adopted by the report of the wallet, though it hangs on an earlier read', async () => {
    await failBy('wallet/pending');
    family.attempts.adoptLateApproval('evm');
    await settle();
    family.attempts.adoptLateApproval('evm', 'one');
    await settle();
    family.discovery.restores[1]?.resolve(approve('one'));
    await settle();
    expect(status()).toBe('connected');
    family.discovery.restores[0]?.resolve(approve('one'));
    await settle();
    expect(family.handle.adopted).toEqual(['one']);
  });

  it('gives way to what the person has done since', async () => {
    await failBy('wallet/pending');
    family.attempts.adoptLateApproval('evm');
    await settle();
    await connect('two');
    family.discovery.restores[0]?.resolve(approve('one'));
    await settle();
    expect(family.handle.adopted).toEqual(['two']);
  });

  it('is not looked for after a rejection, at another wallet, or where nobody has asked on this page', async () => {
    // A prompt of before a reload that nobody has asked for again: one press connects it, and it asks nobody then.
    expect(family.attempts.adoptLateApproval('evm', 'one')).toBe(false);
    await failBy('wallet/rejected');
    expect(family.attempts.adoptLateApproval('evm', 'one')).toBe(false);
    await failBy('wallet/pending');
    expect(family.attempts.adoptLateApproval('evm', 'two')).toBe(false);
    expect(family.discovery.restores).toEqual([]);
  });
});

describe('abandoning a restore', () => {
  it('ends reconnecting, and refuses what its connector publishes later', async () => {
    const { lease } = family.store.openLease('evm');
    const { wallet, accounts } = approve('one');
    lease.publishConnection({ status: 'reconnecting', wallet, accounts });
    const slow = createDeferred<void>();
    family.handle.faults.adoptAfter = slow.promise;
    const restored = restore('one');
    // Once the wallet is read, its connector adopts it.
    await settle();
    await settle();
    family.reads.abandon('evm');
    await expect(restored).rejects.toMatchObject({ name: 'AbortError' });
    slow.resolve();
    await settle();
    expect(view().connection.get()).toEqual({ status: 'disconnected' });
  });

  it('leaves a connection alone', async () => {
    await connect('one');
    family.reads.abandon('evm');
    expect(status()).toBe('connected');
  });
});

it.each(['fails', 'is cancelled'])(
  'takes back what a connector has published if it %s after that',
  async (how) => {
    const store = createStore(fakeConfig.families);
    const slow = createDeferred<void>();
    const adopt = createAdoptions(store, (_, { wallet, accounts }, lease) => {
      lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
      return slow.promise;
    });
    const { connection } = store.view.family('evm');
    const control = new AbortController();
    const adopted = adopt('evm', { approved: approve('1'), signal: control.signal });
    await settle();
    expect(connection.get().status).toBe('connected');
    if (how === 'fails') slow.reject(new Error('no'));
    else control.abort();
    await expect(adopted).rejects.toThrow();
    expect(connection.get().status).toBe('disconnected');
  },
);

it('does not take back what another holder has published since a family was shown as connecting', () => {
  const store = createStore(fakeConfig.families);
  const { wallet, accounts } = approve('one');
  const release = claim(store, 'evm', wallet);
  store.openLease('evm').lease.publishConnection({ status: 'reconnecting', wallet, accounts });
  release();
  expect(store.view.family('evm').connection.get().status).toBe('reconnecting');
});
