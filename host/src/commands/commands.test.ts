import {
  type Handle,
  LinkspanError,
  type Reading,
  type RemoteState,
  type SendOptions,
  type SendRequest,
  type Sent,
  type Signed,
} from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../async.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Connectors } from '../loader/connector.ts';
import { toGuarded } from '../loader/guarded-handle.ts';
import { createSlot } from '../loader/slot.ts';
import type { Release } from '../releases/release.ts';
import { isAsking } from '../session/request.ts';
import { toSending } from '../testing/facts.ts';
import { approve } from '../testing/fake-discovery.ts';
import { createFakeFailureMark } from '../testing/fake-failure-mark.ts';
import { createFakeFamily, type FakeFamily, settle } from '../testing/fake-family.ts';
import { createFakeHandle, type FakeHandle, readSend } from '../testing/fake-handle.ts';
import { createFakeLedger } from '../testing/fake-ledger.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { createAsk } from './ask.ts';
import { createCommands, disconnect, type Sessions } from './commands.ts';
import { Requests } from './requests.ts';
import type { Commands } from './shell.ts';
import { newNonce, toOwnStatement } from './to-request.ts';

const account = 'eip155:31337:0xone';
const signed: Signed = { account, message: 'Hello', scheme: 'eip191', signature: '0x1' };
const failure = { code: 'loader/unreachable', context: { remote: 'remote-evm', stage: 'connector' } };

let family: FakeFamily;
let commands: Commands;
let requests: Requests;
let ledger: Ledger;
let mounted: Connectors['mounted'];
let comings: number;
/** What the page did that no fact tells. */
let happened: string[];
let documents: number;
let isListed: boolean;
let listAgain: () => void;
let confirmed: Promise<void>;
let assertMayRun: () => void;
let seen: Promise<void>;
let measured: Promise<number | undefined>;
let now: number;
let slot: ReturnType<typeof createSlot>;
const view = () => family.store.view.family('evm');
const request = () => requests.of('evm').get();

beforeEach(() => {
  family = createFakeFamily();
  ledger = createFakeLedger(family.store.view);
  requests = new Requests(family.store.view, (id) => ledger.abandon(id));
  mounted = async () => guard(family.handle);
  [comings, documents, happened] = [0, 0, []];
  [isListed, listAgain] = [true, () => undefined];
  confirmed = Promise.resolve();
  [now, measured] = [0, Promise.resolve(0)];
  seen = Promise.resolve();
  assertMayRun = () => undefined;
  const [config] = fakeConfig.families;
  if (config === undefined) throw new Error('no family');
  slot = createSlot(config, createFakeStorage(), undefined);
  const sessions: Sessions = {
    store: family.store,
    slots: new Map([['evm', slot]]),
    attempts: family.attempts,
    choose: () => undefined,
    reads: {
      abandon: (id) => family.reads.abandon(id),
      async restoreRemembered() {
        comings += 1;
        return true;
      },
    },
    async retryDocument() {
      documents += 1;
    },
    async retryDiscovery() {
      listAgain();
      return isListed;
    },
  };
  const connectors: Connectors = {
    mounted: (id) => mounted(id),
    preload: () => undefined,
    unmount: (id) => void happened.push(`unmount ${id}`),
  };
  const needs = {
    ...{ view: family.store.view, title: fakeConfig.title, connectors, requests, ledger },
    revalidation: { confirm: () => confirmed, assertMayRun: () => assertMayRun() },
    page: { host: 'localhost:4300', origin: 'http://localhost:4300' },
    untilSeen: () => seen,
    now: () => now,
    measureClock: () => measured,
  };
  commands = createCommands({
    ...{ ...needs, sessions, ask: createAsk(needs) },
    reload: () => void happened.push('reload'),
    forget: async () => undefined,
  });
});

/** A connector as the page uses it. */
function guard(handle: Handle): Handle {
  const { signal } = new AbortController();
  return toGuarded(handle, {
    ...{ family: 'evm', signal, failureMark: undefined },
    ...{ unmount: () => undefined, emit: () => undefined },
  });
}

