import { toAccountId } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { compareLanded } from './settle.ts';

const system = '11111111111111111111111111111111';
const budget = 'ComputeBudget111111111111111111111111111111';
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const lighthouse = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';
const other = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const from = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
const to = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu';
const thief = 'GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse';
const id = '1'.repeat(64);

const call = (programId: string) => ({ programId, accounts: [from], data: '3Bxs', stackHeight: null });
function transfer(change: { source?: string; destination?: string; lamports?: unknown } = {}) {
  const info = { source: from, destination: to, lamports: 7n, ...change };
  return { program: 'system', programId: system, parsed: { type: 'transfer', info } };
}

interface Shown {
  readonly payer?: string;
  readonly inner?: readonly unknown[];
  readonly err?: unknown;
  readonly fee?: bigint | number;
  /** In lamports, by account. */
  readonly moves?: Readonly<Record<string, bigint>>;
  /** Of one mint, in smallest units, by owner. */
  readonly tokens?: Readonly<Record<string, bigint>>;
}

/** What a node answers of it: the amount was moved as asked, unless `moves` says otherwise. */
function toAnswer(
  instructions: readonly unknown[],
  {
    payer = from,
    inner = [],
    err = null,
    fee = 5_000n,
    moves = { [from]: -7n, [to]: 7n },
    tokens = {},
  }: Shown = {},
) {
  const accounts = [...new Set([payer, from, to, thief, system])];
  const paid = (at: number) => (at === 0 ? BigInt(fee) : 0n);
  return {
    slot: 5n,
    transaction: {
      signatures: [id],
      message: { accountKeys: accounts.map((pubkey) => ({ pubkey, source: 'transaction' })), instructions },
    },
    meta: {
      ...{ err, fee },
      preBalances: accounts.map(() => 10n ** 12n),
      postBalances: accounts.map((one, at) => 10n ** 12n + (moves[one] ?? 0n) - paid(at)),
      preTokenBalances: toTokens(tokens, () => 1_000n),
      postTokenBalances: toTokens(tokens, (change) => 1_000n + change),
      innerInstructions: inner.length > 0 ? [{ index: 0, instructions: inner }] : [],
    },
  };
}

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const toTokens = (tokens: Readonly<Record<string, bigint>>, amountOf: (change: bigint) => bigint) =>
  Object.entries(tokens).map(([owner, change]) => ({
    ...{ mint, owner, accountIndex: 1 },
    uiTokenAmount: { amount: String(amountOf(change)), decimals: 6 },
  }));
const send = { from: toAccountId('solana:local', from), to, amount: '7' };
const compare = (answer: unknown, wanted = id) => compareLanded(answer, wanted, send);
const asAsked = { result: 'as-asked' };
const because = (why: string, paid?: string) => ({
  ...{ result: 'not-compared', why },
  ...(paid !== undefined && { paid }),
});
const instead = (...moved: object[]) => ({
  result: 'not-as-asked',
  moved: moved.map((one) => ({ from, to, amount: '7', ...one })),
});

