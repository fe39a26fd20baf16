import { type Connection, LinkspanError, type Settled } from '@linkspan/contract';
import { exotic } from '@linkspan/contract/testing';
import { createStore, type Store } from '@linkspan/store';
import { atom } from 'nanostores';
import { beforeEach, describe, expect, it } from 'vitest';
import { Requests } from '../commands/requests.ts';
import type { PageEvent } from '../events.ts';
import type { Entry, SentEntry } from '../ledger/entry.ts';
import type { Request } from '../session/request.ts';
import {
  account,
  asking,
  connect,
  connected,
  otherAccount,
  sending,
  signingIn,
  submitted,
  walletRef,
} from '../testing/facts.ts';
import { approve } from '../testing/fake-discovery.ts';
import { createFakeFamily, type FakeFamily, settle } from '../testing/fake-family.ts';
import { createFakeSlot, remoteUrl } from '../testing/fake-release.ts';
import { createFakeShell, type FakeShell, fakeConfig } from '../testing/fake-shell.ts';
import { reportDocuments, reportFacts, reportRequests, reportSends, reportUncaught } from './reporters.ts';

let at: number;
let reported: PageEvent[];

beforeEach(() => {
  [at, reported] = [1_000, []];
});

const emit = (event: PageEvent) => void reported.push(event);

function listen(store: Store): () => void {
  return reportFacts(store.view, { emit, now: () => at });
}

const of = (kind: PageEvent['kind']) => reported.filter((one) => one.kind === kind);

describe('an attempt', () => {
  let family: FakeFamily;
  const named = { family: 'evm', attempt: 'id-1', wallet: 'one' };

  beforeEach(() => {
    family = createFakeFamily();
    listen(family.store);
    family.attempts.start('evm', 'one');
  });

  it('is reported with each step, and with its duration when it connects', async () => {
    await settle();
    at += 700;
    family.discovery.attempts[0]?.resolve(approve('one'));
    await settle();
    expect(of('attempt')).toEqual([
      { kind: 'attempt', ...named, step: 'asking' },
      { kind: 'attempt', ...named, step: 'adopting' },
    ]);
    expect(of('outcome')).toEqual([{ kind: 'outcome', ...named, durationMs: 700 }]);
  });

  it('is reported with its code if it fails', async () => {
    await settle();
    at += 5;
    family.discovery.attempts[0]?.reject(Object.assign(new Error('no'), { code: 'wallet/rejected' }));
    await settle();
    expect(of('outcome')).toEqual([{ kind: 'outcome', ...named, durationMs: 5, code: 'wallet/rejected' }]);
  });

  it('is reported as cancelled if nothing is connected at its end', () => {
    family.attempts.cancel('evm');
    expect(of('outcome')).toEqual([{ kind: 'outcome', ...named, durationMs: 0, code: 'wallet/cancelled' }]);
  });

  it('with another wallet ends the previous attempt as cancelled', async () => {
    family.attempts.start('evm', 'two');
    expect(of('outcome')).toMatchObject([{ attempt: 'id-1', code: 'wallet/cancelled' }]);
    expect(of('attempt')).toMatchObject([{ attempt: 'id-1' }, { attempt: 'id-2', wallet: 'two' }]);
  });

  it('that is refused at once has an outcome and no step', () => {
    family.attempts.start('evm', 'three');
    expect(reported.at(-1)).toMatchObject({
      kind: 'outcome',
      wallet: 'three',
      code: 'wallet/absent',
      durationMs: 0,
    });
    expect(of('attempt')).toHaveLength(1);
  });
});

describe('a connection', () => {
  it('is reported with its status, without its accounts', () => {
    const store = createStore(fakeConfig.families);
    listen(store);
    const { lease } = store.openLease('evm');
    const ended: Connection = {
      status: 'disconnected',
      failure: { code: 'wallet/revoked', context: { wallet: 'Practice Wallet' } },
    };
    const swapped = { ...connected, accounts: [otherAccount, account] } as Connection;
    for (const one of [connected, swapped, ended]) lease.publishConnection(one);
    expect(reported).toEqual([
      { kind: 'connection', family: 'evm', status: 'connected' },
      { kind: 'connection', family: 'evm', status: 'disconnected', code: 'wallet/revoked' },
    ]);
  });
});

