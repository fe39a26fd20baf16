import {
  type Accounts,
  type Approved,
  type Balance,
  type BalanceFailure,
  type Capability,
  type Code,
  type Connection,
  failure,
  type Handle,
  type Intent,
  type Lease,
  LinkspanError,
  type Network,
  type PageRequest,
  type PersonReading,
  type Port,
} from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMount } from './connector.ts';
import { openNodes } from './nodes.ts';
import type { SessionEvents } from './session.ts';
import { toAsking } from './testing/ask.ts';
import { createDeferred } from './testing/deferred.ts';
import { createFakeLibrary } from './testing/fake-session.ts';

const alder = 'eip155:1:0xa';
const birch = 'eip155:1:0xb';
const text = 'a text';

function approve(id: string, accounts: Accounts<'eip155'> = [alder, birch]): Approved<'eip155'> {
  return { attempt: id, wallet: { id, name: id }, accounts, provider: undefined };
}

/** A lease that records its facts, and refuses them on demand. */
function createLease() {
  const connections: Connection[] = [];
  const balances: Balance[] = [];
  const balanceFailures: BalanceFailure[] = [];
  const leaseFaults: { refuses?: true } = {};
  const take =
    <Fact>(facts: Fact[]) =>
    (fact: Fact) => {
      if (leaseFaults.refuses) throw new LinkspanError('remote/unleased', { family: 'evm' });
      facts.push(fact);
    };
  const lease: Lease<'eip155'> = {
    publishConnection: take(connections),
    publishBalance: take(balances),
    publishBalanceFailure: take(balanceFailures),
  };
  const published = () => connections.length + balances.length;
  return { lease, connections, balances, balanceFailures, leaseFaults, published };
}

function open(able?: readonly Capability[], prepare?: () => Promise<unknown>) {
  const library = createFakeLibrary(able, prepare);
  const page = new AbortController();
  const networks = [{ id: 'eip155:1', title: 'Ethereum' }];
  const lent = createLease();
  const importCode = <Module>(_: unknown, load: () => Promise<Module>) => load();
  const port = {
    family: 'evm',
    networks,
    signal: page.signal,
    importCode,
  } as unknown as Port<'eip155'>;
  const mounted = createMount(library.family)(port);
  return { ...library, ...lent, page, handle: { ...mounted, ...toAsking(mounted) } };
}

async function connect(able?: readonly Capability[]) {
  const opened = open(able);
  await opened.handle.adopt(approve('harbour'), opened.lease);
  await settle();
  return { ...opened, session: opened.sessions[0] as (typeof opened.sessions)[number] };
}

/** Adopts a wallet that reports something while it is being opened. */
function adoptWhile(report: (events: SessionEvents<'eip155'>) => void, order?: Accounts<'eip155'>) {
  const opened = open();
  if (order) opened.faults.order = order;
  opened.faults.opens = createDeferred();
  const adoption = opened.handle.adopt(approve('harbour'), opened.lease);
  opened.sessions.forEach(({ events }) => void report(events));
  opened.faults.opens.resolve();
  return { ...opened, adoption };
}

/** Lets everything that is already settled take its course. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const rejected = (code: string, context = {}) =>
  expect.objectContaining({ code, context: expect.objectContaining(context) });
const message = (account: typeof alder | typeof birch) => ({ kind: 'message', account, text }) as const;
const transfer = { kind: 'send', account: alder, to: '0xc', amount: '1' } as const;
const signIn = {
  kind: 'sign-in',
  account: alder,
  ...{ domain: 'app.example', uri: 'https://app.example/', statement: text },
  ...{ nonce: '12345678', issuedAt: '2029-01-01T00:00:00Z', expiresAt: '2030-01-01T00:00:00Z' },
} as const;
/** A wallet's own error, as a remote passes it on. */
const toNumbered = (code: number) =>
  new LinkspanError('wallet/unsupported', { wallet: 'Harbour', method: '' }, { cause: { code } });

