import { describe, expect, it, vi } from 'vitest';
import { createEventStream, type PageEvent, sanitize, type TimedEvent } from './events.ts';

const fault = { kind: 'fault', code: 'remote/failed' } as const;

describe('the stream of events', () => {
  it('tells each listener of each event, with its time', () => {
    const { events, emit } = createEventStream({ now: () => 7 });
    const heard: TimedEvent[] = [];
    events.listen((event) => heard.push(event));
    emit(fault);
    expect(heard).toEqual([{ ...fault, at: 7 }]);
  });

  it('keeps the latest for those who come later', () => {
    let at = 0;
    const { events, emit } = createEventStream({ now: () => ++at * 1_000 });
    for (let count = 0; count < 501; count += 1) emit(fault);
    const times = Array.from({ length: 500 }, (_, i) => (i + 2) * 1_000);
    expect(events.recent().map((event) => event.at)).toEqual(times);
  });

  it('tells nobody who has gone', () => {
    const { events, emit } = createEventStream({ now: () => 0 });
    const listener = vi.fn();
    const staying = vi.fn();
    events.listen(listener)();
    events.listen(staying);
    emit(fault);
    expect([listener.mock.calls.length, staying.mock.calls.length]).toEqual([0, 1]);
  });

  it('goes on telling where a listener throws', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const { events, emit } = createEventStream({ now: () => 0 });
    const listener = vi.fn();
    events.listen(() => {
      throw new Error('a listener at fault');
    });
    events.listen(listener);
    emit(fault);
    expect([listener.mock.calls.length, reported.mock.calls.length]).toEqual([1, 1]);
    vi.unstubAllGlobals();
  });

  it('tells of no family more often than a hundred times a second, and of its faults all the same', () => {
    let at = 0;
    const { events, emit } = createEventStream({ now: () => at });
    const flap = (family: string) => emit({ kind: 'connection', family, status: 'connected' });
    const count = (kind: string) => events.recent().filter((event) => event.kind === kind).length;
    for (let count = 0; count < 1_000; count += 1) flap('evm');
    flap('near');
    expect(count('connection')).toBe(101);
    emit(fault);
    at = 1_000;
    flap('evm');
    expect([count('connection'), count('fault')]).toEqual([102, 1]);
  });

  it('tells of one fault no more often either, so that it drowns no other', () => {
    const { events, emit } = createEventStream({ now: () => 0 });
    emit({ kind: 'connection', family: 'near', status: 'connected' });
    for (let count = 0; count < 1_000; count += 1)
      emit({ ...fault, family: 'evm', code: `remote/own-${count}` });
    emit({ ...fault, family: 'evm' });
    emit({ ...fault, family: 'near' });
    expect(events.recent().map(({ kind }) => kind)).toEqual(['connection', ...Array(102).fill('fault')]);
  });

  it('hands out what nobody can change', () => {
    const { events, emit } = createEventStream({ now: () => 0 });
    emit(fault);
    expect(
      Object.isFrozen(events) && Object.isFrozen(events.recent()) && Object.isFrozen(events.recent()[0]),
    ).toBe(true);
  });
});

const step = (wallet: string): PageEvent => ({
  kind: 'attempt',
  family: 'evm',
  attempt: 'one',
  wallet,
  step: 'asking',
});
const walletOf = (id: string) => sanitize(step(id));

describe('a wallet’s id', () => {
  it.each([
    ['io.metamask', 'io.metamask'],
    ['org.example.x#2', 'org.example.x#2'],
    ['Practice Wallet', 'practice-wallet'],
    ['app.nearby.solar', 'app.nearby.solar'],
  ])('is told where it is plain: %s', (id, told) => {
    expect(walletOf(id)).toMatchObject({ wallet: told });
  });

  it.each([
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'my.0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    'somebody@example.com',
    'a'.repeat(61),
    'eip155:1',
    'alice.near',
    'savings.alice.near#2',
    'Alice.eth wallet',
    'bob.sol',
    '',
  ])('is not told where it may be more: %s', (id) => {
    expect(walletOf(id)).toMatchObject({ wallet: 'other' });
  });
});

describe('a code', () => {
  const codeOf = (code: string) => sanitize({ kind: 'fault', code });

  it('is told where the contract has it', () => {
    expect(codeOf('wallet/rejected')).toEqual({ kind: 'fault', code: 'wallet/rejected' });
  });

  it('is told by its stage alone where the contract has it not', () => {
    expect([codeOf('wallet/alice-near'), codeOf('alice/near'), codeOf('nothing')]).toEqual([
      { kind: 'fault', code: 'wallet/other' },
      { kind: 'fault', code: 'remote/other' },
      { kind: 'fault', code: 'remote/other' },
    ]);
  });
});

it('leaves all else as it is', () => {
  const status: PageEvent = { kind: 'connection', family: 'evm', status: 'connected' };
  expect(sanitize(status)).toEqual(status);
});
