import { Malformed, type Settled } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signing, toSending } from '../testing/facts.ts';
import { outcomes, toSend } from '../testing/fake-ledger.ts';
import { isFinal, merge, parseSend } from './entry.ts';
import { type LedgerStorage, listOutdated, openLedgerStorage } from './storage.ts';

const read = (value: unknown) => parseSend(JSON.parse(JSON.stringify(value)), '');

describe('a kept send', () => {
  it.each(outcomes)('is read back as it was written: %j', (outcome) => {
    const send = toSend({ outcome, transaction: '0x1' });
    expect(read(send)).toEqual(send);
  });

  it('is read back without what it need not have', () => {
    const { note: _, ...send } = toSend();
    expect(read(send)).toEqual(send);
  });

  it.each<[string, object]>([
    ['of an older form', { outcome: undefined, state: 'sent' }],
    ['with an outcome that is none', { outcome: { state: 'gone' } }],
    ['with an account that is none', { intent: { ...toSend().intent, account: '0xa' } }],
    [
      'with an amount that is no number',
      { intent: { ...toSend().intent, moves: { to: '0xb', amount: '-5' } } },
    ],
    ['of another intent', { intent: signing }],
    ['with an id that is no name of a key', { id: '../../a' }],
    ['with a time that is none', { at: 'today' }],
    ['with a time that no clock can show', { at: Number.MAX_SAFE_INTEGER }],
    ['with a note that is too long', { note: 'x'.repeat(1_001) }],
    ['with a field of another page', { colour: 'red' }],
  ])('is refused %s', (_, change) => {
    expect(() => read({ ...toSend(), ...change })).toThrow(Malformed);
  });

  it.each([null, 7, 'text', [], {}])('is nothing like %j', (value) => {
    expect(() => read(value)).toThrow(Malformed);
  });
});

describe('an outcome', () => {
  it.each(outcomes)('%j is final: %s', (outcome, known) => {
    expect(isFinal(outcome)).toBe(known);
  });
});

describe('what two pages have learned', () => {
  const sent: Settled = { state: 'sent', transaction: '0x1' };
  const landed: Settled = { state: 'landed', transaction: '0x1', isFinal: false };
  const expired: Settled = { state: 'expired' };
  const of = (outcome: Settled, learnedAt: number) => toSend({ outcome, learnedAt });

  it.each<[Settled, Settled, Settled]>([
    [sent, landed, landed],
    // A reorganisation has taken it back.
    [landed, sent, sent],
    [expired, sent, expired],
    [sent, expired, expired],
  ])('of %j, then %j, is %j, whichever is read first', (earlier, later, known) => {
    const [one, other] = [of(earlier, 1), of(later, 2)];
    expect(merge(one, other).outcome).toEqual(known);
    expect(merge(other, one).outcome).toEqual(known);
  });

  it('is all that either knows', () => {
    const one = { ...of(sent, 1), transaction: '0x1', isDismissed: true };
    const other = { ...of(landed, 2), note: 'more' };
    for (const merged of [merge(one, other), merge(other, one)])
      expect(merged).toMatchObject({ transaction: '0x1', note: 'more', isDismissed: true });
  });
});

describe('what is outdated', () => {
  const dayMs = 86_400_000;
  const now = 100 * dayMs;
  const nobody = () => false;
  const fresh = { at: now - 1, learnedAt: now - 1 };

  it('keeps what has an end for a week, and what has none until a person has dismissed it two months ago', () => {
    const expired = { outcome: { state: 'expired' } as const, at: now - 60 * dayMs };
    const ledger = [
      toSend({ id: 'open', at: now - 59 * dayMs }),
      toSend({ id: 'open-for-long', at: now - 6_000 * dayMs }),
      toSend({ id: 'dismissed', at: now - 59 * dayMs, isDismissed: true }),
      toSend({ id: 'dismissed-long-ago', at: now - 61 * dayMs, isDismissed: true }),
      toSend({ id: 'ended', ...expired, learnedAt: now - 6 * dayMs }),
      toSend({ id: 'ended-long-ago', ...expired, learnedAt: now - 8 * dayMs }),
    ];
    expect(listOutdated(ledger, now, nobody)).toEqual(['dismissed-long-ago', 'ended-long-ago']);
  });

  it('keeps fifty at most, and those without an end before the others', () => {
    const open = Array.from({ length: 40 }, (_, index) =>
      toSend({ ...fresh, id: `open-${index}`, at: now - dayMs - index }),
    );
    const ended = Array.from({ length: 20 }, (_, index) =>
      toSend({ ...fresh, id: `ended-${index}`, at: now - index, outcome: { state: 'expired' } }),
    );
    const gone = listOutdated([...ended, ...open], now, nobody);
    expect(gone).toEqual(Array.from({ length: 10 }, (_, index) => `ended-${10 + index}`));
  });
});

