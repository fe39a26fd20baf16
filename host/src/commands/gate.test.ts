import type { ShellRequest } from '@linkspan/app/page';
import {
  type AccountId,
  type Answer,
  type CallRequest,
  type Code,
  failure,
  type Handle,
  hasCode,
  type Intent,
  LinkspanError,
  type Readable,
  type Reading,
  type SendingIntent,
  type SendOptions,
  type Settled,
  type View,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred, type Deferred } from '../async.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { mostApplicationRequests } from '../limits.ts';
import type { Connectors } from '../loader/connector.ts';
import { toGuarded } from '../loader/guarded-handle.ts';
import { endConnection } from '../loader/slot.ts';
import { account, connected, otherAccount, otherWalletRef, sending, toSending } from '../testing/facts.ts';
import { createFakeFamily } from '../testing/fake-family.ts';
import { createFakeHandle } from '../testing/fake-handle.ts';
import { createFakeLedger } from '../testing/fake-ledger.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createAsk } from './ask.ts';
import { createCommands } from './commands.ts';
import { Gate } from './gate.ts';
import { Requests } from './requests.ts';
import type { Commands } from './shell.ts';

const network = 'eip155:31337';
const transaction = { transaction: '0xabc' };
const signature: Intent = {
  ...{ account, method: 'personal_sign', asksFor: 'signature' },
  lines: [{ is: 'text', value: 'Ahoy' }],
};
const calling: SendingIntent = {
  ...{ account, method: 'eth_sendTransaction', asksFor: 'transaction' },
  lines: [{ is: 'function', value: 'approve(address,uint256)' }],
  moves: { to: sending.moves.to, amount: '0' },
};

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** What the wallet was asked, to be answered by the test. */
interface Prompt extends Deferred<Answer> {
  readonly method: string;
}

let store: Store;
let gate: Gate;
let requests: Requests;
let ledger: Ledger;
let commands: Commands;
let handle: Handle;
let prompts: Prompt[];
let read: CallRequest[];
let readings: Record<string, (call: CallRequest) => unknown>;
let shown: ShellRequest[];
let assertMayRun: () => void;
let listening: number;
let connectorEnd: AbortController;
let confirmed: Promise<void>;
let mounting: Promise<void>;
let publish: ReturnType<Store['openLease']>['lease']['publishConnection'];

function prompt(method: string, options?: SendOptions): Promise<Answer> {
  options?.noted('asked');
  const made = { ...createDeferred<Answer>(), method };
  prompts.push(made);
  return made.promise.catch((error: unknown) => {
    // As a connector does: the wallet has sent nothing.
    if (hasCode(error, 'wallet/rejected')) options?.noted(undefined);
    throw error;
  });
}

const asks = (intent: Intent): Reading => ({
  ...{ asks: 'person', intent },
  answer: (options) => prompt(intent.method, intent.asksFor === 'transaction' ? options : undefined),
});

/** A fact whose listeners are counted. */
function count<Value>(fact: Readable<Value>): Readable<Value> {
  const counted = (listen: Readable<Value>['listen']) => (listener: (value: Value) => void) => {
    listening += 1;
    const end = listen(listener);
    return () => {
      listening -= 1;
      end();
    };
  };
  return { get: fact.get, listen: counted(fact.listen), subscribe: counted(fact.subscribe) };
}