/** A connector whose sends run so, once they are read. */
function sendBy(send: (options: SendOptions) => Promise<Sent>): void {
  const read: Handle['read'] = async () => ({
    ...{ asks: 'person', intent: toSending(account, '0xother', '5') },
    answer: async (options) => ({ sent: await send(options) }),
  });
  mounted = async () => guard({ ...family.handle, read });
}

async function connect(): Promise<void> {
  commands.connect('evm', 'one');
  await settle();
  family.discovery.attempts.at(-1)?.resolve(approve('one'));
  await settle();
}

function fail(step: 'again' | 'reload'): void {
  const state: RemoteState = { stage: 'failed', failure, step };
  family.store.publishRemote('evm', state);
}

describe('a signature', () => {
  it('is asked for with the account in use, and enters the activity', async () => {
    await connect();
    const asked = commands.request('evm', { kind: 'message', text: 'Hello' });
    await settle();
    expect(request()).toMatchObject({ state: 'asking', intent: { account, lines: [{ value: 'Hello' }] } });
    family.handle.signs[0]?.resolve(signed);
    await expect(asked).resolves.toEqual({ signed });
    expect(ledger.entries.get()).toMatchObject([{ kind: 'signed', family: 'evm', at: 1_000, signed }]);
  });

  it('is asked for by what nobody can change, the remote included', async () => {
    await connect();
    commands.request('evm', { kind: 'message', text: 'Hello' }).catch(() => undefined);
    await settle();
    const given = family.handle.signs[0]?.given as { text: string };
    expect(() => (given.text = 'All that I have')).toThrow(TypeError);
    expect(request()).toMatchObject({ intent: { lines: [{ value: 'Hello' }] } });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a signature', () => commands.request('evm', { kind: 'message', text: 'Hello' })],
    ['a sign-in', () => commands.request('evm', { kind: 'sign-in' })],
    ['a send', () => commands.request('evm', { kind: 'send', to: 'someone', amount: '1' })],
    ['another network', () => commands.switchNetwork('evm', 'eip155:1')],
  ])('is asked for once a person sees the request, as is all else: %s', async (_, ask) => {
    await connect();
    const { handle } = family;
    const countAsked = () => handle.signs.length + handle.transactions.length + handle.switches.length;
    const shown = createDeferred<void>();
    seen = shown.promise;
    const asked = ask();
    asked.catch(() => undefined);
    await settle();
    expect([isAsking(request()), countAsked()]).toEqual([true, 0]);
    shown.reject(new LinkspanError('wallet/unseen', { wallet: 'one' }));
    await expect(asked).rejects.toMatchObject({ code: 'wallet/unseen' });
    expect(countAsked()).toBe(0);
  });

  it('that is none, but made up by a remote, is its failure', async () => {
    await connect();
    const asked = commands.request('evm', { kind: 'message', text: 'Hello' });
    await settle();
    family.handle.signs[0]?.resolve({ ...signed, message: { toString: () => 'Hello' } } as never);
    await expect(asked).rejects.toMatchObject({
      code: 'remote/malformed',
      context: { place: 'signed.message' },
    });
    expect(ledger.entries.get()).toEqual([]);
    expect(request()).toMatchObject({ state: 'failed', failure: { code: 'remote/malformed' } });
  });

  it('is asked for once, however often it is pressed', async () => {
    await connect();
    const first = commands.request('evm', { kind: 'message', text: 'Hello' });
    await settle();
    const second = commands.request('evm', { kind: 'message', text: 'Hello' });
    await expect(second).rejects.toMatchObject({ code: 'wallet/pending' });
    expect(family.handle.signs).toHaveLength(1);
    expect(request()).toMatchObject({ state: 'asking' });
    family.handle.signs[0]?.resolve(signed);
    await first;
    expect(ledger.entries.get()).toHaveLength(1);
  });

  it('of nothing is refused where a person sees it', async () => {
    await connect();
    await expect(commands.request('evm', { kind: 'message', text: '' })).rejects.toMatchObject({
      code: 'input/empty',
    });
    expect(request()).toMatchObject({ state: 'failed', failure: { code: 'input/empty' } });
    expect(family.handle.signs).toEqual([]);
  });

  it('without a wallet is refused where a person sees it', async () => {
    await expect(commands.request('evm', { kind: 'message', text: 'Hello' })).rejects.toMatchObject({
      code: 'wallet/not-connected',
    });
    expect(request()).toMatchObject({ failure: { code: 'wallet/not-connected' } });
  });

  it('is the wallet’s to answer from when its connector has noted it', async () => {
    await connect();
    let note: SendOptions['noted'] | undefined;
    sendBy(({ noted }) => {
      note = noted;
      return createDeferred<Sent>().promise;
    });
    commands.request('evm', { kind: 'send', to: '0xother', amount: '5' }).catch(() => undefined);
    await settle();
    expect(request()).toMatchObject({ state: 'checking' });
    note?.('block 7');
    expect(request()).toMatchObject({ state: 'asking' });
  });

  it('that is cancelled on the page frees the card, and is dropped when it comes', async () => {
    await connect();
    const asked = commands.request('evm', { kind: 'message', text: 'Hello' });
    await settle();
    commands.cancel('evm');
    await expect(asked).rejects.toMatchObject({ code: 'wallet/cancelled' });
    family.handle.signs[0]?.resolve(signed);
    await settle();
    expect(ledger.entries.get()).toEqual([]);
    expect(request()).toEqual({ state: 'none' });
  });

  it('leaves an attempt at another wallet alone when it is cancelled', async () => {
    await connect();
    commands.connect('evm', 'two');
    await settle();
    commands.request('evm', { kind: 'message', text: 'Hello' }).catch(() => undefined);
    await settle();
    commands.cancel('evm');
    expect(view().attempt.get()).toMatchObject({ state: 'running', wallet: { id: 'two' } });
    commands.cancel('evm');
    expect(view().attempt.get()).toEqual({ state: 'none' });
  });

  it('signs in to this page, for ten minutes', async () => {
    await connect();
    commands.request('evm', { kind: 'sign-in' }).catch(() => undefined);
    await settle();
    expect(family.handle.signs[0]?.given).toMatchObject({
      kind: 'sign-in',
      account,
      domain: 'localhost:4300',
      uri: 'http://localhost:4300',
      statement: 'Sign in to Linkspan.',
      issuedAt: '1970-01-01T00:00:00.000Z',
      expiresAt: '1970-01-01T00:10:00.000Z',
    });
  });
});

