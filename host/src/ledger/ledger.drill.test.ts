import { LinkspanError, type Sent, type Settled } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { createDeferred, type Deferred } from '../async.ts';
import { toSending } from '../testing/facts.ts';
import { settle } from '../testing/fake-family.ts';
import { carryOut } from '../testing/fake-ledger.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { isFinal, isPending } from './entry.ts';
import { Ledger } from './ledger.ts';
import { openLedgerStorage } from './storage.ts';

const seed = Number(process.env.LINKSPAN_SEED) || 20_261_129;
const mostTabs = 3;
/** Fewer than the browser stores, so that none goes by number. */
const mostOpen = 40;

/** A send as it really is, whatever a page knows of it. */
interface Real {
  readonly id: string;
  /** The tab that has asked for it. */
  readonly tab: Tab;
  readonly transaction: string;
  /** What its chain shows now. */
  chain: Settled;
  /** The wallet's answer, as long as it is open. */
  answer: Deferred<Sent> | undefined;
  /** It has a note, and its wallet has not said that nothing was sent. */
  isNoted: boolean;
  isDismissed: boolean;
  /** What who waits for it was told, and what its chain showed then. */
  readonly told: { readonly what: unknown; readonly chain: Settled }[];
}

/** A tab; of a closed one, no write reaches the browser any more. */
interface Tab {
  readonly ledger: Ledger;
  readonly window: EventTarget;
  isClosed: boolean;
  /** It crashes after so many writes more. */
  writesLeft: number;
}

class World {
  readonly stored = new Map<string, string>();
  readonly sends: Real[] = [];
  readonly tabs: Tab[] = [];
  now = 1_800_000_000_000;
  isFull = false;
  /** The tab whose code is running. */
  running: Tab | undefined;
  #ids = 0;

  constructor() {
    const { stored } = this;
    const methods = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (this.isFull) throw new Error('There is no room');
        this.#write(() => stored.set(key, value));
      },
      removeItem: (key: string) => this.#write(() => stored.delete(key)),
    };
    const handler = {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    };
    vi.stubGlobal('localStorage', new Proxy(Object.create(methods), handler));
    this.openTab();
  }

  #write(write: () => unknown): void {
    const tab = this.running;
    if (tab?.isClosed) return;
    write();
    if (tab && --tab.writesLeft === 0) tab.isClosed = true;
  }

  openTab(): void {
    if (this.open().length >= mostTabs) return;
    const window = new EventTarget();
    const ledger = new Ledger({
      storage: openLedgerStorage(window as Window),
      view: createStore(fakeConfig.families).view,
      now: () => this.now,
      newId: () => `send-${++this.#ids}`,
    });
    const tab = { ledger, window, isClosed: false, writesLeft: Number.POSITIVE_INFINITY };
    this.tabs.push(tab);
    this.in(tab, () => ledger.refresh());
  }

  pass(timeMs: number): void {
    this.now += timeMs;
  }

  open(): readonly Tab[] {
    return this.tabs.filter(({ isClosed }) => !isClosed);
  }

  in(tab: Tab, run: () => void): void {
    this.running = tab;
    run();
  }

  begin(tab: Tab, hasNote: boolean): void {
    if (this.sends.filter(({ chain }) => !isFinal(chain)).length >= mostOpen) return;
    const [answer, number] = [createDeferred<Sent>(), this.#ids + 1];
    const real: Real = {
      ...{ id: `send-${number}`, tab, transaction: `0x${number}`, chain: { state: 'unknown' }, answer },
      ...{ isNoted: hasNote, isDismissed: false, told: [] },
    };
    this.sends.push(real);
    const ask: Parameters<typeof carryOut>[1] = async ({ noted }) => {
      if (hasNote) noted('block 7');
      if (hasNote && !this.isFull && !tab.isClosed)
        expect(isStored(), `${real.id} is stored before its wallet is asked`).toBe(true);
      const sent = await answer.promise.catch((error: unknown) => {
        if (!real.isNoted && hasNote) noted(undefined);
        throw error;
      });
      return sent;
    };
    const isStored = () => this.stored.has(toKey(real));
    carryOut(tab.ledger, ask, toSending('eip155:31337:0xa', '0xb', '5')).then(
      () => {
        const tell = (what: unknown) => void real.told.push({ what, chain: real.chain });
        tab.ledger.untilLanded('evm', real.transaction).then(tell, ({ code }) => tell(code));
      },
      () => undefined,
    );
  }
}

