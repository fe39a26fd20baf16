import { LinkspanError, type SendOptions, type Sent, type Settled } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred, type Deferred } from '../async.ts';
import { account, signing } from '../testing/facts.ts';
import { carryOut, toSend } from '../testing/fake-ledger.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { listWritable } from '../testing/list-writable.ts';
import { Ledger, MaybeSentError } from './ledger.ts';
import { type LedgerStorage, openLedgerStorage } from './storage.ts';

const { intent } = toSend();
const { to, amount } = intent.moves;
const rejected = new LinkspanError('wallet/rejected', { wallet: 'Harbour' });
const silent = new LinkspanError('wallet/failed', { wallet: 'Harbour', detail: 'closed' });

let store: Store;
let storage: LedgerStorage;
let now: number;
let ledger: Ledger;
let answer: Deferred<Sent>;
let options: SendOptions | undefined;

/** A page on the same browser. */
function openPage(ids: string): Ledger {
  let made = 0;
  return new Ledger({
    storage,
    view: store.view,
    now: () => now,
    newId: () => `${ids}-${++made}`,
  });
}

/** A connector that notes sends, and whose wallet the test answers. */
const noting = (given: SendOptions) => {
  options = given;
  return answer.promise;
};

beforeEach(() => {
  store = createStore(fakeConfig.families);
  storage = openLedgerStorage(new EventTarget() as Window);
  now = 1_000;
  answer = createDeferred();
  options = undefined;
  ledger = openPage('send');
});