describe('a send', () => {
  it('enters the activity with its transaction', async () => {
    await connect();
    const sent = commands.request('evm', { kind: 'send', to: '0xother', amount: '5' });
    await settle();
    family.handle.transactions[0]?.resolve({ transaction: '0xabc' });
    await expect(sent).resolves.toEqual({ sent: { transaction: '0xabc' } });
    expect(ledger.entries.get()).toMatchObject([{ kind: 'sent', transaction: '0xabc' }]);
  });

  it('without a transaction is its remote’s failure', async () => {
    await connect();
    const sent = commands.request('evm', { kind: 'send', to: '0xother', amount: '5' });
    await settle();
    family.handle.transactions[0]?.resolve({ transaction: {} } as never);
    await expect(sent).rejects.toMatchObject({ code: 'remote/malformed' });
    // The wallet may have sent it.
    expect(ledger.entries.get()).toMatchObject([{ kind: 'sent', outcome: { state: 'unknown' } }]);
  });

  it('that is cancelled while it is prepared does not come as far as the wallet', async () => {
    await connect();
    let note: SendOptions['noted'] | undefined;
    sendBy(({ noted }) => {
      note = noted;
      return createDeferred<Sent>().promise;
    });
    const sent = commands.request('evm', { kind: 'send', to: '0xother', amount: '5' });
    await settle();
    expect(request()).toMatchObject({ state: 'checking' });
    commands.cancel('evm');
    await expect(sent).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(() => note?.('block 7')).toThrow(expect.objectContaining({ code: 'wallet/cancelled' }));
    await settle();
    expect(ledger.entries.get()).toEqual([]);
  });

  it('that is cancelled on the page frees the card, and is kept where the wallet sends it all the same', async () => {
    await connect();
    const sent = commands.request('evm', { kind: 'send', to: '0xother', amount: '5' });
    await settle();
    commands.cancel('evm');
    expect(request()).toMatchObject({ state: 'failed', failure: { code: 'wallet/cancelled' } });
    await settle();
    const unknown = { kind: 'sent', outcome: { state: 'unknown' }, isEarlier: false };
    expect(ledger.entries.get()).toEqual([expect.objectContaining(unknown)]);
    family.handle.transactions[0]?.resolve({ transaction: '0xabc' });
    await expect(sent).resolves.toEqual({ sent: { transaction: '0xabc' } });
    await settle();
    const late = { kind: 'sent', transaction: '0xabc', outcome: { state: 'sent', transaction: '0xabc' } };
    expect(ledger.entries.get()).toEqual([expect.objectContaining(late)]);
    expect(request()).toEqual({ state: 'none' });
  });

  it('that was filled in for another wallet’s account than is connected by the press is not sent', async () => {
    await connect();
    const slow = createDeferred<void>();
    family.handle.faults.adoptAfter = slow.promise;
    commands.connect('evm', 'two');
    await settle();
    family.discovery.attempts.at(-1)?.resolve(approve('two', 'eip155:31337:0xtwo'));
    await settle();
    expect(view().attempt.get()).toMatchObject({ progress: { step: 'adopting' } });
    slow.resolve();
    await settle();
    expect(view().connection.get()).toMatchObject({ wallet: { id: 'two' } });
    const asked = commands.request('evm', { kind: 'send', to: '0xother', amount: '5', account: account });
    await expect(asked).rejects.toMatchObject({ code: 'wallet/account-changed', context: { account } });
    expect(family.handle.transactions).toEqual([]);
    // With what was filled in, to be looked at again.
    expect(request()).toMatchObject({
      state: 'failed',
      input: { to: '0xother', amount: '5' },
      failure: { code: 'wallet/account-changed' },
    });
  });

  it('is not sent where another account is taken into use before its wallet is asked', async () => {
    await connect();
    const asks = createDeferred<void>();
    confirmed = asks.promise;
    const asked = commands.request('evm', { kind: 'send', to: '0xother', amount: '5' });
    await settle();
    const { wallet } = approve('one');
    const { lease } = family.store.openLease('evm');
    lease.publishConnection({
      status: 'connected',
      wallet,
      accounts: ['eip155:31337:0xtwo', account],
      capabilities: [],
    });
    asks.resolve();
    await expect(asked).rejects.toMatchObject({ code: 'wallet/account-changed' });
    expect(family.handle.transactions).toEqual([]);
  });

  it('that the wallet rejects is no activity, and can be dismissed', async () => {
    await connect();
    const sent = commands.request('evm', { kind: 'send', to: '0xother', amount: '5' });
    await settle();
    family.handle.transactions[0]?.reject(new LinkspanError('wallet/rejected', { wallet: 'Wallet one' }));
    await expect(sent).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect(ledger.entries.get()).toEqual([]);
    expect(request()).toMatchObject({ state: 'failed', intent: { method: 'send', moves: { amount: '5' } } });
    commands.dismiss('evm');
    expect(request()).toEqual({ state: 'none' });
  });
});