beforeEach(() => {
  const family = createFakeFamily();
  ({ store } = family);
  [connectorEnd, confirmed, mounting] = [new AbortController(), Promise.resolve(), Promise.resolve()];
  [prompts, read, shown, assertMayRun] = [[], [], [], () => undefined];
  readings = {
    personal_sign: () => asks(signature),
    eth_sendTransaction: () => asks(calling),
    eth_call: () => ({ asks: 'nobody', answer: async () => ({ value: '0x1' }) }),
    wallet_switchEthereumChain: () => ({
      asks: 'network',
      network: 'eip155:31338',
      answer: async () => ({ value: null }),
    }),
  };
  const own: Handle = {
    ...createFakeHandle(),
    switchNetwork: () => prompt('switchNetwork') as never,
    async read(request) {
      if (request.kind === 'message') return asks({ ...signature, method: 'message' });
      if (request.kind === 'send') return asks(toSending(request.account, request.to, request.amount));
      const call = request as CallRequest;
      read.push(call);
      const reading = await readings[call.method]?.(call);
      return reading as Reading;
    },
  };
  handle = toGuarded(own, {
    ...{ family: 'evm', signal: connectorEnd.signal, failureMark: undefined },
    ...{ unmount: () => undefined, emit: () => undefined },
  });
  ledger = createFakeLedger(store.view);
  requests = new Requests(store.view, (id) => ledger.abandon(id));
  const connectors: Connectors = {
    mounted: () => mounting.then(() => handle),
    preload: () => undefined,
    unmount: () => undefined,
  };
  const needs = {
    ...{ view: store.view, connectors, title: fakeConfig.title, requests, ledger },
    revalidation: {
      confirm: () => confirmed.then(() => assertMayRun()),
      assertMayRun: () => assertMayRun(),
    },
    page: { host: 'localhost:4300', origin: 'http://localhost:4300' },
    ...{ now: () => 0, measureClock: async () => 0 },
  };
  const ask = createAsk(needs);
  const sessions = {
    ...{ store, slots: new Map(), attempts: family.attempts, reads: family.reads },
    choose: () => undefined,
    retryDocument: async () => undefined,
    retryDiscovery: async () => true,
  };
  const rest = { reload: () => undefined, forget: async () => undefined };
  commands = createCommands({ ...needs, ...rest, ask, sessions });
  listening = 0;
  const view: View = {
    ...store.view,
    family: (id) => ({ ...store.view.family(id), connection: count(store.view.family(id).connection) }),
  };
  gate = new Gate({
    ...{ view, ask, ledger },
    requests: { of: (id) => count(requests.of(id)) },
    assertMayRun: () => assertMayRun(),
    switchNetwork: commands.switchNetwork,
  });
  gate.request('evm').subscribe((request) => shown.push(request));
  publish = store.openLease('evm').lease.publishConnection;
  publish(connected);
});

const call = (method: string, params: unknown = [], reference = network) =>
  gate.call('evm', { method, params, network: reference as typeof network });
/** The outcome of a promise: its value or its code, `open` until then. */
function watch(promise: Promise<unknown>): { outcome: unknown } {
  const watched: { outcome: unknown } = { outcome: 'open' };
  promise.then(
    (value) => (watched.outcome = value),
    (error: unknown) => (watched.outcome = (error as { code?: string }).code ?? error),
  );
  return watched;
}
const asked = () => prompts.map(({ method }) => method);
const use = (...accounts: readonly [AccountId, ...AccountId[]]) =>
  publish({ ...connected, accounts } as never);

function reconnect(): void {
  publish({ status: 'disconnected' });
  publish = store.openLease('evm').lease.publishConnection;
  publish(connected);
}

describe('a read', () => {
  it('is answered while the wallet asks a person something', async () => {
    const signing = watch(call('personal_sign'));
    await settle();
    await expect(call('eth_call')).resolves.toBe('0x1');
    expect(signing.outcome).toBe('open');
    expect(asked()).toEqual(['personal_sign']);
  });

  it('is answered while no wallet is connected', async () => {
    publish({ status: 'disconnected' });
    await expect(call('eth_call')).resolves.toBe('0x1');
  });
});