describe('a send', () => {
  it('is kept from before the wallet is asked, and shown once it is answered', async () => {
    const run = carryOut(ledger, noting, intent);
    expect(storage.all()).toEqual([]);
    options?.noted('block 7');
    expect(storage.all()).toMatchObject([{ id: 'send-1', note: 'block 7', outcome: { state: 'unknown' } }]);
    ledger.refresh();
    expect(ledger.sends()).toEqual([]);
    answer.resolve({ transaction: '0x1' });
    expect(await run).toEqual({ transaction: '0x1' });
    expect(ledger.sends()).toMatchObject([{ transaction: '0x1', outcome: { state: 'sent' } }]);
    options?.noted('block 7, nonce 3');
    expect(storage.read('send-1')).toMatchObject({ note: 'block 7, nonce 3', transaction: '0x1' });
  });

  it('is kept as one that waits for the owners of its account where its wallet says so', async () => {
    const run = carryOut(ledger, noting, intent);
    answer.resolve({ transaction: '0x1', awaits: 'owners' });
    await run;
    ledger = openPage('later');
    ledger.refresh();
    const outcome = { state: 'sent', transaction: '0x1', awaits: 'owners' };
    expect(ledger.sends()).toMatchObject([{ outcome }]);
  });

  it('is not kept once its remote has taken the note back', async () => {
    const run = carryOut(ledger, noting, intent);
    options?.noted('block 7');
    options?.noted(undefined);
    answer.reject(rejected);
    await expect(run).rejects.toBe(rejected);
    expect(storage.all()).toEqual([]);
  });

  const codes = [
    'input/recipient',
    'wallet/cancelled',
    'wallet/closed',
    'wallet/failed',
    'wallet/gone',
    'wallet/malformed',
    'wallet/rejected',
    'wallet/revoked',
    'wallet/timeout',
    'wallet/unsupported',
    'wallet/window-blocked',
    'network/busy',
    'network/insufficient-funds',
    'network/refused',
    'remote/failed',
    'wallet/of-a-newer-remote',
  ];
  const toCoded = (code: string) =>
    // Of the remote's own class.
    Object.assign(new Error(code), { name: 'LinkspanError', code, context: { network: 'A' } });

  it.each(codes)(
    'that fails with %s before anything was noted was not sent, and is not kept',
    async (code) => {
      const run = carryOut(ledger, noting, intent);
      const error = toCoded(code);
      answer.reject(error);
      await expect(run).rejects.toBe(error);
      expect(ledger.sends()).toEqual([]);
      expect(storage.all()).toEqual([]);
    },
  );

  it.each(codes)('that fails with %s while it is noted may be sent, and is kept', async (code) => {
    const run = carryOut(ledger, noting, intent);
    options?.noted('block 7');
    answer.reject(toCoded(code));
    const error = await run.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MaybeSentError);
    expect(error).toMatchObject({ code, context: { network: 'A' } });
    expect(ledger.sends()).toMatchObject([{ note: 'block 7', outcome: { state: 'unknown' } }]);
  });

  it('whose wallet answers with the id of an earlier send may be sent, and is not confirmed with that one', async () => {
    const first = carryOut(ledger, noting, intent);
    answer.resolve({ transaction: '0x1' });
    await first;
    answer = createDeferred();
    const second = carryOut(ledger, noting, intent);
    options?.noted('block 7');
    answer.resolve({ transaction: '0x1' });
    const error = await second.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MaybeSentError);
    expect(error).toMatchObject({ code: 'wallet/malformed' });
    ledger.record('send-1', { state: 'landed', transaction: '0x1', isFinal: false });
    const states = Object.fromEntries(ledger.sends().map(({ id, outcome }) => [id, outcome.state]));
    expect(states).toEqual({ 'send-1': 'landed', 'send-2': 'unknown' });
    expect(storage.read('send-2')).not.toHaveProperty('transaction');
  });

  it('is not confirmed with the transaction under which another send has landed', async () => {
    const outcome = { state: 'landed', transaction: '0x1', by: '0x2', isFinal: true } as const;
    storage.put(toSend({ id: 'earlier', transaction: '0x1', outcome }));
    const run = carryOut(ledger, noting, intent);
    options?.noted('block 7');
    answer.resolve({ transaction: '0x2' });
    await expect(run).rejects.toMatchObject({ code: 'wallet/malformed' });
  });

  it('whose wallet throws what is no error may be sent', async () => {
    const run = carryOut(ledger, noting, intent);
    options?.noted('block 7');
    answer.reject(undefined);
    await expect(run).rejects.toMatchObject({ code: 'remote/failed' });
    expect(ledger.sends()).toHaveLength(1);
  });

  it.each([
    ['a note that is no text', 7],
    ['a note that is too long', 'x'.repeat(1_001)],
  ])('is refused %s', async (_, note) => {
    const run = carryOut(ledger, noting, intent);
    expect(() => options?.noted(note as string)).toThrow(
      expect.objectContaining({ code: 'remote/malformed' }),
    );
    answer.reject(silent);
    await expect(run).rejects.toBe(silent);
    expect(storage.all()).toEqual([]);
  });

  it('that is not wanted any more does not come as far as the wallet', async () => {
    const cancelled = new LinkspanError('wallet/cancelled', { wallet: 'Harbour' });
    const run = carryOut(ledger, noting, intent, () => {
      throw cancelled;
    });
    expect(() => options?.noted('block 7')).toThrow(cancelled);
    answer.reject(cancelled);
    await expect(run).rejects.toBe(cancelled);
    expect(storage.all()).toEqual([]);
  });

  it('that was cancelled is kept where its remote has sent it without a note', async () => {
    const run = carryOut(ledger, noting, intent, () => expect.fail('It is sent already'));
    answer.resolve({ transaction: '0x1' });
    expect(await run).toEqual({ transaction: '0x1' });
    expect(storage.all()).toMatchObject([{ transaction: '0x1' }]);
  });

  describe('given up by its page', () => {
    let run: Promise<Sent>;

    beforeEach(async () => {
      run = carryOut(ledger, noting, intent);
      ledger.abandon('evm');
      options?.noted('block 7');
      ledger.refresh();
      expect(ledger.sends()).toEqual([]);
      ledger.abandon('near');
      ledger.refresh();
      expect(ledger.sends()).toEqual([]);
      ledger.abandon('evm');
      expect(ledger.sends()).toHaveLength(1);
    });

    it('is not known while its wallet may still answer, unless the network shows it', () => {
      const state = () => ledger.sends().map(({ outcome }) => outcome.state);
      for (const outcome of [{ state: 'expired' }, { state: 'replaced', isFinal: true }] as const) {
        ledger.record('send-1', outcome);
        expect(state()).toEqual(['unknown']);
      }
      ledger.record('send-1', { state: 'landed', transaction: '0x1', isFinal: false });
      expect(state()).toEqual(['landed']);
    });

    it('stays where the network has shown it, though its wallet says that it was rejected', async () => {
      ledger.record('send-1', { state: 'landed', transaction: '0x1', isFinal: false });
      options?.noted(undefined);
      answer.reject(rejected);
      await expect(run).rejects.toBeInstanceOf(MaybeSentError);
      expect(ledger.sends()).toMatchObject([{ outcome: { state: 'landed' } }]);
    });

    it('is the same one, sent, once the late answer comes', async () => {
      answer.resolve({ transaction: '0x1' });
      await run;
      expect(ledger.sends()).toHaveLength(1);
      expect(ledger.sends()[0]).toMatchObject({ id: 'send-1', outcome: { state: 'sent' } });
    });

    it('goes where the person rejects it late', async () => {
      options?.noted(undefined);
      answer.reject(rejected);
      await expect(run).rejects.toBe(rejected);
      expect(ledger.sends()).toEqual([]);
    });
  });

  it('whose connector was taken out before it had noted anything does not come as far either', async () => {
    const run = carryOut(ledger, noting, intent);
    const unmounted = new LinkspanError('remote/unmounted', { family: 'evm' });
    answer.reject(unmounted);
    await expect(run).rejects.toBe(unmounted);
    expect(() => options?.noted('block 7')).toThrow(expect.objectContaining({ code: 'remote/unmounted' }));
  });

  it('of a page that is gone is shown by the next one', () => {
    carryOut(ledger, noting, intent).catch(() => undefined);
    options?.noted('block 7');
    ledger.abandon('evm');
    const next = openPage('next');
    next.refresh();
    expect(next.sends()).toMatchObject([{ id: 'send-1', outcome: { state: 'unknown' } }]);
    expect([ledger, next].map((page) => page.sends()[0]?.isEarlier)).toEqual([false, true]);
  });
});