describe('a reading for a form', () => {
  const ask = () => commands.read('evm', { kind: 'send', to: '0xb', amount: '5', account });
  const reading = (quote: object) => {
    mounted = async () =>
      guard({
        ...family.handle,
        async read(request) {
          asked.push(request);
          return { ...readSend(request as SendRequest, async () => expect.fail()), quote } as Reading;
        },
      });
  };
  let asked: unknown[];
  beforeEach(async () => {
    asked = [];
    await connect();
  });

  it('tells what a send from an account would cost, and no card shows that', async () => {
    reading({ fee: '21000' });
    expect(await ask()).toMatchObject({ quote: { fee: '21000' } });
    expect(asked).toEqual([{ kind: 'send', account, to: '0xb', amount: '5' }]);
    expect(asked.every(Object.isFrozen)).toBe(true);
    expect(request()).toEqual({ state: 'none' });
    expect(ledger.entries.get()).toEqual([]);
  });

  it('whose quote is none is its remote’s failure', async () => {
    reading({ fee: '0.5' });
    await expect(ask()).rejects.toMatchObject({ code: 'remote/malformed' });
    expect(request()).toEqual({ state: 'none' });
  });

  it('says why the network quotes nothing', async () => {
    const quote = { code: 'network/unreachable', context: { network: 'Practice chain' } };
    reading(quote);
    expect(await ask()).toMatchObject({ quote });
  });
});

