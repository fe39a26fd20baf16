import { describe, expect, it } from 'vitest';
import { type Fault, faultShape, findFault } from './faults.ts';
import { isPending } from './testing/test-page.ts';
import { createWithFaults } from './with-faults.ts';

/** A wallet with one call, which answers the text and its number: `a 1`. */
function open(...faults: Fault[]) {
  const asked: string[] = [];
  const waited: number[] = [];
  const state = { faults: faults as readonly Fault[], isDead: false, during: () => undefined as unknown };
  const withFaults = createWithFaults({
    faults: () => state.faults,
    isDead: () => state.isDead,
    wait: async (ms) => waited.push(ms),
  });
  const answer = async (text: string) => {
    asked.push(text);
    const number = asked.length;
    await state.during();
    return `${text} ${number}`;
  };
  const call = withFaults('sign', answer, {
    asks: (how, [text]): [string] => [`${how} ${text}`],
    answers: async (how, told, [text]) => `${how} of ${text}: ${told}`,
  });
  return { asked, waited, state, call };
}

const on = 'sign';
const failed = { code: -32603, message: 'No gas' };

describe('createWithFaults', () => {
  it('passes calls, answers and errors through while there is no fault', async () => {
    const { call, state } = open();
    expect(await call('a')).toBe('a 1');
    state.during = () => Promise.reject(new RangeError('full'));
    await expect(call('b')).rejects.toThrow(new RangeError('full'));
  });

  it.each<[Fault, string[]]>([
    [{ does: 'hang', on }, []],
    [{ does: 'hangAfter', on }, ['a']],
    [{ does: 'silence' }, []],
  ])('never answers by %j', async (fault, expected) => {
    const { call, asked } = open(fault);
    expect(await isPending(call('a'))).toBe(true);
    expect(asked).toEqual(expected);
  });

  it.each<[Fault, object, string[]]>([
    [{ does: 'fail', on }, { name: 'WalletError', code: 4001 }, []],
    [{ does: 'fail', on, ...failed }, { name: 'WalletError', ...failed }, []],
    [{ does: 'fail', on, code: -32002 }, { name: 'WalletError', code: -32002 }, []],
    [{ does: 'fail', on, message: 'Oops' }, new Error('Oops'), []],
    [{ does: 'failAfter', on }, { name: 'WalletError', code: 4001 }, ['a']],
    [{ does: 'failAfter', on, ...failed }, { name: 'WalletError', ...failed }, ['a']],
    [{ does: 'lack', on }, { name: 'WalletError', code: 4200 }, []],
  ])('rejects by %j', async (fault, error, expected) => {
    const { call, asked } = open(fault);
    await expect(call('a')).rejects.toMatchObject(error);
    expect(asked).toEqual(expected);
  });

  it.each<[Fault, unknown, string[]]>([
    [{ does: 'answer', on, value: { odd: true } }, { odd: true }, []],
    [{ does: 'answer', on }, undefined, []],
    [{ does: 'answerAfter', on, value: null }, null, ['a']],
    [{ does: 'change', on, how: 'more' }, 'more of a: more a 1', ['more a']],
    [{ does: 'repeat', on }, 'a 2', ['a', 'a']],
  ])('answers by %j', async (fault, answer, expected) => {
    const { call, asked } = open(fault);
    expect(await call('a')).toEqual(answer);
    expect(asked).toEqual(expected);
  });

  it('delays answers and errors', async () => {
    const { call, waited, state } = open({ does: 'delay', on, ms: 250 });
    expect(await call('a')).toBe('a 1');
    state.during = () => Promise.reject(new Error('late'));
    await expect(call('b')).rejects.toThrow('late');
    expect(waited).toEqual([250, 250]);
  });

  it('does not repeat a call that failed', async () => {
    const { call, asked, state } = open({ does: 'repeat', on });
    state.during = () => Promise.reject(new Error('no'));
    await expect(call('a')).rejects.toThrow('no');
    expect(asked).toEqual(['a']);
  });

  it('answers what it answered the first time, and does what is asked', async () => {
    const { call, asked, state } = open();
    await call('a');
    state.faults = [{ does: 'answerOlder', on }];
    expect(await call('b')).toBe('a 1');
    expect(asked).toEqual(['a', 'b']);
  });

  it.each<[string, (state: ReturnType<typeof open>['state']) => void]>([
    ['falls silent', (state) => Object.assign(state, { faults: [{ does: 'silence' }] })],
    ['dies', (state) => Object.assign(state, { isDead: true })],
  ])('answers no call, not even one that fails, after the wallet %s meanwhile', async (_, lose) => {
    const { call, state } = open();
    state.during = () => lose(state);
    expect(await isPending(call('a'))).toBe(true);
    state.during = async () => {
      lose(state);
      throw new Error('no');
    };
    Object.assign(state, { faults: [], isDead: false });
    expect(await isPending(call('b'))).toBe(true);
  });

  it('does nothing once its object is dead', async () => {
    const { call, asked, state } = open();
    state.isDead = true;
    expect(await isPending(call('a'))).toBe(true);
    expect(asked).toEqual([]);
  });

  it('follows faults that are set or removed while a call is under way', async () => {
    const { call, state } = open();
    state.during = () => Object.assign(state, { faults: [{ does: 'failAfter', on, ...failed }] });
    await expect(call('a')).rejects.toMatchObject(failed);
    state.during = () => Object.assign(state, { faults: [] });
    expect(await call('b')).toBe('b 2');
  });

  it('ignores faults that concern other actions', async () => {
    const { call } = open({ does: 'hang', on: 'send' }, { does: 'lack', on: ['connect', 'read'] });
    expect(await call('a')).toBe('a 1');
  });
});

describe('findFault', () => {
  it.each([
    ['send', ['send']],
    [
      ['sign', 'read'],
      ['read', 'sign'],
    ],
    ['approval', ['connect', 'network', 'sign', 'signIn', 'send']],
    ['any', ['connect', 'read', 'disconnect', 'network', 'sign', 'signIn', 'send']],
  ] as const)('finds a fault on %j for %j', (concerned, expected) => {
    const faults = [faultShape.parse({ does: 'hang', on: concerned })];
    const all = ['connect', 'read', 'disconnect', 'network', 'sign', 'signIn', 'send'] as const;
    expect(all.filter((action) => findFault(faults, 'hang', action))).toEqual(expected);
  });
});

describe('faultShape', () => {
  it.each([
    'hang',
    {},
    { does: 'explode', on },
    { does: 'hang' },
    { does: 'hang', on: 'everything' },
    { does: 'hang', on, ms: 5 },
    { does: 'fail', on, code: 'x' },
    { does: 'delay', on },
    { does: 'delay', on, ms: -1 },
    { does: 'delay', on, ms: 600_001 },
    { does: 'change', on, how: 'less' },
    { does: 'silence', on },
    { does: 'claim', name: 7 },
  ])('refuses %j', (value) => {
    expect(faultShape.safeParse(value).success).toBe(false);
  });
});