describe('what becomes of a send', () => {
  const landed: Settled = { state: 'landed', transaction: '0x1', isFinal: false };
  const outcome = () => ledger.sends()[0]?.outcome;
  async function sent(): Promise<void> {
    const run = carryOut(ledger, noting, intent);
    options?.noted('block 7');
    answer.resolve({ transaction: '0x1' });
    await run;
  }

  it('keeps its comparison where the network does not show it any more', async () => {
    await sent();
    const comparison = { result: 'not-as-asked', moved: [] } as const;
    ledger.record('send-1', { ...landed, comparison });
    const unread = { result: 'not-compared', why: 'unreadable' } as const;
    ledger.record('send-1', { ...landed, comparison: unread });
    expect(outcome()).toEqual({ ...landed, comparison });
    ledger.record('send-1', landed);
    expect(outcome()).toEqual({ ...landed, comparison });
    ledger.record('send-1', { ...landed, comparison: { result: 'as-asked' } });
    expect(outcome()).toEqual({ ...landed, comparison: { result: 'as-asked' } });
  });

  it('changes until it is final', async () => {
    await sent();
    now = 2_000;
    ledger.record('send-1', landed);
    ledger.record('send-1', { state: 'sent', transaction: '0x1' });
    expect(outcome()).toMatchObject({ state: 'sent' });
    ledger.record('send-1', { ...landed, isFinal: true });
    ledger.record('send-1', { state: 'expired' });
    expect(outcome()).toEqual({ ...landed, isFinal: true });
  });

  it('is unknown again if the id that its wallet has told is of an older transaction', async () => {
    await sent();
    ledger.record('send-1', { state: 'unknown' });
    expect(outcome()).toEqual({ state: 'unknown' });
  });

  it('that was given up and is not found is known to have been looked for', async () => {
    const run = carryOut(ledger, noting, intent);
    options?.noted('block 7');
    answer.reject(silent);
    await run.catch(() => undefined);
    now = 9_000;
    ledger.record('send-1', { state: 'unknown' });
    expect(ledger.sends()).toMatchObject([{ outcome: { state: 'unknown' }, learnedAt: 9_000 }]);
  });

  it('stays confirmed if a network has never heard of it', async () => {
    await sent();
    ledger.record('send-1', { state: 'landed', transaction: '0x1', isFinal: false });
    ledger.record('send-1', { state: 'unknown' });
    expect(outcome()).toMatchObject({ state: 'landed' });
  });

  it('names one that was found again', async () => {
    storage.put(toSend());
    ledger.refresh();
    ledger.record('one', landed);
    expect(ledger.sends()).toMatchObject([{ transaction: '0x1', outcome: landed }]);
  });
});