describe('a release that is asked about first', () => {
  it('is shown so, and its wallet is asked once it may go on', async () => {
    await connect();
    const asks = createDeferred<void>();
    confirmed = asks.promise;
    const asked = commands.request('evm', { kind: 'message', text: 'Hello' });
    await settle();
    expect(request()).toMatchObject({ state: 'checking', intent: { lines: [{ value: 'Hello' }] } });
    expect(family.handle.signs).toEqual([]);
    asks.resolve();
    await settle();
    expect(request()).toMatchObject({ state: 'asking', intent: { lines: [{ value: 'Hello' }] } });
    family.handle.signs[0]?.resolve(signed);
    await asked;
    expect(request()).toEqual({ state: 'none' });
  });

  it('is asked about once, however often it is pressed', async () => {
    await connect();
    confirmed = new Promise(() => undefined);
    commands.request('evm', { kind: 'sign-in' }).catch(expect.fail);
    await settle();
    await expect(commands.request('evm', { kind: 'sign-in' })).rejects.toMatchObject({
      code: 'wallet/pending',
    });
    expect(request()).toMatchObject({ state: 'checking' });
  });

  it('asks nothing of a wallet that was disconnected meanwhile', async () => {
    await connect();
    const asks = createDeferred<void>();
    confirmed = asks.promise;
    const asked = commands.request('evm', { kind: 'send', to: '0xother', amount: '5' });
    await settle();
    await commands.disconnect('evm');
    asks.resolve();
    await expect(asked).rejects.toMatchObject({ code: 'wallet/not-connected' });
    expect(family.handle.transactions).toEqual([]);
    expect(request()).toEqual({ state: 'none' });
  });

  it('asks nothing of a wallet where it was stopped while its connector was loaded', async () => {
    await connect();
    const loading = createDeferred<typeof family.handle>();
    mounted = () => loading.promise;
    const asked = commands.request('evm', { kind: 'message', text: 'Hello' });
    await settle();
    assertMayRun = () => {
      throw new LinkspanError('release/withdrawn', { remote: 'remote-evm' });
    };
    loading.resolve(family.handle);
    await expect(asked).rejects.toMatchObject({ code: 'release/withdrawn' });
    expect(family.handle.signs).toEqual([]);
  });

  it.each([
    ['message', () => commands.request('evm', { kind: 'message', text: 'Hello' })],
    ['sign-in', () => commands.request('evm', { kind: 'sign-in' })],
    ['send', () => commands.request('evm', { kind: 'send', to: '0xother', amount: '5' })],
  ])('and was stopped sends no %s to the wallet, and stays connected', async (kind, command) => {
    await connect();
    confirmed = Promise.reject(new LinkspanError('release/withdrawn', { remote: 'remote-evm' }));
    await expect(command()).rejects.toMatchObject({ code: 'release/withdrawn' });
    expect([...family.handle.signs, ...family.handle.transactions]).toEqual([]);
    expect(request()).toMatchObject({ state: 'failed', input: { kind } });
    expect(view().connection.get().status).toBe('connected');
  });
});

describe('a switch', () => {
  it('of network is shown until the wallet has agreed', async () => {
    await connect();
    const switched = commands.switchNetwork('evm', 'eip155:31338');
    expect(request()).toEqual({ state: 'switching', network: 'eip155:31338' });
    await settle();
    family.handle.switches[0]?.resolve();
    await switched;
    expect(request()).toEqual({ state: 'none' });
  });

  it('of network is not asked for by a release that was stopped', async () => {
    await connect();
    assertMayRun = () => {
      throw new LinkspanError('release/blocked', { remote: 'remote-evm', version: '1.2.3', reason: 'bad' });
    };
    await expect(commands.switchNetwork('evm', 'eip155:31338')).rejects.toMatchObject({
      code: 'release/blocked',
    });
    expect(family.handle.switches).toEqual([]);
  });

  it('of account that fails is shown', async () => {
    await connect();
    family.handle.faults.switchAccount = new LinkspanError('wallet/account-changed', { account });
    await expect(commands.switchAccount('evm', account)).rejects.toMatchObject({
      code: 'wallet/account-changed',
    });
    expect(request()).toMatchObject({ state: 'failed', failure: { code: 'wallet/account-changed' } });
  });
});