describe('adopting', () => {
  it('loads what requests need once the balance is shown, and stays connected if that fails', async () => {
    const loaded: number[] = [];
    const { handle, faults, lease, connections, balances } = open(['message'], async () => {
      loaded.push(balances.length);
      throw new Error('offline');
    });
    faults.balances = createDeferred();
    await handle.adopt(approve('harbour'), lease);
    await settle();
    expect(loaded).toEqual([]);
    faults.balances.resolve();
    await settle();
    expect(loaded).toEqual([1]);
    expect(connections.map(({ status }) => status)).toEqual(['connected']);
  });

  it("takes the account that comes first in the approval into use, whatever the wallet's own order", async () => {
    const { handle, faults, lease, connections, sessions } = open();
    faults.order = [birch, alder];
    await handle.adopt(approve('harbour', [alder, birch]), lease);
    expect(connections).toMatchObject([{ accounts: [alder, birch] }]);
    expect(sessions[0]?.done).toEqual([`use ${alder}`]);
  });

  it('takes it into use also if the wallet reports its own order meanwhile', async () => {
    const order = [birch, alder] as const;
    const { adoption, connections } = adoptWhile(({ changed }) => changed(order), order);
    await adoption;
    expect(connections).toMatchObject([{ accounts: [alder, birch] }]);
  });

  it('succeeds without the chain, and publishes the reason in place of the balance', async () => {
    const { handle, faults, lease, connections, balances, balanceFailures } = open();
    faults.balance = new LinkspanError('network/busy', { network: 'First' });
    await handle.adopt(approve('harbour'), lease);
    await settle();
    expect(connections).toHaveLength(1);
    expect(balances).toEqual([]);
    expect(balanceFailures).toEqual([
      { account: alder, failure: failure('network/busy', { network: 'First' }) },
    ]);
  });

  it('publishes that the network did not answer if a chain has no deadline of its own', async () => {
    vi.useFakeTimers();
    const { handle, faults, lease, balanceFailures } = open();
    faults.balances = createDeferred();
    await handle.adopt(approve('harbour'), lease);
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    expect(balanceFailures).toMatchObject([{ account: alder, failure: { code: 'network/unreachable' } }]);
  });

  it('asks for the balance once more on demand', async () => {
    const { handle, session, balances } = await connect();
    session.amount = '11';
    await handle.refreshBalance();
    expect(balances.map(({ amount }) => amount)).toEqual(['10', '11']);
    await handle.disconnect();
    await expect(handle.refreshBalance()).rejects.toEqual(rejected('wallet/not-connected'));
  });

  it('leaves the old connection, and rejects as it failed, if the wallet cannot be opened', async () => {
    const { handle, faults, connections, lease, session } = await connect();
    faults.opening = new LinkspanError('wallet/malformed', { wallet: 'pier', place: 'chainId' });
    await expect(handle.adopt(approve('pier'), lease)).rejects.toBe(faults.opening);
    expect(connections).toHaveLength(1);
    expect(session.done).toEqual([]);
    expect((await handle.signMessage(message(alder))).account).toBe(alder);
  });

  it('leaves the old connection, and closes the new session, if the lease refuses it', async () => {
    const { handle, connections, sessions, session } = await connect();
    const other = createLease();
    other.leaseFaults.refuses = true;
    await expect(handle.adopt(approve('pier'), other.lease)).rejects.toEqual(rejected('remote/unleased'));
    expect(sessions[1]?.done).toEqual(['close']);
    session.events.changed([birch]);
    expect(connections.at(-1)).toMatchObject({ accounts: [birch] });
  });

  it('closes the session that it replaces, without giving its permission back', async () => {
    const { handle, lease, session, connections } = await connect();
    await handle.adopt(approve('pier'), lease);
    expect(session.done).toEqual(['close']);
    expect(connections.map((one) => 'wallet' in one && one.wallet.id)).toEqual(['harbour', 'pier']);
  });

  it('connects the later of two if the earlier is opened last', async () => {
    const { handle, lease, faults, sessions, connections } = open();
    const slow = createDeferred();
    faults.opens = slow;
    const earlier = handle.adopt(approve('harbour'), lease);
    delete faults.opens;
    await handle.adopt(approve('pier'), lease);
    slow.resolve();
    await expect(earlier).rejects.toEqual(rejected('wallet/cancelled', { wallet: 'harbour' }));
    expect(connections.map((one) => 'wallet' in one && one.wallet.id)).toEqual(['pier']);
    expect(sessions.map(({ done }) => done)).toEqual([['close'], []]);
  });

  it('connects the earlier of two if the later fails', async () => {
    const { handle, lease, faults, connections } = open();
    const slow = createDeferred();
    faults.opens = slow;
    const earlier = handle.adopt(approve('harbour'), lease);
    faults.opens = createDeferred();
    faults.opens.reject(new Error('no'));
    await expect(handle.adopt(approve('pier'), lease)).rejects.toThrow('no');
    slow.resolve();
    await earlier;
    expect(connections.map((one) => 'wallet' in one && one.wallet.id)).toEqual(['harbour']);
  });

  it('takes what the wallet says while it is being opened', async () => {
    const { adoption, connections } = adoptWhile(({ changed }) => changed([birch]));
    await adoption;
    expect(connections).toMatchObject([{ accounts: [birch] }]);
  });

  it('fails if the wallet ends the connection while it is being opened', async () => {
    const revoked = failure('wallet/revoked', { wallet: 'harbour' });
    const { adoption, sessions, published } = adoptWhile(({ ended }) => ended(revoked));
    await expect(adoption).rejects.toEqual(rejected('wallet/revoked'));
    expect(published()).toBe(0);
    expect(sessions[0]?.done).toEqual(['close']);
  });
});