describe('a send that only the storage of the browser knows', () => {
  const asAsked: Settled = {
    ...{ state: 'landed', transaction: '0x1', isFinal: true },
    comparison: { result: 'as-asked' },
  };
  const other: Settled = { ...asAsked, comparison: { result: 'not-as-asked', moved: [] } };
  const stored = () => {
    const [send] = ledger.sends();
    if (send === undefined) throw new Error('nothing is stored');
    return send;
  };
  const checked = () => stored().checked;

  function keep(outcome: Settled = asAsked): void {
    storage.put(toSend({ transaction: '0x1', outcome }));
    ledger.refresh();
  }

  it('is checked once the chain has shown it', () => {
    keep();
    expect(checked()).toBe('no');
    ledger.record('one', asAsked);
    expect(checked()).toBe('yes');
    ledger.record('one', other);
    expect(stored().outcome).toEqual(asAsked);
  });

  it.each([true, false])(
    'is checked by the same end, whether or not a node calls it final: %s',
    (isFinal) => {
      keep();
      now = 2_000;
      ledger.record('one', { ...asAsked, isFinal } as Settled);
      expect(checked()).toBe('yes');
      // It is stored no longer than before.
      expect(stored()).toMatchObject({ outcome: asAsked, learnedAt: 1_000 });
    },
  );

  it('is checked by each page for itself', () => {
    keep();
    ledger.record('one', asAsked);
    ledger = openPage('next');
    ledger.refresh();
    expect(checked()).toBe('no');
  });

  it.each<[string, Settled]>([
    ['another end', other],
    ['a failure', { ...asAsked, state: 'failed', failure: { code: 'network/reverted', context: {} } }],
    ['a replacement', { state: 'replaced', isFinal: true }],
  ])('is corrected by what the chain shows: %s', (_, shown) => {
    keep();
    now = 2_000;
    ledger.record('one', shown);
    expect(stored().outcome).toEqual(shown);
    expect(checked()).toBe('yes');
    expect(storage.read('one')?.outcome).toEqual(shown);
  });

  it.each<Settled>([
    { state: 'unknown' },
    { state: 'sent', transaction: '0x1' },
    { state: 'expired' },
    { ...asAsked, comparison: { result: 'not-compared', why: 'unreadable' }, isFinal: false } as Settled,
  ])('stays as stored if the chain shows it no more, and is known to be absent: %j', (shown) => {
    keep();
    ledger.record('one', shown);
    expect(stored().outcome).toEqual(asAsked);
    expect(checked()).toBe('absent');
    ledger.record('one', asAsked);
    expect(checked()).toBe('yes');
  });

  it('is not taken for as asked by a stored comparison, and a stored warning stays', () => {
    const unread = { result: 'not-compared', why: 'unreadable' } as const;
    keep({ ...asAsked, isFinal: false } as Settled);
    ledger.record('one', { ...asAsked, isFinal: false, comparison: unread });
    expect(stored().outcome).toMatchObject({ comparison: unread });
    keep({ ...other, isFinal: false } as Settled);
    ledger = openPage('next');
    now = 2_000;
    storage.remove('one');
    keep({ ...other, isFinal: false } as Settled);
    ledger.record('one', { ...asAsked, isFinal: false, comparison: unread });
    expect(stored().outcome).toMatchObject({ comparison: { result: 'not-as-asked' } });
  });

  it.each<[string, object]>([
    ['recipient', { intent: { ...intent, moves: { to: '0xc', amount } } }],
    ['amount', { intent: { ...intent, moves: { to, amount: '6' } } }],
    ['transaction', { transaction: '0x2' }],
    ['outcome', { outcome: other }],
  ])('is not checked any more if the storage has another %s', (_, change) => {
    keep();
    ledger.record('one', asAsked);
    const known = storage.read('one');
    storage.remove('one');
    if (known) storage.put({ ...known, ...change });
    ledger.refresh();
    expect(checked()).toBe('no');
  });
});