describe('a disconnect', () => {
  it('ends the connection', async () => {
    await connect();
    await commands.disconnect('evm');
    expect(view().connection.get()).toEqual({ status: 'disconnected' });
  });

  it('whose permission cannot be given back shows why', async () => {
    await connect();
    family.handle.faults.revoke = new LinkspanError('wallet/timeout', { wallet: 'Wallet one' });
    await expect(commands.disconnect('evm')).rejects.toMatchObject({ code: 'wallet/timeout' });
    expect(view().connection.get().status).toBe('disconnected');
    expect(request()).toMatchObject({ state: 'failed', failure: { code: 'wallet/timeout' } });
  });

  it('ends what the wallet is being asked for', async () => {
    await connect();
    commands.request('evm', { kind: 'message', text: 'Hello' }).catch(() => undefined);
    await settle();
    await commands.disconnect('evm');
    expect(request()).toEqual({ state: 'none' });
  });

  it('ends a coming back, without loading a connector', async () => {
    mounted = () => Promise.reject(new Error('not to be loaded'));
    const { wallet, accounts } = approve('one');
    const { lease } = family.store.openLease('evm');
    lease.publishConnection({ status: 'reconnecting', wallet, accounts });
    await commands.disconnect('evm');
    expect(view().connection.get()).toEqual({ status: 'disconnected' });
  });

  it('cancels an attempt where nothing is connected', async () => {
    commands.connect('evm', 'one');
    await settle();
    await commands.disconnect('evm');
    expect(view().connection.get()).toEqual({ status: 'disconnected' });
    expect(view().attempt.get()).toEqual({ state: 'none' });
  });
});

describe('a retry', () => {
  it('asks again for a document that did not come', async () => {
    fail('again');
    await commands.retry('evm');
    expect([documents, comings]).toEqual([1, 0]);
  });

  it('mounts again what could not be fetched, and brings the wallet back', async () => {
    slot.release = {} as Release;
    fail('again');
    await commands.retry('evm');
    expect([documents, comings]).toEqual([0, 1]);
  });

  it('takes away the failure that it is to repair', async () => {
    slot.release = {} as Release;
    family.handle.faults.adopt = new LinkspanError('loader/unreachable', { remote: 'r', stage: 'connector' });
    await connect();
    expect(view().attempt.get().state).toBe('failed');
    fail('again');
    await commands.retry('evm');
    expect(view().attempt.get()).toEqual({ state: 'none' });
  });

  it('passes on why it failed again, and brings nothing back', async () => {
    slot.release = {} as Release;
    mounted = () => Promise.reject(new LinkspanError('loader/timeout', { remote: 'r', stage: 'connector' }));
    fail('again');
    await expect(commands.retry('evm')).rejects.toMatchObject({ code: 'loader/timeout' });
    expect(comings).toBe(0);
    mounted = async () => family.handle;
    await commands.retry('evm');
    expect(comings).toBe(1);
  });

  it('starts a discovery again that could not be fetched, without its connector', async () => {
    slot.release = {} as Release;
    mounted = () => expect.fail('Nobody needs the connector yet');
    fail('again');
    isListed = false;
    await commands.retry('evm');
    expect(comings).toBe(0);
    listAgain = () =>
      family.store.publishRemote('evm', { stage: 'listed', release: { remote: 'r', version: '1.2.3' } });
    isListed = true;
    await commands.retry('evm');
    expect(comings).toBe(1);
  });

  it('is done once where it helps, however often it is pressed', async () => {
    slot.release = {} as Release;
    fail('again');
    listAgain = () => {
      documents += 1;
      family.store.publishRemote('evm', { stage: 'listed', release: { remote: 'r', version: '1.2.3' } });
    };
    await Promise.all([commands.retry('evm'), commands.retry('evm')]);
    expect([documents, comings]).toEqual([1, 1]);
  });

  it('tries nothing where only a reload helps, or nothing has failed', async () => {
    await commands.retry('evm');
    fail('reload');
    await commands.retry('evm');
    expect([documents, comings]).toEqual([0, 0]);
  });
});

it('leaves an attempt alone that runs while a failure is dismissed', async () => {
  commands.connect('evm', 'one');
  commands.dismiss('evm');
  expect(view().attempt.get().state).toBe('running');
});

