import { EventEmitter } from 'node:events';
import { exotic } from '@linkspan/contract/testing';
import { describe, expect, it, vi } from 'vitest';
import { listen, readFields } from './util.ts';

it('reads the named fields, in their order', () => {
  expect(readFields('{"a":1,"b":"two","c":0}', ['b', 'a', 'c'])).toEqual(['two', 1, 0]);
});

it.each([undefined, '', 'x', 'null', '[]', '{}'])('finds nothing in %j', (text) => {
  expect(readFields(text, ['a', 'b'])).toEqual([undefined, undefined]);
});

it.each(['-1', '1.5', '9007199254740992', 'null', 'true', '[]', '{}'])('leaves out %s', (value) => {
  expect(readFields(`{"a":${value}}`, ['a'])).toEqual([undefined]);
});

function open(source: unknown) {
  const received: unknown[] = [];
  const control = new AbortController();
  const isTaken = listen(source, { change: (fact) => received.push(fact) }, control.signal);
  return { received, isTaken, end: () => control.abort() };
}

describe('listening to a wallet', () => {
  it('ends by removeListener', () => {
    const wallet = new EventEmitter();
    const { received, isTaken, end } = open(wallet);
    wallet.emit('change', 1);
    end();
    expect([received, isTaken, wallet.listenerCount('change')]).toEqual([[1], true, 0]);
  });

  it('ends by what `on` has answered', () => {
    const off = vi.fn();
    const { end } = open({ on: () => off });
    end();
    expect(off).toHaveBeenCalledTimes(1);
  });

  it('ignores events after its end, also of a wallet that continues', () => {
    let emit = (_: unknown) => {};
    const { received, end } = open({
      on: (_: string, listener: typeof emit) => {
        emit = listener;
      },
    });
    end();
    emit(1);
    expect(received).toEqual([]);
  });

  const throws = () => {
    throw new Error('no');
  };
  it.each([
    ['has no `on`', {}],
    ['has none that can be called', { on: 1 }],
    ['throws in it', { on: throws }],
    ['throws if it is read', Object.defineProperty({}, 'on', { get: throws })],
    ['is nothing', undefined],
  ])('fails if the wallet %s', (_, source) => {
    const { isTaken, end } = open(source);
    expect(isTaken).toBe(false);
    expect(end).not.toThrow();
  });

  it.each(exotic)('ends if `on` answers %s, or the wallet is that', (_, make) => {
    for (const source of [{ on: make }, make(), { on: () => undefined, removeListener: make() }])
      expect(() => open(source).end()).not.toThrow();
  });
});
