import { type Comparison, toAccountId } from '@linkspan/contract';
import { AccountRole, type Address, getBase64Decoder, type Instruction } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { compareLanded, parseLanded } from './compare.ts';
import { instructionOf, type Parts, toWire, transferOf } from './testing/transactions.ts';
import { parseWire } from './transaction.ts';
import { assertSigned } from './verify.ts';

const system = '11111111111111111111111111111111';
const budget = 'ComputeBudget111111111111111111111111111111';
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const oldMemo = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo';
const lighthouse = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';
const tokens = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const from = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
const to = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu';
const thief = 'GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse';
const table = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH';
const blockhash = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N';

const u32 = (value: number) => [...new Uint8Array(new Uint32Array([value]).buffer)];
const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)];
const asked = transferOf(from, to, 7n);
const unsigned = toWire({ payer: from, instructions: [asked] });
const make = (instructions: readonly Instruction[], parts: Partial<Parts> = {}) =>
  toWire({ payer: from, instructions, ...parts });
const nonce = instructionOf(system, u32(4), [thief, table, from]);
const limit = instructionOf(budget, [2, ...u32(200_000)]);
const priceOf = (price: bigint) => instructionOf(budget, [3, ...u64(price)]);
const assertion = (kind: number) => instructionOf(lighthouse, [kind, 0, 1], [from]);
const changed = (at: number, value: number) => unsigned.with(at, value);

/** The transfer's recipient comes from a lookup table, so that the bytes do not spell it out. */
function withTable(): Uint8Array {
  const lookup = { address: to as Address, addressIndex: 0, lookupTableAddress: table as Address };
  const accounts = [
    { address: from as Address, role: AccountRole.WRITABLE_SIGNER },
    { ...lookup, role: AccountRole.WRITABLE },
  ];
  return make([{ ...asked, accounts } as Instruction]);
}

const asAsked: Comparison = { result: 'as-asked' };
const because = (why: string) => ({ result: 'not-compared', why });
const instead = (...moved: object[]) => ({
  result: 'not-as-asked',
  moved: moved.map((one) => ({ from, to, amount: '7', ...one })),
});