describe('a change inside the wallet', () => {
  it('is published, with the balance of what is in use now', async () => {
    const { session, connections, balances } = await connect();
    session.events.changed([birch]);
    await settle();
    expect(connections.at(-1)).toMatchObject({ status: 'connected', accounts: [birch] });
    expect(balances.map(({ account }) => account)).toEqual([alder, birch]);
  });

  it('is the only one whose balance is published if changes follow each other fast', async () => {
    const { session, balances } = await connect();
    session.events.changed([birch]);
    session.events.changed([alder]);
    session.events.changed([birch]);
    await settle();
    expect(balances.map(({ account }) => account)).toEqual([alder, birch]);
  });

  it.each(['changes its accounts', 'ends it'])(
    'is not published, and ends the session, if the page has ended the connection and the wallet %s',
    async (what) => {
      const { handle, leaseFaults, session, connections } = await connect();
      leaseFaults.refuses = true;
      if (what === 'ends it') session.events.ended(failure('wallet/revoked', { wallet: 'harbour' }));
      else session.events.changed([birch]);
      expect(connections).toHaveLength(1);
      expect(session.done).toEqual(['close']);
      await expect(handle.signMessage(message(alder))).rejects.toEqual(rejected('wallet/not-connected'));
    },
  );

  it('is published as the end, with its reason, and closes the session', async () => {
    const { session, handle, connections } = await connect();
    const reason = failure('wallet/revoked', { wallet: 'harbour' });
    session.events.ended(reason);
    expect(connections.at(-1)).toEqual({ status: 'disconnected', failure: reason });
    expect(session.done).toEqual(['close']);
    await expect(handle.disconnect()).rejects.toEqual(rejected('wallet/not-connected'));
  });

  it.each<[string, (opened: Awaited<ReturnType<typeof connect>>) => unknown]>([
    ['was replaced', ({ handle, lease }) => handle.adopt(approve('pier'), lease)],
    ['was disconnected', ({ handle }) => handle.disconnect()],
    ['was unmounted', ({ handle }) => handle.unmount()],
    ['has ended', ({ session }) => session.events.ended(failure('wallet/revoked', { wallet: 'harbour' }))],
  ])('is ignored from a session that %s', async (_, close) => {
    const opened = await connect();
    await close(opened);
    await settle();
    const published = opened.published();
    opened.session.events.changed([birch]);
    opened.session.events.ended(failure('wallet/revoked', { wallet: 'harbour' }));
    await settle();
    expect(opened.published()).toBe(published);
    expect(opened.session.done.filter((what) => what === 'close')).toHaveLength(1);
  });
});