describe('a send', () => {
  const entries = atom<readonly Entry[]>([]);
  const failure = { code: 'network/reverted', context: {} };
  const show = (...outcomes: readonly (Partial<SentEntry> | Settled['state'])[]) =>
    entries.set(
      outcomes.map((one, index) => {
        const known = { transaction: `0x${index}`, isFinal: false, ...(one === 'failed' && { failure }) };
        const change = typeof one === 'string' ? { outcome: { ...known, state: one } as Settled } : one;
        return { ...submitted, id: String(index), ...change };
      }),
    );

  it('is reported once in each state that this page has learned', () => {
    entries.set([]);
    const stop = reportSends(entries, { emit });
    show('unknown');
    show('sent', 'sent', { isEarlier: true, checked: 'no' });
    show('sent', 'sent', { isEarlier: true, checked: 'no' });
    show('landed', 'failed', { isEarlier: true, checked: 'yes' });
    stop();
    show('replaced');
    const about = { kind: 'transfer', family: 'evm' };
    expect(reported).toEqual([
      { ...about, state: 'sent' },
      { ...about, state: 'sent' },
      { ...about, state: 'landed' },
      { ...about, state: 'failed', code: 'network/reverted' },
      { ...about, state: 'sent' },
    ]);
  });
});

describe('the status of a release', () => {
  it('is reported with the running release, and with a code if that is stopped', () => {
    const store = createStore(fakeConfig.families);
    const release = { remote: 'remote-evm', version: '0.1.0' };
    store.publishRemote('evm', { stage: 'listed', release });
    const end = listen(store);
    store.publishReleaseStatus('evm', { state: 'superseded', version: '0.2.0' });
    store.publishReleaseStatus('evm', {
      state: 'stopped',
      failure: { code: 'release/withdrawn', context: {} },
    });
    end();
    store.publishReleaseStatus('evm', { state: 'current' });
    const about = { kind: 'release', family: 'evm', ...release };
    expect(reported).toEqual([
      { ...about, releaseStatus: 'superseded' },
      { ...about, releaseStatus: 'stopped', code: 'release/withdrawn' },
    ]);
  });
});

it('reports no account, transaction, amount or name', () => {
  const store = createStore(fakeConfig.families);
  listen(store);
  const { lease } = store.openLease('evm');
  store.publishAttempt('evm', asking());
  const links = [{ name: 'Harbour', url: 'example.harbour://secret' }];
  store.publishPairing('evm', { wallet: walletRef.name, uri: 'wc:secret', links });
  lease.publishConnection(connected);
  const entries = atom<readonly Entry[]>([]);
  reportSends(entries, { emit });
  entries.set([submitted]);
  const all = JSON.stringify(reported);
  for (const secret of [
    account.split(':')[2],
    '0xabc',
    submitted.intent.moves.to,
    submitted.intent.moves.amount,
    walletRef.name,
    'secret',
  ])
    expect(all).not.toContain(secret);
  expect(reported.map(({ kind }) => kind)).toEqual(['attempt', 'connection', 'transfer']);
});