describe('a restart', () => {
  it('takes the connector out of the page, and brings back what was connected', async () => {
    await connect();
    await commands.restart('evm');
    expect([happened, comings]).toEqual([['unmount evm'], 1]);
  });

  it('takes the failure away that asked for it', async () => {
    await connect();
    family.handle.faults.switchAccount = new LinkspanError('remote/timeout', {
      family: 'evm',
      command: 'switchAccount',
    });
    await commands.switchAccount('evm', account).catch(() => undefined);
    expect(request()).toMatchObject({ state: 'failed', failure: { code: 'remote/timeout' } });
    await commands.restart('evm');
    expect(request()).toEqual({ state: 'none' });
  });
});

it('forgets what is held against a family’s releases, then reloads', () => {
  slot.failureMark = { ...createFakeFailureMark(), forgive: () => void happened.push('forgive') };
  commands.runNewest('evm');
  expect(happened).toEqual(['forgive', 'reload']);
});

describe('a disconnect at a connector that fails', () => {
  let store: Store;
  let handle: FakeHandle;
  const connection = () => store.view.family('evm').connection.get();
  const connectors = { mounted: async () => handle };

  beforeEach(async () => {
    vi.useFakeTimers();
    store = createStore(fakeConfig.families);
    handle = createFakeHandle();
    await handle.adopt(approve('one'), store.openLease('evm').lease);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is done by the page where the connector hangs, and what it publishes later is refused', async () => {
    const { lease } = store.openLease('evm');
    handle = { ...handle, disconnect: () => new Promise(() => undefined) };
    const { wallet, accounts } = approve('one');
    lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
    const parted = disconnect({ store, connectors }, 'evm');
    await vi.advanceTimersByTimeAsync(7_999);
    expect(connection().status).toBe('connected');
    await vi.advanceTimersByTimeAsync(1);
    await parted;
    expect(connection()).toEqual({ status: 'disconnected' });
    expect(() => lease.publishConnection({ status: 'connecting', wallet })).toThrow('remote/unleased');
  });

  it('from what the connector no longer knows is done without a word', async () => {
    handle = { ...handle, disconnect: () => Promise.reject(new LinkspanError('wallet/not-connected', {})) };
    await disconnect({ store, connectors }, 'evm');
    expect(connection()).toEqual({ status: 'disconnected' });
  });

  it('leaves what is connected by then alone', async () => {
    handle = { ...handle, disconnect: () => new Promise(() => undefined) };
    const parted = disconnect({ store, connectors }, 'evm');
    const { wallet, accounts } = approve('two');
    store
      .openLease('evm')
      .lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
    await vi.advanceTimersByTimeAsync(8_000);
    await parted;
    expect(connection()).toMatchObject({ wallet: { id: 'two' } });
  });
});

describe('a disconnect, while a wallet of another family is connected', () => {
  const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
  const row = (id: string, name: string, identity?: string) =>
    ({ id, name, reach: 'installed', ...(identity && { identity }) }) as const;

  it.each([
    ['of the same identity', row('other', 'Other', 'org.pier'), true],
    // As MetaMask on Solana, which declares none.
    ['of the same name', row('other', 'Pier'), true],
    ['of another', row('other', 'Other', 'org.other'), false],
  ])('%s: gives back no permission that both may share: %s', async (_, other, isShared) => {
    const store = createStore([
      { id: 'evm', namespace: 'eip155' },
      { id: 'solana', namespace: 'solana' },
    ]);
    const own = row('pier', 'Pier', 'org.pier');
    const connect = (family: string, { id, name }: typeof own, account: `${string}:${string}:${string}`) =>
      store.openLease(family).lease.publishConnection({
        ...{ status: 'connected', wallet: { id, name }, accounts: [account], capabilities: [] },
      });
    store.publishWallets('evm', [own]);
    store.publishWallets('solana', [other]);
    connect('evm', own, 'eip155:1:0xa');
    connect('solana', other as typeof own, `${network}:a`);
    const given: unknown[] = [];
    const handle = {
      ...createFakeHandle(),
      disconnect: async (options?: object) => void given.push(options),
    };
    await disconnect({ store, connectors: { mounted: async () => handle } }, 'evm');
    expect(given).toEqual([isShared ? { keepPermission: true } : {}]);
  });
});