describe('an account that only a pairing has named', () => {
  it('is unverified until it has signed', async () => {
    const { handle, faults, lease, connections } = open();
    faults.isPaired = true;
    await handle.adopt(approve('harbour'), lease);
    await handle.signMessage(message(alder));
    await handle.signMessage(message(alder));
    expect(connections).toMatchObject([{ isUnverified: true }, { status: 'connected' }]);
    expect(connections[1]).not.toHaveProperty('isUnverified');
    await handle.switchAccount(birch);
    expect(connections.at(-1)).toMatchObject({ accounts: [birch, alder], isUnverified: true });
  });

  it('is verified once it has signed in another tab', async () => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    const { handle, faults, lease, connections, sessions } = open();
    faults.isPaired = true;
    await handle.adopt(approve('harbour'), lease);
    sessions[0]?.proved.add(alder);
    expect(connections).toHaveLength(1);
    page.dispatchEvent(new Event('storage'));
    page.dispatchEvent(new Event('storage'));
    expect(connections).toHaveLength(2);
    expect(connections[1]).not.toHaveProperty('isUnverified');
  });

  it('is not shown again if its wallet is disconnected while it signs', async () => {
    const { handle, faults, lease, connections } = open();
    faults.isPaired = true;
    faults.asks = createDeferred();
    await handle.adopt(approve('harbour'), lease);
    const signing = handle.signMessage(message(alder));
    await settle();
    await handle.disconnect();
    faults.asks.resolve();
    await signing;
    expect(connections.map(({ status }) => status)).toEqual(['connected', 'disconnected']);
  });
});