it('a send of this page is checked from its answer on', async () => {
  const run = carryOut(ledger, noting, intent);
  options?.noted('block 7');
  answer.resolve({ transaction: '0x1' });
  await run;
  expect(ledger.sends()).toMatchObject([{ checked: 'yes' }]);
});

describe('who waits for a transaction to land', () => {
  const failure = { code: 'network/reverted', context: { network: 'A' } };

  beforeEach(async () => {
    const run = carryOut(ledger, noting, intent);
    answer.resolve({ transaction: '0x1' });
    await run;
  });

  it.each<[string, Settled, unknown]>([
    ['its id', { state: 'landed', transaction: '0x1', isFinal: false }, '0x1'],
    ['its id on the chain', { state: 'landed', transaction: '0x1', by: '0x2', isFinal: true }, '0x2'],
    ['why it failed', { state: 'failed', transaction: '0x1', failure, isFinal: false }, failure.code],
    ['that its time is over', { state: 'expired' }, 'network/expired'],
    ['that another one took its place', { state: 'replaced', isFinal: true }, 'wallet/rejected'],
  ])('hears %s, once', async (_, outcome, heard) => {
    const landed = ledger.untilLanded('evm', '0x1').catch(({ code }) => code);
    ledger.record('send-1', { state: 'sent', transaction: '0x1' });
    ledger.record('send-1', outcome);
    expect(await landed).toBe(heard);
    expect(await ledger.untilLanded('evm', '0x1').catch(({ code }) => code)).toBe(heard);
  });

  it('believes nothing that other code has written into the browser', async () => {
    const landed = ledger.untilLanded('evm', '0x1');
    const [send] = storage.all();
    const outcome = { state: 'landed', transaction: '0x1', by: '0x9', isFinal: true } as const;
    if (send) storage.put({ ...send, outcome, learnedAt: 9_000 });
    ledger.refresh();
    ledger.record('send-1', { ...outcome, by: '0x2' });
    expect(await landed).toBe('0x2');
  });
});

describe('the entries', () => {
  const signature = {
    intent: signing,
    signed: { account, message: 'Ahoy', scheme: 'eip191', signature: '0x1' },
  } as const;

  it('are all sends and the newest fifty signatures, in one order of time', async () => {
    answer.resolve({ transaction: '0x1' });
    await carryOut(ledger, noting, intent);
    for (now = 1_001; now <= 1_060; now++) ledger.addSignature('evm', signature);
    const entries = ledger.entries.get();
    expect(entries).toHaveLength(51);
    expect(entries[0]).toMatchObject({ at: 1_060, family: 'evm', kind: 'signed', ...signature });
    expect(entries.at(-1)).toMatchObject({ kind: 'sent', transaction: '0x1', isEarlier: false });
    expect(listWritable(entries)).toEqual([]);
    expect(Reflect.ownKeys(ledger.entries)).toEqual(['get', 'listen', 'subscribe']);
  });
});