describe('requests that ask a person', () => {
  it('reach the wallet one at a time, in their order', async () => {
    const outcomes = ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'].map((one) =>
      watch(call(one)),
    );
    await settle();
    expect(asked()).toEqual(['personal_sign']);
    prompts[0]?.resolve({ value: '0x51' });
    await settle();
    expect(asked()).toEqual(['personal_sign', 'eth_sendTransaction']);
    prompts[1]?.resolve({ value: '0xabc', sent: transaction });
    await settle();
    expect(asked()).toEqual(['personal_sign', 'eth_sendTransaction', 'switchNetwork']);
    prompts[2]?.resolve({ value: undefined });
    await settle();
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['0x51', '0xabc', null]);
    expect(gate.request('evm').get()).toEqual({ state: 'none' });
  });

  it('keep their order if the remote reads one of them faster', async () => {
    const slow = createDeferred<Reading>();
    readings.personal_sign = () => slow.promise;
    void call('personal_sign').catch(() => undefined);
    void call('eth_sendTransaction').catch(() => undefined);
    await settle();
    expect(asked()).toEqual([]);
    await expect(call('eth_call')).resolves.toBe('0x1');
    slow.resolve(asks(signature));
    await settle();
    expect(asked()).toEqual(['personal_sign']);
    prompts[0]?.resolve({ value: '0x51' });
    await settle();
    expect(asked()).toEqual(['personal_sign', 'eth_sendTransaction']);
  });

  it('are not held up by one that the remote cannot read', async () => {
    readings.personal_sign = () =>
      Promise.reject(new LinkspanError('input/call', { method: 'personal_sign', place: '0' }));
    const failing = watch(call('personal_sign'));
    const next = watch(call('eth_sendTransaction'));
    await settle();
    expect([failing.outcome, next.outcome]).toEqual(['input/call', 'open']);
    expect(asked()).toEqual(['eth_sendTransaction']);
  });

  it("let the shell's own go first", async () => {
    const own = watch(commands.request('evm', { kind: 'message', text: 'Ahoy' }));
    const signing = watch(call('personal_sign'));
    await settle();
    expect(asked()).toEqual(['message']);
    expect(gate.request('evm').get()).toEqual({ state: 'asking', by: 'shell' });
    prompts[0]?.resolve({ signed: { account, message: 'Ahoy', scheme: 'eip191', signature: '0x1' } });
    await settle();
    expect(own.outcome).toMatchObject({ signed: { signature: '0x1' } });
    expect(asked()).toEqual(['message', 'personal_sign']);
    expect(gate.request('evm').get()).toEqual({
      state: 'asking',
      by: 'application',
      method: 'personal_sign',
    });
    prompts[1]?.resolve({ value: '0x51' });
    await settle();
    expect(signing.outcome).toBe('0x51');
  });

  it("refuse the shell's own while the wallet asks for one of them", async () => {
    void call('personal_sign').catch(() => undefined);
    await settle();
    await expect(commands.request('evm', { kind: 'message', text: 'Ahoy' })).rejects.toMatchObject({
      code: 'wallet/pending',
    });
  });

  it('wait up to twenty at a time, and further ones reject with wallet/busy', async () => {
    const outcomes = Array.from({ length: mostApplicationRequests + 3 }, () => watch(call('personal_sign')));
    await settle();
    expect(asked()).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'wallet/busy')).toHaveLength(2);
    prompts[0]?.resolve({ value: '0x51' });
    await settle();
    expect(watch(call('personal_sign')).outcome).toBe('open');
    await settle();
    expect(asked()).toHaveLength(2);
  });

  it('answer with what the wallet says, and go on after a rejection', async () => {
    const first = watch(call('personal_sign'));
    const next = watch(call('personal_sign'));
    await settle();
    prompts[0]?.reject(new LinkspanError('wallet/rejected', { wallet: 'Harbour' }));
    await settle();
    expect(first.outcome).toBe('wallet/rejected');
    prompts[1]?.resolve({ value: '0x51' });
    await settle();
    expect(next.outcome).toBe('0x51');
  });

  it.each<[string, () => void, code: string]>([
    ['another account is in use', () => use(otherAccount, account), 'wallet/account-changed'],
    [
      'another network is',
      () => use('eip155:31338:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'),
      'wallet/account-changed',
    ],
    [
      'another wallet with the same account is connected',
      () => publish({ ...connected, wallet: otherWalletRef } as never),
      'wallet/account-changed',
    ],
    ['no wallet is connected', () => publish({ status: 'disconnected' }), 'wallet/not-connected'],
  ])('reject while they wait if %s', async (_, change, code) => {
    const first = watch(call('eth_sendTransaction'));
    const waiting = [watch(call('personal_sign')), watch(call('eth_sendTransaction'))];
    await settle();
    change();
    await settle();
    expect(waiting.map(({ outcome }) => outcome)).toEqual([code, code]);
    expect(asked()).toEqual(['eth_sendTransaction']);
    // The wallet may still send it.
    expect(first.outcome).toBe('open');
    prompts[0]?.resolve({ value: '0xabc', sent: transaction });
    await settle();
    expect(first.outcome).toBe('0xabc');
    expect(asked()).toHaveLength(1);
  });

  it('keep their place while the wallet is away for a moment', async () => {
    const first = watch(call('personal_sign'));
    const next = watch(call('personal_sign'));
    await settle();
    if (connected.status === 'connected')
      publish({ status: 'reconnecting', wallet: connected.wallet, accounts: connected.accounts });
    await settle();
    expect([first.outcome, next.outcome]).toEqual(['open', 'open']);
  });

  it('reject without a wallet', async () => {
    publish({ status: 'disconnected' });
    for (const method of ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'])
      await expect(call(method)).rejects.toMatchObject({ code: 'wallet/not-connected' });
    expect(asked()).toEqual([]);
  });

  it('are not held up by a wallet that never answers, once the next wallet is connected', async () => {
    void call('eth_sendTransaction').catch(() => undefined);
    await settle();
    publish({ status: 'disconnected' });
    publish = store.openLease('evm').lease.publishConnection;
    publish({ ...connected, wallet: otherWalletRef } as never);
    const next = watch(call('personal_sign'));
    await settle();
    expect(asked()).toEqual(['eth_sendTransaction', 'personal_sign']);
    prompts[1]?.resolve({ value: '0x51' });
    await settle();
    expect(next.outcome).toBe('0x51');
  });

  it('reject if their account is not the one in use', async () => {
    readings.personal_sign = () => asks({ ...signature, account: otherAccount });
    await expect(call('personal_sign')).rejects.toMatchObject({ code: 'wallet/account-changed' });
    expect(asked()).toEqual([]);
  });
});