describe('a command', () => {
  it.each<[string, (handle: ReturnType<typeof open>['handle']) => Promise<unknown>]>([
    ['signMessage', (handle) => handle.signMessage(message(alder))],
    ['send', (handle) => handle.send(transfer)],
    ['quote', (handle) => handle.quote(transfer)],
  ])('%s has the nodes asked again for their chain', async (_, command) => {
    const { handle, session } = await connect();
    const checks = vi.fn(async () => new Response('{"result":1}'));
    vi.stubGlobal('fetch', checks);
    const network = { id: 'chain:1', title: 'One', rpc: ['https://one.example'] } as unknown as Network;
    const dialect = {
      identity: { method: 'chain' },
      isOf: () => true,
      isAnswer: () => true,
      isAbsence: () => false,
    };
    const nodes = openNodes(network, dialect, session.signal);
    for (const times of [2, 3]) {
      await nodes.ask({ method: 'any' });
      expect(checks).toHaveBeenCalledTimes(times);
    }
    await command(handle);
    await nodes.ask({ method: 'any' });
    expect(checks).toHaveBeenCalledTimes(5);
    vi.unstubAllGlobals();
  });

  it('is refused for an account that is not in use, and does not reach the wallet', async () => {
    const { handle, session } = await connect();
    const refusal = rejected('wallet/account-changed', { account: birch });
    await expect(handle.signMessage(message(birch))).rejects.toEqual(refusal);
    await expect(handle.send({ ...transfer, account: birch })).rejects.toEqual(refusal);
    session.events.changed([birch]);
    await expect(handle.signMessage(message(alder))).rejects.toEqual(rejected('wallet/account-changed'));
    expect(session.done).toEqual([]);
  });

  it('is refused if the session does not declare it, and does not reach the wallet', async () => {
    const { handle, session } = await connect([]);
    const refusal = (method: string) => rejected('wallet/unsupported', { wallet: 'harbour', method });
    await expect(handle.signMessage(message(alder))).rejects.toEqual(refusal('message'));
    await expect(handle.send(transfer)).rejects.toEqual(refusal('send'));
    await expect(handle.switchNetwork('eip155:2')).rejects.toEqual(refusal('switchNetwork'));
    await expect(handle.switchAccount(birch)).rejects.toEqual(refusal('switchAccount'));
    expect(session.done).toEqual([]);
  });

  it('is refused for the network if the wallet has moved to one that the page does not have', async () => {
    const { handle, session } = await connect([]);
    session.events.changed(['eip155:99:0xa']);
    const account = 'eip155:99:0xa';
    await expect(handle.send({ ...transfer, account })).rejects.toEqual(rejected('wallet/network-changed'));
    expect(session.done).toEqual([]);
  });

  it.each([
    ['wallet/cancelled', 'wallet/revoked'],
    ['wallet/rejected', 'wallet/rejected'],
  ] as const)(
    'that rejects with %s once the wallet has ended the connection rejects with %s',
    async (code, seen) => {
      const { handle, session, faults } = await connect();
      faults.asks = createDeferred<void>();
      faults.asking = new LinkspanError(code, { wallet: 'Harbour' });
      const sending = handle.send(transfer);
      await settle();
      session.events.ended(failure('wallet/revoked', { wallet: 'Harbour' }));
      faults.asks.resolve();
      await expect(sending).rejects.toMatchObject({ code: seen });
    },
  );

  it.each<[string, (handle: Handle, lease: Lease) => Promise<void>]>([
    ['a disconnect', (handle) => handle.disconnect()],
    ['another adoption', (handle, lease) => handle.adopt(approve('pier'), lease)],
  ])('that %s of the page has cut off rejects with wallet/not-connected', async (_, leave) => {
    const { handle, faults, lease } = await connect();
    faults.asks = createDeferred<void>();
    faults.asking = new LinkspanError('wallet/cancelled', { wallet: 'Harbour' });
    const signing = handle.signMessage(message(alder));
    await settle();
    await leave(handle, lease);
    faults.asks.resolve();
    await expect(signing).rejects.toEqual(rejected('wallet/not-connected'));
  });

  it.each(['wallet/gone', 'wallet/revoked'] as const)(
    'that the wallet answers by %s ends the connection, and rejects with that',
    async (code) => {
      const { handle, faults, session, connections } = await connect();
      faults.asking = new LinkspanError(code, { wallet: 'harbour' });
      faults.onReread = () => {
        throw faults.asking;
      };
      await expect(handle.signMessage(message(alder))).rejects.toBe(faults.asking);
      const ended = { status: 'disconnected', failure: failure(code, { wallet: 'harbour' }) };
      expect(connections.at(-1)).toEqual(ended);
      expect(session.done.at(-1)).toBe('close');
    },
  );

  /** The report of the wallet when it is read again after a refusal, and the code of the rejection. */
  it.each([
    ['nothing new', () => undefined, 'wallet/unsupported'],
    ['another account', ({ changed }) => changed([birch]), 'wallet/account-changed'],
    ['another network', ({ changed }) => changed(['eip155:2:0xa']), 'wallet/network-changed'],
    ['no account', ({ locked }) => locked(failure('wallet/locked', { wallet: 'harbour' })), 'wallet/locked'],
    ['its end', ({ ended }) => ended(failure('wallet/revoked', { wallet: 'harbour' })), 'wallet/revoked'],
  ] satisfies [string, (events: SessionEvents<'eip155'>) => void, Code][])(
    'that is refused as not permitted reads the wallet again, which reports %s',
    async (_, report, code) => {
      const { handle, faults, session } = await connect();
      faults.asking = new LinkspanError('wallet/revoked', { wallet: 'harbour' });
      faults.onReread = () => report(session.events);
      await expect(handle.signMessage(message(alder))).rejects.toEqual(rejected(code));
    },
  );

  it('takes another account into use, also in the session', async () => {
    const { handle, session, connections, balances } = await connect();
    await handle.switchAccount(birch);
    await settle();
    expect(session.done).toEqual([`use ${birch}`]);
    expect(connections.at(-1)).toMatchObject({ accounts: [birch, alder] });
    expect(balances.at(-1)).toMatchObject({ account: birch });
    expect((await handle.signMessage(message(birch))).account).toBe(birch);
  });

  it('publishes no network that was switched to after the wallet was replaced', async () => {
    const { handle, faults, lease, connections } = await connect();
    faults.asks = createDeferred();
    const switching = handle.switchNetwork('eip155:2');
    await handle.adopt(approve('pier'), lease);
    faults.asks.resolve();
    await switching;
    expect(connections.at(-1)).toMatchObject({ wallet: { id: 'pier' }, accounts: [alder, birch] });
  });
});