const stolen = { moves: { [from]: -350n, [thief]: 350n } };
const cases: [name: string, answer: unknown, outcome: object][] = [
  ['the transfer that was asked for', toAnswer([transfer()]), asAsked],
  ['amounts as numbers', toAnswer([transfer({ lamports: 7 })], { fee: 5_000 }), asAsked],
  [
    'what wallets add',
    toAnswer([call(budget), call(lighthouse), transfer(), call(memo), call(lighthouse)]),
    asAsked,
  ],
  ['another recipient', toAnswer([transfer({ destination: thief })]), instead({ to: thief })],
  ['another amount', toAnswer([transfer({ lamports: 350n })]), instead({ amount: '350' })],
  ['another sender', toAnswer([transfer({ source: thief })]), instead({ from: thief })],
  ['no transfer', toAnswer([call(budget)]), instead()],
  ['nothing', toAnswer([]), instead()],
  [
    'a second transfer',
    toAnswer([transfer(), transfer({ destination: thief, lamports: 3n })]),
    instead({}, { to: thief, amount: '3' }),
  ],
  ['the same twice', toAnswer([transfer(), transfer()]), instead({}, {})],
  ['another one that pays the fee', toAnswer([transfer()], { payer: thief }), because('relayer')],
  ['a fee without measure', toAnswer([transfer()], { fee: 10n ** 9n }), because('more')],
  ['a failed transfer', toAnswer([transfer()], { err: {}, moves: {} }), asAsked],
  ['another program', toAnswer([transfer(), call(other)]), because('contract', '7')],
  ['another instruction of the system', toAnswer([transfer(), call(system)]), because('contract', '7')],
  [
    'a program that pays the recipient',
    toAnswer([call(other)], { inner: [transfer()] }),
    because('contract', '7'),
  ],
  ['a program that failed', toAnswer([call(other)], { err: {}, moves: {} }), because('contract')],
  [
    'a program that pays for an account of its own',
    toAnswer([call(other)], { moves: { [thief]: -7n, [to]: 7n } }),
    because('contract', '0'),
  ],
  ['a program of a relayer', toAnswer([call(other)], { payer: thief }), because('relayer', '7')],
  [
    'a program that pays another one',
    toAnswer([call(other)], { ...stolen, inner: [transfer({ destination: thief, lamports: 350n })] }),
    instead({ to: thief, amount: '350' }),
  ],
  [
    'a program that pays the recipient and another one',
    toAnswer([transfer(), call(other)], { moves: { [from]: -10n, [to]: 7n, [thief]: 3n } }),
    instead({}, { to: thief, amount: '3' }),
  ],
  [
    'an account that it creates beside the transfer',
    toAnswer([transfer(), call(system)], { moves: { [from]: -307n, [to]: 7n, [thief]: 300n } }),
    instead({}, { to: thief, amount: '300' }),
  ],
  [
    'a program that takes from two accounts',
    toAnswer([transfer({ lamports: 5n }), call(other)], { moves: { [from]: -10n, [thief]: -2n, [to]: 12n } }),
    { ...instead({ amount: '5' }), isPartial: true },
  ],
  [
    'a program that moves tokens, too',
    toAnswer([call(other)], { ...stolen, tokens: { [from]: -40n, [thief]: 40n } }),
    instead({ to: thief, amount: '350' }, { to: thief, amount: '40', asset: `solana:local/token:${mint}` }),
  ],
  [
    'a program that burns tokens',
    toAnswer([call(other)], { ...stolen, tokens: { [from]: -40n } }),
    { ...instead({ to: thief, amount: '350' }), isPartial: true },
  ],
  [
    'assertions that call a program',
    toAnswer([call(lighthouse)], { ...stolen, inner: [call(other)] }),
    instead({ to: thief, amount: '350' }),
  ],
];

describe('what has landed', () => {
  it.each(cases)('is compared with what was asked: %s', (_, answer, outcome) => {
    expect(compare(answer)).toEqual(outcome);
  });

  const whole = toAnswer([transfer()]);
  it.each<[name: string, answer: unknown]>([
    ['nothing', null],
    ['a text', 'x'],
    ['no transaction', { ...whole, transaction: undefined }],
    ['bytes', { ...whole, transaction: ['AAAA', 'base64'] }],
    ['no meta', { ...whole, meta: null }],
    ['no error', { ...whole, meta: { ...whole.meta, err: undefined } }],
    ['nothing of what its programs called', { ...whole, meta: { ...whole.meta, innerInstructions: null } }],
  ])('cannot be compared if the node shows %s', (_, answer) => {
    expect(compare(answer)).toEqual(because('unreadable'));
  });

  it.each(['preBalances', 'postBalances'])('of a program cannot be compared without %s', (name) => {
    const called = toAnswer([call(other)]);
    for (const balances of [undefined, [1n], ['x', 'y', 'z', 'a', 'b']])
      expect(compare({ ...called, meta: { ...called.meta, [name]: balances } })).toEqual(
        because('unreadable'),
      );
  });

  it('cannot be compared if the node shows another transaction', () => {
    expect(compare(whole, '2'.repeat(64))).toEqual(because('unreadable'));
  });

  it('is not called as asked without a fee', () => {
    expect(compare({ ...whole, meta: { ...whole.meta, fee: undefined } })).toEqual(because('more'));
  });
});