describe('the storage of sends', () => {
  const prefix = 'linkspan:1:transactions:';
  let kept: Record<string, string>;
  let full: boolean;
  let storage: LedgerStorage;
  let page: EventTarget;
  const open = () => openLedgerStorage(page as Window);

  beforeEach(() => {
    page = new EventTarget();
    [kept, full] = [{}, false];
    // The methods of `Storage` are no keys of its own.
    const methods = {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => {
        if (full) throw new DOMException('There is no room', 'QuotaExceededError');
        kept[key] = value;
      },
      removeItem: (key: string) => {
        delete kept[key];
      },
    };
    const target = Object.create(methods);
    vi.stubGlobal(
      'localStorage',
      new Proxy(target, {
        ownKeys: () => Reflect.ownKeys(kept),
        getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(kept, key),
      }),
    );
    storage = open();
  });
  afterEach(() => vi.unstubAllGlobals());

  describe('of a page with contract 1', () => {
    const { intent: _, ...common } = toSend({ outcome: { state: 'unknown' } });
    const account = 'solana:local:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv';
    const coins = { account, to: 'pier', amount: '5' };
    const call = {
      ...{ kind: 'call', method: 'solana:signAndSendTransaction', asksFor: 'transaction' },
      lines: [{ is: 'text', value: 'Fare' }],
    };
    const comparison = {
      result: 'not-as-asked',
      moved: [{ from: 'harbour', to: 'pier', amount: '7', asset: 'mint' }],
    };
    const write = (send: object) => {
      kept['linkspan:1:sends:one'] = JSON.stringify({ ...common, ...send });
    };

    it('is read, and stays for its open tabs', () => {
      write({ intent: { kind: 'send', ...coins } });
      const [send] = storage.all();
      expect(send).toEqual(toSend({ intent: toSending(account, 'pier', '5') }));
      if (send) storage.put({ ...send, isDismissed: true });
      expect(open().all()).toMatchObject([{ id: 'one', isDismissed: true }]);
      expect(kept).toHaveProperty('linkspan:1:sends:one');
    });

    it('is read with the call of an application, and with what moved instead', () => {
      const landed = { state: 'landed', transaction: 'id', isFinal: true, comparison };
      write({ intent: { ...call, ...coins }, outcome: landed });
      const { kind: __, ...intent } = call;
      expect(storage.all()).toMatchObject([
        {
          intent: { ...intent, account, moves: { to: 'pier', amount: '5' } },
          outcome: { comparison: { moved: [{ asset: 'solana:local/token:mint' }] } },
        },
      ]);
      storage.remove('one');
      expect(kept).toEqual({});
    });

    it('goes if nobody can read it', () => {
      write({ intent: { kind: 'send' } });
      expect(storage.all()).toEqual([]);
      expect(kept).toEqual({});
    });
  });

  it('keeps each send for later pages, and apart from what others keep', () => {
    kept['linkspan:1:connection:evm'] = 'x';
    const [one, two] = [toSend(), toSend({ id: 'two' })];
    storage.put(one);
    storage.put(two);
    expect(open().all()).toEqual([one, two]);
    storage.remove('one');
    expect(open().all()).toEqual([two]);
    expect(Object.keys(kept)).toEqual(['linkspan:1:connection:evm', `${prefix}two`]);
  });

  it('drops what it cannot read, and nothing else', () => {
    storage.put(toSend());
    kept[`${prefix}torn`] = '{"id":"torn",';
    kept[`${prefix}old`] = '{"id":"old","state":"sent"}';
    kept[`${prefix}other`] = JSON.stringify(toSend({ id: 'two' }));
    expect(storage.all()).toEqual([toSend()]);
    expect(Object.keys(kept)).toEqual([`${prefix}one`]);
  });

  it('does not take back what another tab has learned meanwhile', () => {
    const other = open();
    storage.put(toSend());
    other.put(toSend({ outcome: { state: 'expired' }, learnedAt: 3_000 }));
    storage.put(
      toSend({
        transaction: '0x1',
        outcome: { state: 'sent', transaction: '0x1' },
        learnedAt: 2_000,
      }),
    );
    expect(storage.read('one')).toMatchObject({
      transaction: '0x1',
      outcome: { state: 'expired' },
    });
  });

  it('is what both know if an older page goes on writing', () => {
    const learned = { ...toSend({ learnedAt: 2_000 }), isDismissed: true };
    storage.put(learned);
    const { moves, ...intent } = learned.intent;
    const outcome = { state: 'sent', transaction: '0x1' };
    const older = { ...toSend({ transaction: '0x1', learnedAt: 3_000 }), outcome };
    kept['linkspan:1:sends:one'] = JSON.stringify({
      ...older,
      intent: { ...intent, kind: 'call', ...moves },
    });
    expect(storage.read('one')).toMatchObject({ transaction: '0x1', outcome, isDismissed: true });
  });

  it.each<[string, () => void]>([
    ['another tab clears the storage', () => (kept = {})],
    ['the browser has no room', () => (full = true)],
    ['the browser gives no storage', () => vi.stubGlobal('localStorage', undefined)],
  ])('lasts as long as the page if %s', (_, happen) => {
    const sent = toSend({ transaction: '0x1', outcome: { state: 'sent', transaction: '0x1' } });
    storage.put(toSend());
    happen();
    storage.put(sent);
    expect(storage.all()).toEqual([sent]);
    happen();
    expect(storage.all()).toEqual([sent]);
  });

  it('tells when another tab has changed a send, or cleared everything', () => {
    const changed = vi.fn();
    storage.listen(changed);
    const hear = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));
    hear(`${prefix}one`);
    hear(null);
    hear('linkspan:1:connection:evm');
    expect(changed).toHaveBeenCalledTimes(2);
  });
});