interface Place {
  readonly world: World;
  readonly tab: Tab;
  readonly at: number;
  /** One of these by chance, or nothing. */
  pick<Value>(values: readonly Value[]): Value | undefined;
}

/** What may become of a send on its chain, from one state to the next. */
function toNext({ transaction, chain }: Real, at: number): Settled {
  const failure = { code: 'network/reverted', context: {} };
  if (isFinal(chain)) return chain;
  if (chain.state === 'unknown') return { state: 'sent', transaction };
  if (chain.state !== 'sent')
    return at < 0.3 ? { state: 'sent', transaction } : ({ ...chain, isFinal: true } as Settled);
  if (at < 0.5) return { state: 'landed', transaction, isFinal: false, comparison: { result: 'as-asked' } };
  if (at < 0.7) return { state: 'failed', transaction, isFinal: false, failure };
  return at < 0.85 ? { state: 'replaced', isFinal: true } : { state: 'expired' };
}

/** What can happen, and how often it does beside the others. */
const steps: Readonly<Record<string, readonly [weight: number, take: (place: Place) => void]>> = {
  begins: [6, ({ world, tab, at }) => world.begin(tab, at < 0.9)],
  answers: [
    5,
    ({ world, pick }) => {
      const real = pick(world.sends.filter(({ answer, tab }) => answer && !tab.isClosed));
      if (real === undefined) return;
      world.running = real.tab;
      real.isNoted = true;
      if (real.chain.state === 'unknown') real.chain = { state: 'sent', transaction: real.transaction };
      real.answer?.resolve({ transaction: real.transaction });
      real.answer = undefined;
    },
  ],
  rejects: [
    2,
    ({ world, pick }) => {
      const isUnsent = ({ answer, chain, tab }: Real) => answer && !tab.isClosed && chain.state === 'unknown';
      const real = pick(world.sends.filter(isUnsent));
      if (real === undefined) return;
      world.running = real.tab;
      real.isNoted = false;
      real.chain = { state: 'expired' };
      real.answer?.reject(new LinkspanError('wallet/rejected', { wallet: 'Harbour' }));
      real.answer = undefined;
    },
  ],
  breaks: [
    2,
    ({ world, pick }) => {
      const real = pick(world.sends.filter(({ answer, tab }) => answer && !tab.isClosed));
      if (real === undefined) return;
      world.running = real.tab;
      real.answer?.reject(new LinkspanError('wallet/failed', { wallet: 'Harbour', detail: 'closed' }));
      real.answer = undefined;
    },
  ],
  leaves: [2, ({ tab }) => tab.ledger.abandon('evm')],
  /** Sends that a wallet holds back reach the chain too. */
  moves: [
    12,
    ({ world, at, pick }) => {
      const real = pick(world.sends.filter(({ isNoted, chain }) => isNoted && !isFinal(chain)));
      if (real) real.chain = toNext(real, at);
    },
  ],
  /** A node may be behind, or know nothing; it invents nothing. */
  looks: [
    20,
    ({ world, tab, at, pick }) => {
      const known = pick(tab.ledger.sends());
      const real = world.sends.find(({ id }) => id === known?.id);
      if (!real || (isPending(real.chain) && real.chain.state === 'unknown')) return;
      const isBehind = at < 0.2 && !isFinal(real.chain);
      tab.ledger.record(real.id, isBehind ? { state: 'unknown' } : real.chain);
    },
  ],
  dismisses: [
    2,
    ({ world, tab, pick }) => {
      const known = pick(tab.ledger.sends());
      const real = world.sends.find(({ id }) => id === known?.id);
      if (!real) return;
      tab.ledger.dismiss(real.id);
      real.isDismissed = /"isDismissed":true/.test(world.stored.get(toKey(real)) ?? '');
    },
  ],
  hears: [6, ({ world, tab }) => world.in(tab, () => tab.window.dispatchEvent(toStorageEvent()))],
  refreshes: [4, ({ tab }) => tab.ledger.refresh()],
  opens: [3, ({ world }) => world.openTab()],
  fills: [
    1,
    ({ world }) => {
      world.isFull = !world.isFull;
    },
  ],
  clears: [
    1,
    ({ world }) => {
      world.stored.clear();
      for (const real of world.sends) real.isDismissed = false;
    },
  ],
  closes: [
    2,
    ({ tab }) => {
      tab.isClosed = true;
    },
  ],
  /** Between two writes of what it does next. */
  crashes: [
    3,
    ({ tab, at }) => {
      tab.writesLeft = 1 + Math.floor(3 * at);
    },
  ],
  clock: [2, ({ world, at }) => world.pass((at - 0.5) * 7 * 86_400_000)],
  time: [10, ({ world, at }) => world.pass(60_000 * at)],
};