describe('a sign-in', () => {
  it.each([
    ['ahead', 15, '1970-01-01T11:45:00.000Z'],
    ['behind', -15, '1970-01-01T12:15:00.000Z'],
    ['days ahead', 3 * 24 * 60, '1969-12-29T12:00:00.000Z'],
  ])('by a clock that is %s is refused before the wallet is asked', async (_, minutes, served) => {
    await connect();
    [now, measured] = [12 * 60 * 60_000, Promise.resolve(minutes * 60_000)];
    const failure = { code: 'input/clock', context: { now: '1970-01-01T12:00:00.000Z', served } };
    await expect(commands.request('evm', { kind: 'sign-in' })).rejects.toMatchObject(failure);
    expect([request(), family.handle.signs]).toEqual([expect.objectContaining({ failure }), []]);
  });

  it.each([
    ['', 4 * 60_000],
    ['', -4 * 60_000],
    [' unknown', undefined],
  ])('goes to the wallet if the clock is good enough, or%s: %s ms', async (_, ahead) => {
    await connect();
    measured = Promise.resolve(ahead);
    commands.request('evm', { kind: 'sign-in' }).catch(() => undefined);
    await settle();
    expect(family.handle.signs).toHaveLength(1);
  });

  it('alone is held to the clock', async () => {
    await connect();
    measured = Promise.resolve(60 * 60_000);
    commands.request('evm', { kind: 'message', text: 'Hello' }).catch(() => undefined);
    await settle();
    expect(family.handle.signs).toHaveLength(1);
  });

  it('names the page in its statement', () => {
    expect(toOwnStatement('Linkspan')).toBe('Sign in to Linkspan.');
  });

  it.each(['Fähre', 'a\nURI: http://thief.example', '"quoted"', '船'])(
    'leaves a title out of its statement that EIP-4361 cannot write: %j',
    (title) => expect(toOwnStatement(title)).toBe('Sign in to this page.'),
  );

  it('has the fields of the application, and no others', async () => {
    await connect();
    const fields = {
      nonce: '12345678',
      resources: ['https://app.example/terms'],
      expiresAt: '2030-01-01T00:00:00Z',
    };
    commands.request('evm', { kind: 'sign-in', fields: fields }).catch(() => undefined);
    await settle();
    expect(family.handle.signs.map(({ given }) => given)).toEqual([
      {
        ...{ kind: 'sign-in', account: 'eip155:31337:0xone', ...fields },
        ...{ domain: 'localhost:4300', uri: 'http://localhost:4300', issuedAt: '1970-01-01T00:00:00.000Z' },
      },
    ]);
  });

  const nonce = '12345678';
  it.each<[unknown, place: string]>([
    [{}, 'nonce'],
    [[], 'fields'],
    [{ nonce: '1234567' }, 'nonce'],
    [{ nonce: '1234 5678' }, 'nonce'],
    [{ nonce: 12345678 }, 'nonce'],
    [{ nonce, statement: 'Ahoy\nURI: https://thief.example' }, 'statement'],
    [{ nonce, statement: '' }, 'statement'],
    [{ nonce, resources: 'https://app.example' }, 'resources'],
    [{ nonce, resources: ['terms'] }, 'resources[0]'],
    [{ nonce, resources: ['https://app.example/\n- https://thief.example'] }, 'resources[0]'],
    [{ nonce, resources: Array.from({ length: 21 }, () => 'https://app.example') }, 'resources'],
    [{ nonce, expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ nonce, expiresAt: 5 }, 'expiresAt'],
  ])('with malformed fields of the application asks nobody: %j', async (fields, place) => {
    await connect();
    await expect(commands.request('evm', { kind: 'sign-in', fields: fields as never })).rejects.toMatchObject(
      {
        ...{ code: 'input/call', context: { method: 'sign-in', place } },
      },
    );
    expect(family.handle.signs).toEqual([]);
  });

  it('has a nonce of 32 hexadecimal digits, never the same', () => {
    expect(newNonce()).toMatch(/^[0-9a-f]{32}$/);
    expect(newNonce()).not.toBe(newNonce());
  });
});