describe('a send', () => {
  it('returns its transaction, keeps its note, and leaves its outcome and the balance to the page', async () => {
    const { handle, looks, published } = await connect();
    const before = published();
    const noted = vi.fn();
    expect(await handle.send(transfer, { noted })).toEqual({ transaction: '0x1' });
    await settle();
    expect(noted.mock.calls).toEqual([['before 0xc']]);
    expect([looks, published()]).toEqual([[], before]);
  });

  it.each<[string, Error, boolean]>([
    ['rejected', new LinkspanError('wallet/rejected', { wallet: 'Harbour' }), true],
    ['in a blocked window', new LinkspanError('wallet/window-blocked', { wallet: 'Harbour' }), true],
    [
      'signed otherwise',
      new LinkspanError('wallet/other-transaction', { wallet: '', difference: '', value: '', amount: '' }),
      true,
    ],
    ['not paid for', new LinkspanError('network/insufficient-funds', { network: 'First' }), true],
    ['not authorized', toNumbered(4100), true],
    ['an unsupported method', toNumbered(4200), true],
    ['for a chain that the wallet lacks', toNumbered(4902), true],
    ['answered by a closed wallet', new LinkspanError('wallet/closed', { wallet: 'Harbour' }), false],
    ['refused by a node', toNumbered(-32000), false],
    ['not known to a node', toNumbered(-32601), false],
    ['answered without a reason', new Error(''), false],
  ])('that was %s takes its note back: %3$s', async (_, error, isTakenBack) => {
    const { handle, faults } = await connect();
    const noted = vi.fn();
    faults.asking = error;
    await handle.send(transfer, { noted }).catch(() => undefined);
    expect(noted.mock.calls).toEqual([['before 0xc'], ...(isTakenBack ? [[undefined]] : [])]);
  });
});

describe('disconnecting', () => {
  it('publishes disconnected, then gives the permission back and closes', async () => {
    const { handle, faults, session, connections } = await connect();
    faults.revokes = createDeferred();
    const leaving = handle.disconnect();
    expect(connections.at(-1)).toEqual({ status: 'disconnected' });
    expect(session.done).toEqual(['revoke']);
    faults.revokes.resolve();
    await leaving;
    expect(session.done).toEqual(['revoke', 'close']);
  });

  it('is final also if the wallet cannot give the permission back', async () => {
    const { handle, faults, session, connections } = await connect();
    faults.revoking = new LinkspanError('wallet/timeout', { wallet: 'harbour' });
    await expect(handle.disconnect()).rejects.toBe(faults.revoking);
    expect(connections.at(-1)).toEqual({ status: 'disconnected' });
    expect(session.done).toEqual(['revoke', 'close']);
    await expect(handle.disconnect()).rejects.toEqual(rejected('wallet/not-connected'));
  });
});