describe('requests', () => {
  let shell: FakeShell;

  beforeEach(() => {
    shell = createFakeShell();
    connect(shell);
    reportRequests(shell.view, shell.request, { emit: (one) => reported.push(one), now: () => at });
  });

  const show = (...states: readonly Request[]) => {
    for (const state of states) {
      shell.request('evm').set(state);
      at += 10;
    }
  };
  const about = { kind: 'request', family: 'evm' };
  const input = { kind: 'send', ...sending.moves } as const;

  describe('a request', () => {
    it('is reported at its end with its whole duration', () => {
      show({ state: 'checking', input }, { state: 'asking', input, intent: sending }, { state: 'none' });
      expect(reported).toEqual([{ ...about, request: 'send', durationMs: 20 }]);
    });

    it('that ends because its wallet disconnects says so', () => {
      show({ state: 'asking', input, intent: sending });
      shell.store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
      show({ state: 'none' });
      expect(reported).toEqual([{ ...about, request: 'send', durationMs: 10, code: 'wallet/not-connected' }]);
    });

    const failure = { code: 'wallet/rejected', context: {} };
    it.each<[what: string, start: Request, end: Request, outcome: object]>([
      [
        'fails',
        { state: 'asking', input: { kind: 'sign-in' }, intent: signingIn },
        { state: 'failed', failure },
        { request: 'sign-in', code: 'wallet/rejected' },
      ],
      [
        'is for another network',
        { state: 'switching', network: 'eip155:31338' },
        { state: 'none' },
        { request: 'network' },
      ],
      [
        'the wallet never received',
        { state: 'checking', input },
        { state: 'none' },
        { request: 'send', code: 'wallet/cancelled' },
      ],
    ])('that %s is reported so', (_, start, end, outcome) => {
      show(start, end);
      expect(reported).toEqual([{ ...about, ...outcome, durationMs: 10 }]);
    });

    it('without a prompt is not reported, nor is the removal of its failure', () => {
      show({ state: 'failed', failure: { code: 'input/empty', context: {} } }, { state: 'none' });
      expect(reported).toEqual([]);
    });
  });

  it('are reported of the page’s real requests too', async () => {
    const requests = new Requests(shell.view);
    reportRequests(shell.view, (family) => requests.of(family), {
      emit: (one) => reported.push(one),
      now: () => at,
    });
    await requests.run('evm', { state: 'asking', input, intent: sending }, async () => 'done');
    const refused = requests.run('evm', { state: 'asking', input, intent: sending }, async () => {
      throw Object.assign(new Error('no'), { code: 'wallet/rejected' });
    });
    await expect(refused).rejects.toThrow('no');
    expect(reported).toEqual([
      { ...about, request: 'send', durationMs: 0 },
      { ...about, request: 'send', durationMs: 0, code: 'wallet/rejected' },
    ]);
  });
});

describe('an uncaught error', () => {
  const file = `${remoteUrl}releases/1.2.3/entry.js`;
  const fault = { kind: 'fault', family: 'evm', code: 'remote/failed' };
  let page: EventTarget;
  let end: () => void;

  beforeEach(() => {
    page = new EventTarget();
    end = reportUncaught(page as Window, [createFakeSlot()], (event) => reported.push(event));
  });

  /** An error thrown at a place. */
  const errorAt = (place: string) =>
    Object.assign(new Error('no'), { stack: `Error: no\n    at f (${place}#mark:1:2)` });
  const reject = (reason: unknown) =>
    page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  const fail = (error: unknown, filename: string) =>
    page.dispatchEvent(Object.assign(new Event('error'), { error, filename }));

  it('in a file of a release is its remote’s fault', () => {
    fail('no', file);
    expect(reported).toEqual([fault]);
  });

  it.each(exotic)('causes no second error: %s', (_, make) => {
    fail(make(), file);
    reject(make());
    expect(reported).toContainEqual(fault);
  });

  it('of a promise is the fault of the remote in its stack', () => {
    reject(errorAt(file));
    expect(reported).toEqual([fault]);
  });

  it('from elsewhere, or hidden by the browser, is not reported', () => {
    reject(errorAt('http://localhost:4300/assets/host.js'));
    reject('no');
    fail(new Error('no'), 'http://localhost:4300/assets/host.js');
    fail(null, '');
    expect(reported).toEqual([]);
  });

  it('is not reported after the end', () => {
    end();
    reject(errorAt(file));
    expect(reported).toEqual([]);
  });
});

describe('a document', () => {
  const requested: string[] = [];

  function report(slot: ReturnType<typeof createFakeSlot>, endedAt?: number): void {
    const entries = endedAt === undefined ? [] : [{ responseEnd: endedAt } as PerformanceResourceTiming];
    const getEntriesByName = (name: string) => {
      requested.push(name);
      return entries;
    };
    reportDocuments([slot], {
      clock: { now: () => 500, getEntriesByName },
      base: 'http://localhost:4300/',
      emit: (event) => reported.push(event),
    });
  }

  const stage = { kind: 'stage', family: 'evm', remote: 'remote-evm', stage: 'document' };

  it('is reported with the time that the browser measured', () => {
    report(createFakeSlot(), 120);
    expect(reported).toEqual([{ ...stage, version: '1.2.3', durationMs: 120 }]);
    expect(requested).toEqual([`${remoteUrl}live.json`]);
  });

  it('is reported with the time until now and its code if its request failed', () => {
    const slot = createFakeSlot();
    slot.release = undefined;
    slot.refusal = new LinkspanError('release/portal', { remote: 'remote-evm' });
    report(slot);
    expect(reported).toEqual([{ ...stage, durationMs: 500, code: 'release/portal' }]);
  });
});