describe('a request that is cancelled on its card', () => {
  it('rejects the application at once if it asks for a signature, and frees the next one', async () => {
    const signing = watch(call('personal_sign'));
    const next = watch(call('eth_sendTransaction'));
    await settle();
    commands.cancel('evm');
    await settle();
    expect([signing.outcome, next.outcome]).toEqual(['wallet/cancelled', 'open']);
    expect(asked()).toEqual(['personal_sign', 'eth_sendTransaction']);
    // A late signature is dropped.
    prompts[0]?.resolve({ value: '0x51' });
    await settle();
    expect(ledger.entries.get()).toEqual([]);
  });

  it('does not settle before the wallet answers if it asks for a transaction, and its answer is the result', async () => {
    const sendingIt = watch(call('eth_sendTransaction'));
    const next = watch(call('personal_sign'));
    await settle();
    commands.cancel('evm');
    await settle();
    expect(sendingIt.outcome).toBe('open');
    expect(ledger.entries.get()).toMatchObject([{ kind: 'sent', outcome: { state: 'unknown' } }]);
    // The person may go on meanwhile.
    expect(asked()).toEqual(['eth_sendTransaction', 'personal_sign']);
    prompts[0]?.resolve({ value: '0xabc', sent: transaction });
    await settle();
    expect(sendingIt.outcome).toBe('0xabc');
    expect(ledger.entries.get()).toMatchObject([
      { kind: 'sent', outcome: { state: 'sent', ...transaction } },
    ]);
    // It does not end the turn of the one after it.
    expect(gate.request('evm').get()).toEqual({
      state: 'asking',
      by: 'application',
      method: 'personal_sign',
    });
    prompts[1]?.resolve({ value: '0x51' });
    await settle();
    expect(next.outcome).toBe('0x51');
  });

  it('rejects as the wallet does if that refuses the transaction afterwards', async () => {
    const sendingIt = watch(call('eth_sendTransaction'));
    await settle();
    commands.cancel('evm');
    prompts[0]?.reject(new LinkspanError('wallet/rejected', { wallet: 'Harbour' }));
    await settle();
    expect(sendingIt.outcome).toBe('wallet/rejected');
  });

  it('is over at once if the wallet was not asked for the transaction yet', async () => {
    const preparing = createDeferred<void>();
    readings.eth_sendTransaction = () => ({
      ...asks(calling),
      async answer(options: SendOptions) {
        await preparing.promise;
        return prompt('eth_sendTransaction', options);
      },
    });
    const sendingIt = watch(call('eth_sendTransaction'));
    await settle();
    commands.cancel('evm');
    preparing.resolve();
    await settle();
    expect(sendingIt.outcome).toBe('wallet/cancelled');
    expect(asked()).toEqual([]);
    expect(ledger.entries.get()).toEqual([]);
  });
});

/** What ends a request before its wallet has answered. */
const endings: [string, () => void][] = [
  ['Cancel on the card', () => commands.cancel('evm')],
  ['the application or the card disconnects', () => void commands.disconnect('evm').catch(() => undefined)],
  ['another tab disconnects', () => endConnection(store, 'evm')],
  [
    'the wallet ends the connection',
    () => publish({ status: 'disconnected', failure: failure('wallet/revoked', { wallet: 'Harbour' }) }),
  ],
  ['another wallet is connected', () => publish({ ...connected, wallet: otherWalletRef } as never)],
  ['the same wallet is connected again', () => reconnect()],
  ['another account is in use', () => use(otherAccount, account)],
  [
    'the release is stopped',
    () => {
      assertMayRun = () => {
        throw new LinkspanError('release/withdrawn', { remote: 'remote-evm' });
      };
    },
  ],
];