describe('unmounting', () => {
  it('follows the end of the port', async () => {
    const { page, session, handle } = await connect();
    page.abort();
    expect(session.done).toEqual(['close']);
    await expect(handle.signMessage(message(alder))).rejects.toEqual(rejected('wallet/not-connected'));
  });

  it('closes a session that is still giving its permission back', async () => {
    const { handle, faults, session } = await connect();
    faults.revokes = createDeferred();
    const leaving = handle.disconnect();
    handle.unmount();
    expect(session.done).toEqual(['revoke', 'close']);
    faults.revokes.resolve();
    await leaving;
    expect(session.done).toEqual(['revoke', 'close']);
  });

  it('drops an adoption that is under way', async () => {
    const { handle, lease, faults, sessions, published } = open();
    faults.opens = createDeferred();
    const adoption = handle.adopt(approve('harbour'), lease);
    handle.unmount();
    faults.opens.resolve();
    await expect(adoption).rejects.toEqual(rejected('wallet/cancelled'));
    expect(sessions[0]?.done).toEqual(['close']);
    expect(published()).toBe(0);
  });

  it('opens nothing afterwards', async () => {
    const { handle, lease, sessions } = open();
    handle.unmount();
    await expect(handle.adopt(approve('harbour'), lease)).rejects.toEqual(rejected('wallet/cancelled'));
    expect(sessions).toEqual([]);
  });

  it('silences the balance that is under way', async () => {
    const { handle, session, published } = await connect();
    session.events.changed([birch]);
    handle.unmount();
    const before = published();
    await settle();
    expect(published()).toBe(before);
  });

  it('is complete if a listener of the store unmounts', async () => {
    const { handle, sessions } = open();
    const lease: Lease<'eip155'> = {
      publishConnection: () => handle.unmount(),
      publishBalance: () => undefined,
      publishBalanceFailure: () => undefined,
    };
    await handle.adopt(approve('harbour'), lease);
    expect(sessions[0]?.done).toEqual(['close']);
    await expect(handle.disconnect()).rejects.toEqual(rejected('wallet/not-connected'));
  });
});

describe('settling', () => {
  const send = { from: alder, to: '0xc', amount: '1', others: [] } as const;

  it('needs no wallet', async () => {
    const { handle, sessions } = open();
    expect(await handle.settle(send)).toEqual({ state: 'unknown' });
    expect(sessions).toEqual([]);
  });

  it('is refused on a network that the page does not have', async () => {
    const { handle, looks } = open();
    const elsewhere = handle.settle({ ...send, from: 'eip155:9:0xa' });
    await expect(elsewhere).rejects.toEqual(rejected('wallet/network-unsupported', { network: 'eip155:9' }));
    expect(looks).toEqual([]);
  });
});

describe('a reading', () => {
  it.each<[PageRequest, Partial<Intent>, string]>([
    [message(alder), { asksFor: 'signature', lines: [{ is: 'text', value: text }] }, `sign ${text}`],
    [
      signIn,
      {
        asksFor: 'signature',
        lines: [
          { is: 'site', value: 'app.example' },
          { is: 'statement', value: text },
          { is: 'nonce', value: '12345678' },
          { is: 'until', value: '2030-01-01T00:00:00Z' },
        ],
      },
      `sign ${text}`,
    ],
    [
      transfer,
      {
        asksFor: 'transaction',
        moves: { to: '0xc', amount: '1' },
        lines: [
          { is: 'amount', value: '1' },
          { is: 'recipient', value: '0xc' },
        ],
      },
      'send to 0xc',
    ],
  ])('of %j shows what the wallet is asked once it is answered', async (request, intent, asked) => {
    const { handle, session } = await connect();
    const reading = (await handle.read(request)) as PersonReading;
    expect(reading).toMatchObject({
      asks: 'person',
      intent: { account: alder, method: request.kind, ...intent },
    });
    expect(session.done).toEqual([]);
    await reading.answer({ noted: () => undefined });
    expect(session.done).toEqual([asked]);
  });

  it('of a send has the quote of the network', async () => {
    const { handle } = await connect();
    expect(await handle.read(transfer)).toMatchObject({ quote: { fee: '7' } });
  });

  it('of a send has the reason why the network does not quote it, and can be answered', async () => {
    const { handle, faults } = await connect();
    faults.quoting = new LinkspanError('network/busy', { network: 'First' });
    expect(await handle.read(transfer)).toMatchObject({ quote: { code: 'network/busy' } });
    expect(await handle.send(transfer)).toEqual({ transaction: '0x1' });
  });

  it('of a send with a wrong recipient is refused', async () => {
    const { handle, faults } = await connect();
    faults.quoting = new LinkspanError('input/recipient', { value: '0xc' });
    await expect(handle.read(transfer)).rejects.toBe(faults.quoting);
  });

  it('of an empty message is refused', async () => {
    const { handle } = await connect();
    await expect(handle.read({ ...message(alder), text: '' })).rejects.toEqual(rejected('input/empty'));
  });

  it.each<[string, Code, (opened: Awaited<ReturnType<typeof connect>>) => unknown]>([
    ['the account has changed', 'wallet/account-changed', ({ session }) => session.events.changed([birch])],
    [
      'another wallet with the same account is connected',
      'wallet/not-connected',
      ({ handle, lease }) => handle.adopt(approve('pier'), lease),
    ],
    ['the wallet is disconnected', 'wallet/not-connected', ({ handle }) => handle.disconnect()],
  ])('asks nobody if %s before it is answered', async (_, code, change) => {
    const opened = await connect();
    const reading = await opened.handle.read(message(alder));
    await change(opened);
    await expect(reading.answer({ noted: () => undefined })).rejects.toEqual(rejected(code));
    expect(opened.sessions.flatMap(({ done }) => done)).not.toContain(`sign ${text}`);
  });
});