/** What a wallet has made of it, what is said before it is submitted, and the outcome where it has landed. */
const cases: [
  name: string,
  bytes: Uint8Array,
  differs: string | undefined,
  outcome: object,
  change?: object,
][] = [
  ['the transfer that was asked for', unsigned, undefined, asAsked],
  ['a newer blockhash', make([asked], { blockhash }), undefined, asAsked],
  ['a legacy transaction', make([asked], { version: 'legacy' }), undefined, asAsked],
  ['a compute budget', make([limit, priceOf(1_000n), asked]), undefined, asAsked],
  ['a memo', make([asked, instructionOf(memo, [72, 105])]), undefined, asAsked],
  ['a memo of the first kind', make([asked, instructionOf(oldMemo, [72, 105])]), undefined, asAsked],
  ['an advanced nonce', make([nonce, asked]), undefined, asAsked],
  [
    'assertions of Lighthouse after it, as Phantom and Solflare add them',
    make([asked, assertion(6), assertion(15)]),
    undefined,
    asAsked,
  ],
  ['assertions of Lighthouse before it', make([assertion(5), asked, assertion(5)]), undefined, asAsked],
  ['another recipient', make([transferOf(from, thief, 7n)]), 'the recipient', instead({ to: thief })],
  ['another amount', make([transferOf(from, to, 350n)]), 'the amount', instead({ amount: '350' })],
  ['both', make([transferOf(from, thief, 350n)]), 'the recipient', instead({ to: thief, amount: '350' })],
  ['another sender', make([transferOf(thief, to, 7n)]), 'the sender', instead({ from: thief })],
  ['no transfer', make([limit]), 'no transfer', instead()],
  ['nothing', make([]), 'no transfer', instead()],
  [
    'a second transfer',
    make([asked, transferOf(from, thief, 3n)]),
    'a second transfer',
    instead({}, { to: thief, amount: '3' }),
  ],
  ['the same twice', make([asked, asked]), 'a second transfer', instead({}, {})],
  [
    'another one that pays the fee',
    make([asked], { payer: thief }),
    'the account that pays the fee',
    because('relayer'),
  ],
  ['a fee without measure', make([limit, priceOf(10n ** 9n), asked]), 'a very high fee', because('more')],
  [
    'a fee without measure and without a limit',
    make([priceOf(10n ** 8n), asked]),
    'a very high fee',
    because('more'),
  ],
  [
    'a nonce advanced later',
    make([asked, nonce]),
    `an added instruction of the program ${system}`,
    because('contract'),
  ],
  [
    'another instruction of the system',
    make([asked, instructionOf(system, [1, 0, 0, 0], [from])]),
    `an added instruction of the program ${system}`,
    because('contract'),
  ],
  [
    'a transfer with bytes behind it',
    make([{ ...asked, data: Uint8Array.from([...(asked.data ?? []), 0]) }]),
    `an added instruction of the program ${system}`,
    because('contract'),
  ],
  [
    'a memory that Lighthouse writes',
    make([asked, assertion(0)]),
    `an added instruction of the program ${lighthouse}`,
    because('contract'),
  ],
  [
    'a later kind of Lighthouse',
    make([asked, assertion(16)]),
    `an added instruction of the program ${lighthouse}`,
    because('contract'),
  ],
  [
    'units that were asked for in the old way',
    make([instructionOf(budget, [0, 0]), asked]),
    `an added instruction of the program ${budget}`,
    because('contract'),
  ],
  [
    'a program that calls itself almost like Lighthouse',
    make([asked, instructionOf(table, [6])]),
    `an added instruction of the program ${table}`,
    because('contract'),
  ],
  [
    'a permission for tokens',
    make([asked, instructionOf(tokens, [4, ...u64(9n)], [thief])]),
    `an added instruction of the program ${tokens}`,
    because('contract'),
  ],
  [
    'a program that pays another one',
    make([instructionOf(table, [1], [from, thief])]),
    `an added instruction of the program ${table}`,
    instead({ to: thief, amount: '350' }),
    { moves: { [from]: -350n, [thief]: 350n } },
  ],
  [
    'a program that pays the recipient and another one',
    make([instructionOf(table, [1], [from, to, thief])]),
    `an added instruction of the program ${table}`,
    instead({}, { to: thief, amount: '3' }),
    { moves: { [from]: -10n, [to]: 7n, [thief]: 3n } },
  ],
  [
    'a program that pays the recipient',
    make([instructionOf(table, [1], [from, to])]),
    `an added instruction of the program ${table}`,
    because('contract'),
  ],
  [
    'a program that pays for an account of its own',
    make([instructionOf(table, [1], [thief, to])]),
    `an added instruction of the program ${table}`,
    because('contract'),
    { moves: { [thief]: -7n, [to]: 7n } },
  ],
  [
    'a program that takes tokens too',
    make([asked, instructionOf(tokens, [3], [thief])]),
    `an added instruction of the program ${tokens}`,
    instead({}, { to: thief, amount: '5', asset: table }),
    { tokens: { [from]: [9, 4], [thief]: [0, 5] } },
  ],
  [
    'a relayer that calls a program',
    make([instructionOf(table, [1], [from, to])], { payer: thief }),
    `an added instruction of the program ${table}`,
    because('relayer'),
  ],
  ['a recipient within a lookup table', withTable(), 'an address lookup table', because('contract')],
  [
    'another recipient within a lookup table',
    withTable(),
    'an address lookup table',
    instead({ to: thief }),
    { loaded: thief, moves: { [from]: -7n, [thief]: 7n } },
  ],
];

describe('what a wallet has signed', () => {
  it.each(cases)('is compared before it is submitted: %s', (_, bytes, differs) => {
    const submitted = () => assertSigned(bytes, unsigned, 'Harbour');
    if (differs === undefined) expect(submitted).not.toThrow();
    else
      expect(submitted).toThrow(
        expect.objectContaining({
          code: 'wallet/other-transaction',
          context: { wallet: 'Harbour', differs },
        }),
      );
  });

  it.each([
    ['no bytes', new Uint8Array()],
    ['half of it', unsigned.slice(0, 100)],
    ['bytes behind its end', Uint8Array.from([...unsigned, 0])],
    ['a version that the page does not know', changed(65, 0x81)],
    ['more signatures than it has', changed(0, 2)],
    ['no signature', Uint8Array.from([0, ...unsigned.slice(65)])],
    ['a number of accounts without end', changed(69, 0xff)],
    ['a program that it does not name', changed(unsigned.length - 18, 9)],
  ])('is not submitted with %s', (_, bytes) => {
    expect(() => assertSigned(bytes, unsigned, 'Harbour')).toThrow(
      expect.objectContaining({
        code: 'wallet/other-transaction',
        context: { wallet: 'Harbour', differs: 'its form' },
      }),
    );
  });

  it('is known to land at any time where it advances a nonce', () => {
    expect(assertSigned(make([nonce, asked]), unsigned, '').isDurable).toBe(true);
    expect(assertSigned(unsigned, unsigned, '').isDurable).toBe(false);
  });

  it('is read without a fault, whatever its bytes', () => {
    for (let at = 0; at < unsigned.length; at += 1)
      for (const value of [0, 1, 0x7f, 0x80, 0xff]) parseWire(changed(at, value));
  });
});