/** The two ways by which an application has something sent. */
const sends: [string, () => Promise<unknown>, answer: unknown, outcome: unknown][] = [
  ['a request', () => call('eth_sendTransaction'), { value: '0xabc', sent: transaction }, '0xabc'],
  [
    'send',
    () =>
      gate.inTurn('evm', 'send', () =>
        commands.request('evm', { kind: 'send', to: sending.moves.to, amount: '5' }),
      ),
    { sent: transaction },
    { sent: transaction },
  ],
];

describe.each(sends)('a transaction by %s that the wallet was asked for', (_, send, answer, outcome) => {
  it.each(endings)('settles as the wallet answers if this ends it first: %s', async (_, end) => {
    const accepted = watch(send());
    await settle();
    end();
    await settle();
    expect(accepted.outcome).toBe('open');
    prompts[0]?.resolve(answer as never);
    await settle();
    expect(accepted.outcome).toEqual(outcome);
  });

  it.each(endings)('rejects as the wallet does if this ends it first: %s', async (_, end) => {
    const refused = watch(send());
    await settle();
    end();
    prompts[0]?.reject(new LinkspanError('wallet/rejected', { wallet: 'Harbour' }));
    await settle();
    expect(refused.outcome).toBe('wallet/rejected');
  });

  it.each(endings)('may be sent if the wallet is cut off as this ends it: %s', async (_, end) => {
    const cut = watch(send());
    await settle();
    end();
    prompts[0]?.reject(new LinkspanError('wallet/cancelled', { wallet: 'Harbour' }));
    await settle();
    expect(cut.outcome).toBe('wallet/may-be-sent');
  });

  it.each([
    'wallet/closed',
    'wallet/not-connected',
    'wallet/revoked',
    'wallet/gone',
    'wallet/account-changed',
    'wallet/timeout',
  ] satisfies Code[])('may be sent if the connector has only %s to say', async (code) => {
    const cut = watch(send());
    await settle();
    prompts[0]?.reject(new LinkspanError(code, { wallet: 'Harbour', account } as never));
    await settle();
    expect(cut.outcome).toBe('wallet/may-be-sent');
  });

  it('may be sent if the connector is unmounted', async () => {
    const cut = send();
    cut.catch(() => undefined);
    await settle();
    connectorEnd.abort();
    await expect(cut).rejects.toMatchObject({
      code: 'wallet/may-be-sent',
      context: { wallet: 'Practice Wallet', reason: 'remote/unmounted' },
    });
  });

  it('is in the activity as unknown once its wallet has left', async () => {
    void send().catch(() => undefined);
    await settle();
    expect(ledger.entries.get()).toEqual([]);
    publish({ status: 'disconnected' });
    expect(ledger.entries.get()).toMatchObject([{ kind: 'sent', outcome: { state: 'unknown' } }]);
  });
});

describe('a request that has its turn', () => {
  it.each(['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'])(
    'is not put to a wallet that has left, nor to its next connection: %s',
    async (method) => {
      const slow = createDeferred<void>();
      const reading = readings[method];
      readings[method] = (asked) => {
        [confirmed, mounting] = [slow.promise, slow.promise];
        return reading?.(asked);
      };
      const late = watch(call(method));
      await settle();
      reconnect();
      slow.resolve();
      await settle();
      expect(late.outcome).toBe('wallet/not-connected');
      expect(asked()).toEqual([]);
    },
  );
});

