import { LinkspanError } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { causesOf, hasName, originOf } from './causes.ts';

const wrap = (cause: unknown) => new Error('the library failed', { cause });

describe('the origin of a library’s error', () => {
  it('is what has a code of Linkspan’s', () => {
    const coded = new LinkspanError('wallet/rejected', { wallet: 'Harbour' }, { cause: { code: 4001 } });
    expect(originOf(wrap(coded))).toBe(coded);
  });

  it('is the innermost with a number, since libraries put their own around it', () => {
    const origin = Object.assign(wrap(new Error('deep')), { code: 4001 });
    expect(originOf(Object.assign(wrap(origin), { code: -32603 }))).toBe(origin);
  });

  it('is the innermost otherwise, also where the library keeps it in `error`', () => {
    expect(originOf({ name: 'WalletError', error: 'no ink' })).toBe('no ink');
    expect(originOf('no ink')).toBe('no ink');
  });
});

it('an error that holds itself has causes that end', () => {
  const loop = new Error('loop');
  loop.cause = loop;
  expect(causesOf(loop)).toEqual([loop]);
});

it('a name is found at every depth', () => {
  const error = wrap(Object.assign(new Error('inner'), { name: 'TimeoutError' }));
  expect(hasName(error, 'HttpRequestError', 'TimeoutError')).toBe(true);
  expect(hasName(error, 'AbortError')).toBe(false);
});
