import { describe, expect, it, vi } from 'vitest';
import { createEventStream, type PageEvent, sanitize, type TimedEvent } from './events.ts';

const fault = { kind: 'fault', code: 'remote/failed' } as const;

describe('the stream of events', () => {
  it('calls each listener with each event and its time', () => {
    const { events, emit } = createEventStream({ now: () => 7 });
    const received: TimedEvent[] = [];
    events.listen((event) => received.push(event));
    emit(fault);
    expect(received).toEqual([{ ...fault, at: 7 }]);
  });

  it('returns the latest 500 events', () => {
    let at = 0;
    const { events, emit } = createEventStream({ now: () => ++at * 1_000 });
    for (let count = 0; count < 501; count += 1) emit(fault);
    const times = Array.from({ length: 500 }, (_, i) => (i + 2) * 1_000);
    expect(events.recent().map((event) => event.at)).toEqual(times);
  });

  it('calls no listener that has stopped', () => {
    const { events, emit } = createEventStream({ now: () => 0 });
    const listener = vi.fn();
    const staying = vi.fn();
    events.listen(listener)();
    events.listen(staying);
    emit(fault);
    expect([listener.mock.calls.length, staying.mock.calls.length]).toEqual([0, 1]);
  });

  it('calls the other listeners if one throws', () => {
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

  it('is frozen, as are its events', () => {
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
  ])('is reported if it is plain: %s', (id, reported) => {
    expect(walletOf(id)).toMatchObject({ wallet: reported });
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
  ])('is replaced if it may identify a person: %s', (id) => {
    expect(walletOf(id)).toMatchObject({ wallet: 'other' });
  });
});

describe('a code', () => {
  const codeOf = (code: string) => sanitize({ kind: 'fault', code });

  it('is reported if the contract has it', () => {
    expect(codeOf('wallet/rejected')).toEqual({ kind: 'fault', code: 'wallet/rejected' });
  });

  it('is reported by its stage alone if the contract does not have it', () => {
    expect([codeOf('wallet/alice-near'), codeOf('alice/near'), codeOf('nothing')]).toEqual([
      { kind: 'fault', code: 'wallet/other' },
      { kind: 'fault', code: 'remote/other' },
      { kind: 'fault', code: 'remote/other' },
    ]);
  });
});

it('changes no other field', () => {
  const status: PageEvent = { kind: 'connection', family: 'evm', status: 'connected' };
  expect(sanitize(status)).toEqual(status);
});