describe('a transaction that a Safe has yet to execute', () => {
  const inSafe = { sent: { transaction: '0xsafe', awaits: 'owners' as const } };
  const learn = (outcome: Settled) => ledger.record(ledger.sends()[0]?.id ?? '', outcome);
  const landed = { state: 'landed', transaction: '0xsafe', by: '0xchain', isFinal: false } as const;

  async function propose() {
    const proposing = watch(call('eth_sendTransaction'));
    await settle();
    prompts[0]?.resolve(inSafe as never);
    await settle();
    return proposing;
  }

  it('has no id for the application before its chain has one, and holds up nobody', async () => {
    const proposing = await propose();
    const next = watch(call('personal_sign'));
    await settle();
    expect(proposing.outcome).toBe('open');
    expect(gate.request('evm').get()).toMatchObject({ state: 'asking', method: 'personal_sign' });
    prompts[1]?.resolve({ value: '0x51' });
    await settle();
    expect([next.outcome, proposing.outcome]).toEqual(['0x51', 'open']);
    learn({ state: 'sent', transaction: '0xsafe', awaits: 'owners' });
    await settle();
    expect(proposing.outcome).toBe('open');
    learn(landed);
    await settle();
    expect(proposing.outcome).toBe('0xchain');
  });

  it('has it also if its wallet has been disconnected meanwhile, or was cancelled on its card', async () => {
    const proposing = watch(call('eth_sendTransaction'));
    await settle();
    commands.cancel('evm');
    prompts[0]?.resolve(inSafe as never);
    await settle();
    publish({ status: 'disconnected' });
    await settle();
    expect(proposing.outcome).toBe('open');
    learn(landed);
    await settle();
    expect(proposing.outcome).toBe('0xchain');
  });

  const failure = { code: 'network/reverted', context: { network: 'Practice chain' } } as const;

  it.each<[string, Settled]>([
    ['wallet/rejected', { state: 'replaced', isFinal: false }],
    ['network/expired', { state: 'expired' }],
    ['network/reverted', { state: 'failed', transaction: '0xsafe', failure, isFinal: true }],
  ])('rejects with %s if it ends as %j', async (code, ended) => {
    const proposing = await propose();
    learn(ended);
    await settle();
    expect(proposing.outcome).toBe(code);
  });
});

describe('the activity', () => {
  it('has a transaction of the application, and follows it', async () => {
    void call('eth_sendTransaction');
    await settle();
    prompts[0]?.resolve({ value: '0xabc', sent: transaction });
    await settle();
    const [entry] = ledger.entries.get();
    expect(entry).toMatchObject({ kind: 'sent', intent: calling, transaction: '0xabc', isEarlier: false });
    ledger.record(entry?.id ?? '', {
      ...{ state: 'landed', ...transaction, isFinal: true },
      comparison: { result: 'as-asked' },
    });
    expect(ledger.entries.get()).toMatchObject([{ outcome: { state: 'landed' }, checked: 'yes' }]);
  });

  it('has a signature of the application, and no other request', async () => {
    readings.wallet_watchAsset = () =>
      asks({ ...signature, method: 'wallet_watchAsset', asksFor: 'approval' });
    for (const method of ['personal_sign', 'wallet_watchAsset']) {
      void call(method);
      await settle();
      prompts.at(-1)?.resolve({ value: true });
      await settle();
    }
    expect(ledger.entries.get()).toEqual([
      { kind: 'signed', family: 'evm', id: expect.any(String), at: 1_000, intent: signature },
    ]);
  });
});

it('asks nothing of a release that was stopped, and reads nothing', async () => {
  assertMayRun = () => {
    throw new LinkspanError('release/withdrawn', { remote: 'remote-evm' });
  };
  for (const method of Object.keys(readings))
    await expect(call(method)).rejects.toMatchObject({ code: 'release/withdrawn' });
  expect([read, prompts]).toEqual([[], []]);
});

it('asks nothing of a release that was stopped while a request waited', async () => {
  void call('personal_sign');
  const waiting = ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'].map((one) =>
    watch(call(one)),
  );
  await settle();
  assertMayRun = () => {
    throw new LinkspanError('release/withdrawn', { remote: 'remote-evm' });
  };
  prompts[0]?.resolve({ value: '0x51' });
  await settle();
  expect(waiting.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 3 }, () => 'release/withdrawn'));
  expect(asked()).toEqual(['personal_sign']);
});