describe('a wallet that shows no account for now', () => {
  const locked = failure('wallet/locked', { wallet: 'harbour' });
  const waiting = { status: 'reconnecting', accounts: [alder, birch], failure: locked };

  it('reads as reconnecting with the reason, and its session goes on until it shows accounts', async () => {
    const { connections, session } = await connect();
    session.events.locked(locked);
    expect(connections.at(-1)).toMatchObject(waiting);
    session.events.changed([birch]);
    expect(connections.at(-1)).toMatchObject({ status: 'connected', accounts: [birch] });
    expect(session.done).toEqual([]);
  });

  it('is asked for nothing, and each command says why', async () => {
    const { handle, session } = await connect();
    session.events.locked(locked);
    await expect(handle.signMessage(message(alder))).rejects.toEqual(rejected('wallet/locked'));
    await expect(handle.send(transfer)).rejects.toEqual(rejected('wallet/locked'));
    expect(session.done).toEqual([]);
  });

  it('is not adopted', async () => {
    const { adoption } = adoptWhile((events) => events.locked(locked));
    await expect(adoption).rejects.toEqual(rejected('wallet/locked'));
  });
});

describe('the person’s return to the page', () => {
  let window: EventTarget;
  const comeBack = async (...events: readonly string[]) => {
    for (const event of events) window.dispatchEvent(new Event(event));
    await settle();
  };
  const readsOf = ({ done }: { readonly done: readonly string[] }) =>
    done.filter((what) => what === 'reread').length;

  beforeEach(() => {
    window = new EventTarget();
    vi.stubGlobal('window', window);
  });

  afterEach(() => void vi.unstubAllGlobals());

  it('reads the wallet again, once for all events, until it is disconnected', async () => {
    const { handle, session } = await connect();
    await comeBack('focus', 'visibilitychange', 'pageshow');
    expect(readsOf(session)).toBe(1);
    await comeBack('pageshow');
    expect(readsOf(session)).toBe(2);
    await handle.disconnect();
    await comeBack('focus');
    expect(readsOf(session)).toBe(2);
  });

  it.each<[times: number, what: string, error: object]>([
    [1, 'is rejected', new LinkspanError('wallet/rejected', { wallet: '' })],
    [1, 'ends with the wallet’s window', new LinkspanError('wallet/closed', { wallet: '' })],
    [1, 'is rejected by number', { code: 4001, message: 'no' }],
    [3, 'takes too long', new LinkspanError('wallet/timeout', { wallet: '' })],
  ])('reads the wallet %i times of 3 if a read %s', async (times, _, error) => {
    const { faults, session } = await connect();
    faults.onReread = () => {
      throw error;
    };
    for (let turn = 0; turn < 3; turn += 1) await comeBack('focus');
    expect(readsOf(session)).toBe(times);
  });
});
