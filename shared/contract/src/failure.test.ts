import { describe, expect, it } from 'vitest';
import { LinkspanError } from './error.ts';
import { codeOf, failure, hasCode, toError, toFailure } from './failure.ts';

const fallback = failure('remote/failed', { family: 'evm' });

describe('an error', () => {
  it('has its code, its context and its cause', () => {
    const cause = new Error('4001');
    const error = new LinkspanError('wallet/rejected', { wallet: 'A' }, { cause });
    expect(error).toMatchObject({ code: 'wallet/rejected', context: { wallet: 'A' }, cause });
    expect(error.message).toBe('wallet/rejected {"wallet":"A"}');
  });

  it('is known by its code if another bundle made it', () => {
    const foreign = Object.assign(new Error('x'), { code: 'wallet/rejected', context: { wallet: 'A' } });
    expect(hasCode(foreign, 'wallet/rejected')).toBe(true);
    expect(hasCode(foreign, 'wallet/absent')).toBe(false);
  });

  it.each([
    new Error('x'),
    { code: 4001 },
    { code: 'ENOENT' },
    { code: 'wallet/' },
    { code: '/x' },
    null,
    'wallet/x',
  ])('has no code of ours: %j', (error) => {
    expect(codeOf(error)).toBeUndefined();
    expect(toFailure(error, fallback)).toBe(fallback);
  });
});

describe('a failure', () => {
  it('is an error as plain data', () => {
    const failed = toFailure(new LinkspanError('wallet/failed', { wallet: 'A', detail: 'no' }), fallback);
    expect(failed).toEqual({ code: 'wallet/failed', context: { wallet: 'A', detail: 'no' } });
    expect(structuredClone(failed)).toEqual(failed);
  });

  it('keeps a code that is newer than this build', () => {
    expect(toFailure({ code: 'wallet/asleep', context: {} }, fallback).code).toBe('wallet/asleep');
  });

  it('takes texts alone from a foreign context, and no more than fit', () => {
    const context = { a: 'x'.repeat(1_000), n: 1, o: {} };
    const failed = toFailure({ code: 'wallet/failed', context }, fallback);
    expect(failed.context).toEqual({ a: 'x'.repeat(300) });
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`k${n}`, 'v']));
    expect(Object.keys(toFailure({ code: 'wallet/failed', context: many }, fallback).context)).toHaveLength(
      8,
    );
    expect(toFailure({ code: 'wallet/failed', context: 'text' }, fallback).context).toEqual({});
  });

  it('becomes an error again, with the code it had', () => {
    const cause = new Error('x');
    const error = toError(failure('wallet/rejected', { wallet: 'A' }), cause);
    expect(error).toMatchObject({ code: 'wallet/rejected', context: { wallet: 'A' }, cause });
  });
});