describe('a malformed call', () => {
  const circle: unknown[] = [];
  circle.push(circle);
  const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`);
  const throwing = {
    get data() {
      throw new Error('trap');
    },
  };
  it.each<[string, unknown, unknown?]>([
    ['no method', undefined],
    ['a method that is none', ''],
    ['a method with a space', 'eth call'],
    ['a long method', 'a'.repeat(61)],
    ['a method as an object', Object.create(null)],
    ['a method as a symbol', Symbol('eth_call')],
    ['a circle', 'personal_sign', circle],
    ['a BigInt', 'personal_sign', [1n]],
    ['a function', 'personal_sign', [() => 1]],
    ['a function deep inside', 'personal_sign', [{ a: [{ b: () => 1 }] }]],
    ['a function alone', 'personal_sign', () => 1],
    ['a symbol', 'personal_sign', [Symbol('a')]],
    ['no number', 'personal_sign', [Number.NaN]],
    ['an endless number', 'personal_sign', [{ value: Number.POSITIVE_INFINITY }]],
    ['a getter that throws', 'personal_sign', [throwing]],
    ['200 kB', 'personal_sign', ['a'.repeat(200_000)]],
  ])('rejects with input/call, before the remote reads it: %s', async (_, method, params = []) => {
    await expect(call(method as string, params)).rejects.toMatchObject({ code: 'input/call' });
    expect([read, prompts]).toEqual([[], []]);
  });

  it('may name its method as the Wallet Standard does', async () => {
    readings['solana:signMessage'] = () => ({ asks: 'nobody', answer: async () => ({ value: 'signed' }) });
    await expect(call('solana:signMessage')).resolves.toBe('signed');
  });

  it('may be deep', async () => {
    await expect(call('eth_call', deep)).resolves.toBe('0x1');
  });
});

it('reads params once, into a copy that nobody else has', async () => {
  let count = 0;
  const given = {
    get value() {
      count += 1;
      return count === 1 ? '0x1' : '0xffff';
    },
    data: undefined,
  };
  const params: object[] = [given];
  const answer = call('eth_call', params);
  params.push({ value: '0x2' });
  await answer;
  expect(read).toEqual([{ kind: 'call', method: 'eth_call', params: [{ value: '0x1' }], network }]);
  expect(count).toBe(1);
});

describe('what an application says a request is for', () => {
  const say = (summary: unknown, method = 'eth_sendTransaction') =>
    watch(gate.call('evm', { method, network, summary: summary as string }));

  it('is in the state of the request until that ends, and no remote gets it', async () => {
    const outcome = say('Set the fare to 7');
    const states: unknown[] = [];
    requests.of('evm').subscribe((now) => states.push([now.state, 'summary' in now && now.summary]));
    await settle();
    prompts[0]?.reject(new LinkspanError('wallet/rejected', { wallet: 'Harbour' }));
    await settle();
    expect(states).toEqual([
      ['none', false],
      ['checking', 'Set the fare to 7'],
      ['checking', 'Set the fare to 7'],
      ['asking', 'Set the fare to 7'],
      ['failed', 'Set the fare to 7'],
    ]);
    expect(outcome.outcome).toBe('wallet/rejected');
    expect(read).toEqual([{ kind: 'call', method: 'eth_sendTransaction', params: null, network }]);
    expect(JSON.stringify(ledger.entries.get())).not.toContain('fare');
  });

  it.each<[string, string, string | undefined]>([
    ['two lines', 'Set the fare\r\n to 7', 'Set the fare to 7'],
    ['characters that turn the text around', 'Set \u202E7\u2066 fares\u0000', 'Set 7 fares'],
    ['too many characters', 'a'.repeat(500), `${'a'.repeat(119)}…`],
    ['nothing to see', ' \u200B\n', undefined],
  ])('is one clean line, given %s', async (_, given, shown) => {
    say(given);
    await settle();
    const now = requests.of('evm').get();
    expect(now).toMatchObject({ state: 'asking' });
    expect('summary' in now ? now.summary : undefined).toBe(shown);
  });

  it.each([5, null, {}, ['a'], Symbol('a')])('is refused if it is no text: %o', async (summary) => {
    const error = await gate
      .call('evm', { method: 'eth_call', network, summary: summary as never })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'input/call',
      context: { method: 'eth_call', place: 'summary' },
    });
    expect(read).toEqual([]);
  });

  it('is not of the next request', async () => {
    say('Set the fare to 7', 'personal_sign');
    void call('personal_sign').catch(() => undefined);
    await settle();
    prompts[0]?.resolve({ value: '0x51' });
    await settle();
    expect(requests.of('evm').get()).toEqual({ state: 'asking', intent: signature });
  });
});

describe('the ABI that an application gives', () => {
  const abi = [{ type: 'function', name: 'setFare', inputs: [{ type: 'uint256', name: 'fare' }] }];
  const give = (given: unknown) => gate.call('evm', { method: 'eth_call', network, abi: given });

  it('reaches the remote as a copy that nobody changes', async () => {
    await give(abi);
    expect(read[0]?.abi).toEqual(abi);
    expect(read[0]?.abi).not.toBe(abi);
    expect(read[0]?.abi).toSatisfy(([item]: object[]) => Object.isFrozen(item));
  });

  const circle: unknown[] = [];
  circle.push(circle);
  it.each<[string, unknown]>([
    ['no list', { abi }],
    ['a text', JSON.stringify(abi)],
    ['a circle', circle],
    ['a BigInt', [1n]],
    ['more than 60 kB', ['a'.repeat(60_000)]],
  ])('is left out if it is %s, and the request goes on', async (_, given) => {
    await expect(give(given)).resolves.toBe('0x1');
    expect(read).toEqual([{ kind: 'call', method: 'eth_call', params: null, network }]);
  });
});

it('reads missing params as null', async () => {
  await gate.call('evm', { method: 'eth_call', network });
  expect(read).toEqual([{ kind: 'call', method: 'eth_call', params: null, network }]);
});

describe('a malformed answer of a remote', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['another question', { asks: 'everybody', answer: async () => 1 }],
    ['no answer', { asks: 'nobody' }],
    ['no intent', { asks: 'person', answer: async () => 1 }],
    [
      'an intent of another kind',
      { asks: 'person', intent: { ...sending, asksFor: 'all' }, answer: async () => 1 },
    ],
    [
      'a transaction without an amount',
      { asks: 'person', intent: { ...calling, moves: { to: '0xb', amount: '-1' } }, answer: async () => 1 },
    ],
    ['no network', { asks: 'network', network: 31337, answer: async () => 1 }],
  ])('rejects with remote/malformed, and asks nobody: %s', async (_, reading) => {
    readings.personal_sign = () => reading;
    await expect(call('personal_sign')).rejects.toMatchObject({ code: 'remote/malformed' });
    expect(requests.of('evm').get()).toEqual({ state: 'none' });
  });

  it('is undefined for a signature without a value', async () => {
    const signing = watch(call('personal_sign'));
    await settle();
    prompts[0]?.resolve({});
    await settle();
    expect(signing.outcome).toBeUndefined();
  });

  it('is wallet/may-be-sent for a transaction without an id', async () => {
    for (const answered of [undefined, { value: '0xabc' }, { value: '0xabc', sent: {} }]) {
      const sendingIt = watch(call('eth_sendTransaction'));
      await settle();
      prompts.at(-1)?.resolve(answered as never);
      await settle();
      expect(sendingIt.outcome).toBe('wallet/may-be-sent');
      expect(requests.of('evm').get()).toMatchObject({ state: 'failed', mayBeSent: true });
    }
  });
});

describe('what is shown', () => {
  it('names who has asked, also once it has failed', async () => {
    void call('personal_sign').catch(() => undefined);
    await settle();
    prompts[0]?.reject(new LinkspanError('wallet/rejected', { wallet: 'Harbour' }));
    await settle();
    const by = { by: 'application', method: 'personal_sign' };
    expect(gate.request('evm').get()).toEqual({ state: 'failed', ...by });
    const states = shown.map(({ state }) => state);
    expect(states.filter((state, at) => state !== states[at - 1])).toEqual([
      'none',
      'waiting',
      'asking',
      'failed',
    ]);
    commands.dismiss('evm');
    expect(gate.request('evm').get()).toEqual({ state: 'none' });
    void commands.request('evm', { kind: 'message', text: 'Ahoy' }).catch(() => undefined);
    await settle();
    expect(gate.request('evm').get()).toEqual({ state: 'asking', by: 'shell' });
  });
});

it('leaves nothing behind after a hundred requests', async () => {
  const before = listening;
  const outcomes: { outcome: unknown }[] = [];
  for (let round = 0; round < 10; round++) {
    outcomes.push(
      ...Array.from({ length: 10 }, (_, at) => watch(call(at % 2 ? 'eth_sendTransaction' : 'personal_sign'))),
    );
    await settle();
    if (round === 3) commands.cancel('evm');
    if (round === 5) use(otherAccount);
    if (round === 7) use(account);
    while (prompts.length > 0) {
      prompts
        .shift()
        ?.resolve({ value: round, sent: { transaction: `${outcomes.length} ${prompts.length}` } });
      await settle();
    }
  }
  expect(outcomes.filter(({ outcome }) => outcome === 'open')).toEqual([]);
  expect(outcomes.some(({ outcome }) => outcome === 9)).toBe(true);
  expect(listening).toBe(before);
  expect(gate.request('evm').get().state).not.toBe('waiting');
});