function toStorageEvent(): Event {
  return Object.assign(new Event('storage'), { key: null });
}

const toKey = ({ id }: Real) => `linkspan:1:transactions:${id}`;

/** What is true for who waits. */
function toHeard({ state }: Settled, transaction: string): unknown {
  if (state === 'landed') return transaction;
  const codes = { failed: 'network/reverted', expired: 'network/expired', replaced: 'wallet/rejected' };
  return codes[state as keyof typeof codes];
}

/** Throws if a tab says what is not so, or has lost what may cost money. */
function check(world: World, tab: Tab): void {
  const shown = tab.ledger.sends();
  expect(new Set(shown.map(({ id }) => id)).size, 'each send is there once').toBe(shown.length);
  for (const { id, outcome, checked, transaction } of shown) {
    const real = world.sends.find((one) => one.id === id) ?? expect.fail(`${id} was never asked for`);
    if (transaction !== undefined) expect(transaction, id).toBe(real.transaction);
    if (checked === 'yes' && isFinal(outcome)) expect(outcome, id).toEqual(real.chain);
  }
  world.running = tab;
  tab.ledger.refresh();
  const known = new Map(tab.ledger.sends().map((send) => [send.id, send]));
  for (const real of world.sends) {
    const { id, answer, isNoted, told, chain, transaction } = real;
    const send = known.get(id);
    expect(answer === undefined && !isNoted && send, `${id} was not sent, and is shown`).toBeFalsy();
    const isOwed = answer === undefined && (real.tab === tab || world.stored.has(toKey(real)));
    expect(isOwed && isNoted && !isFinal(chain) && !send, `${id} is lost`).toBe(false);
    expect(send && real.isDismissed && !send.isDismissed, `${id} is shown again`).toBeFalsy();
    expect(told.length, `${id} is told once`).toBeLessThan(2);
    for (const { what, chain } of told) expect(what, id).toBe(toHeard(chain, transaction));
  }
}

afterEach(() => vi.unstubAllGlobals());

const anyStep = fc.tuple(
  fc.oneof(...Object.entries(steps).map(([name, [weight]]) => ({ weight, arbitrary: fc.constant(name) }))),
  fc.integer({ min: 0, max: 999 }),
  fc.integer({ min: 0, max: 999 }),
);

it('says nothing untrue and loses nothing, whatever happens, in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 2_000, maxLength: 2_000 }), async (sequence) => {
      const world = new World();
      for (const [name, first, second] of sequence) {
        const [at, by] = [first / 1_000, second / 1_000];
        if (world.open().length === 0) world.openTab();
        const tab = world.open()[Math.floor(by * world.open().length)] as Tab;
        const pick = <Value>(values: readonly Value[]) => values[Math.floor(by * values.length)];
        world.running = tab;
        steps[name]?.[1]({ world, tab, at, pick });
        await settle();
        if (!tab.isClosed) check(world, tab);
      }
    }),
    { seed, numRuns: 5, endOnFailure: true },
  );
});