/** What `getTransaction` answers of it: the amount was moved as asked, unless `moves` says otherwise. */
function toAnswer(bytes: Uint8Array, change: Record<string, unknown> = {}) {
  const wire = parseWire(bytes);
  const loaded = [String(change.loaded ?? to)];
  const accounts = [...(wire?.accounts ?? []), ...(wire?.hasLookups ? loaded : [])];
  const moves = (change.moves ?? { [from]: -7n, [to]: 7n }) as Record<string, bigint>;
  const before = accounts.map(() => 1_000_000n);
  const after = accounts.map((account, at) => 1_000_000n + (moves[account] ?? 0n) - (at === 0 ? 5_000n : 0n));
  const owned = Object.entries((change.tokens ?? {}) as Record<string, [number, number]>);
  const tokensAt = (at: 0 | 1) =>
    owned.map(([owner, amounts]) => ({
      ...{ accountIndex: 0, mint: table, owner, uiTokenAmount: { amount: String(amounts[at]) } },
    }));
  return {
    slot: 5n,
    transaction: [getBase64Decoder().decode(bytes), 'base64'],
    meta: {
      ...{ err: null, fee: 5_000n, preBalances: before, postBalances: after, innerInstructions: [] },
      ...{ preTokenBalances: tokensAt(0), postTokenBalances: tokensAt(1) },
      loadedAddresses: { writable: wire?.hasLookups ? loaded : [], readonly: [] },
    },
  };
}

const send = { from: toAccountId('solana:local', from), to, amount: '7' };
const compare = (answer: unknown, id = parseWire(unsigned)?.id ?? '') =>
  compareLanded(parseLanded(answer, id), send);

describe('what has landed', () => {
  it.each(cases)('is compared with what was asked: %s', (_, bytes, __, outcome, change = {}) => {
    expect(compare(toAnswer(bytes, change as Record<string, unknown>))).toEqual(outcome);
  });

  const whole = toAnswer(unsigned);
  const without = (name: keyof typeof whole.meta) => ({
    ...whole,
    meta: { ...whole.meta, [name]: undefined },
  });

  const unread: [name: string, answer: unknown][] = [
    ['nothing', null],
    ['a text', 'x'],
    ['no transaction', { ...whole, transaction: undefined }],
    ['another encoding', { ...whole, transaction: [whole.transaction[0], 'base58'] }],
    ['no base64', { ...whole, transaction: ['*', 'base64'] }],
    ['no bytes of a transaction', { ...whole, transaction: ['AAAA', 'base64'] }],
    ['no slot', { ...whole, slot: undefined }],
    ['no meta', { ...whole, meta: null }],
    ...(['err', 'fee', 'preBalances', 'postBalances', 'preTokenBalances', 'postTokenBalances'] as const).map(
      (name): [string, unknown] => [`no ${name}`, without(name)],
    ),
    ['too few balances', { ...whole, meta: { ...whole.meta, postBalances: [1n] } }],
    ['balances that are none', { ...whole, meta: { ...whole.meta, postBalances: ['x', 'y', 'z'] } }],
    ['balances that did not change', toAnswer(unsigned, { moves: {} })],
    ['tokens without an amount', { ...whole, meta: { ...whole.meta, preTokenBalances: [{ mint: table }] } }],
  ];
  it.each(unread)('cannot be compared where the node shows %s', (_, answer) => {
    expect(compare(answer)).toEqual(because('unreadable'));
  });

  it('cannot be compared where the node shows another transaction', () => {
    expect(compare(whole, table)).toEqual(because('unreadable'));
  });

  it('cannot be told as asked where the node does not show what its programs called', () => {
    expect(compare(without('innerInstructions'))).toEqual(because('more'));
  });
});
