import type { RequestLine } from '@linkspan/contract';
import { toShown } from '@linkspan/kit/lines';
import { solanaAccounts } from '@linkspan/practice/accounts';
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Encoder,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { type Instruction, parseMessage } from '../compare-signed.ts';
import { toNetworks } from '../testing/page.ts';
import { toNumbered } from './transaction.ts';
import { readTransaction } from './transaction-lines.ts';

const [own = '', other = '', third = ''] = solanaAccounts.map(({ address }) => address);
const [network] = toNetworks();
const system = '11111111111111111111111111111111';
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const associatedToken = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const budget = 'ComputeBudget111111111111111111111111111111';
const stake = 'Stake11111111111111111111111111111111111111';
const vote = 'Vote111111111111111111111111111111111111111';
const loader = 'BPFLoaderUpgradeab1e11111111111111111111111';
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

const u32 = (value: number) => [value, 0, 0, 0];
const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)];
const key = (address: string) => [...getBase58Encoder().encode(address)];
const seed = (text: string) => [...u64(BigInt(text.length)), ...new TextEncoder().encode(text)];
const call = (program: string, accounts: readonly string[], ...data: readonly number[]): Instruction => ({
  ...{ program, accounts },
  data: Uint8Array.from(data),
});
const transfer = (...more: readonly number[]) =>
  call(system, [own, other], ...u32(2), ...u64(5_000_000_000n), ...more);

/** Reads a transaction whose fee the account in use pays. */
function read(
  instructions: readonly Instruction[],
  balances: ReadonlyMap<string, bigint> = new Map(),
  payer = own,
) {
  const empty = setTransactionMessageFeePayer(payer as Address, createTransactionMessage({ version: 0 }));
  const lifetime = { blockhash: other as Blockhash, lastValidBlockHeight: 1n };
  const calls = instructions.map(({ program, accounts, data }) => ({
    ...{ programAddress: program as Address, data },
    accounts: accounts.map((address) => ({ address: address as Address, role: AccountRole.WRITABLE })),
  }));
  const alive = setTransactionMessageLifetimeUsingBlockhash(lifetime, empty);
  const wire = getTransactionEncoder().encode(
    compileTransaction(appendTransactionMessageInstructions(calls, alive)),
  );
  const message = parseMessage(new Uint8Array(wire));
  if (message === undefined) throw new Error('No message.');
  return readTransaction(message, { own, balances }, network);
}
const linesOf = (...given: Parameters<typeof read>): readonly RequestLine[] => {
  const { lines, parts } = read(...given);
  return [...lines, ...parts.flat()];
};
const warningsOf = (lines: readonly RequestLine[]) => lines.flatMap(({ warning }) => warning ?? []);

describe('bytes after an instruction, which its program ignores', () => {
  const approve = [...u64(2n ** 64n - 1n)];

  it.each<[string, Instruction, readonly number[]]>([
    ['a transfer of coins', transfer(), [0]],
    ['the account given away', call(system, [own], ...u32(1), ...key(third)), [9]],
    ['an approval', call(token, [third, other, own], 4, ...approve), [0]],
    ['a checked approval', call(token2022, [third, memo, other, own], 13, ...approve, 6), [1, 2]],
    ['an authority', call(token, [third, own], 6, 2, 1, ...key(other)), [7]],
    ['a closed account', call(token, [third, other, own], 9), [1]],
    ['a price of compute', call(budget, [], 3, ...u64(1n)), [0]],
  ])('are a line of data after %s, which is read as without them', (_, one, rest) => {
    const more = { ...one, data: Uint8Array.from([...one.data, ...rest]) };
    expect(linesOf([more])).toEqual([
      ...linesOf([one]),
      { is: 'data', value: expect.stringMatching(/^0x/), bytes: rest.length },
    ]);
  });

  it('leave a transfer of coins one, with its recipient and its amount', () => {
    expect(read([transfer(0)])).toMatchObject({ to: other, amount: 5_000_000_000n, isTransfer: true });
    expect(read([transfer()])).toMatchObject({ to: other, amount: 5_000_000_000n, isTransfer: true });
  });

  it('cost the account a fee by signatures and price, and nothing if another account pays it', () => {
    expect(read([transfer()]).fee).toBe(5_000n);
    expect(read([call(budget, [], 3, ...u64(1_000_000_000n)), transfer()]).fee).toBe(200_005_000n);
    expect(read([transfer()], new Map(), third).fee).toBe(0n);
  });

  it('do not change the fee that a price makes', () => {
    const priced = (...more: readonly number[]) =>
      linesOf([call(budget, [], 3, ...u64(1_000_000_000n), ...more), transfer()]);
    const fee = { is: 'field', name: 'fee', value: '0.200005 SOL', warning: 'fee' };
    expect(priced()).toContainEqual(fee);
    expect(priced(0)).toContainEqual(fee);
    expect(priced(255, 255)).toContainEqual(fee);
  });
});

describe('an instruction of a program whose instructions are known, which cannot be read, is red', () => {
  it.each<[string, Instruction]>([
    ['an unknown one of the system', call(system, [own], ...u32(99))],
    ['a transfer without a recipient', call(system, [own], ...u32(2), ...u64(7n))],
    ['a transfer with a short amount', call(system, [own, other], ...u32(2), 7)],
    ['a kind of the system that is too short', call(system, [own], 4)],
    ['no data for the system', call(system, [own])],
    ['an unknown one of tokens', call(token, [third, own], 255)],
    ['an extension of Token-2022', call(token2022, [third, own], 26, 1)],
    ['an authority that only Token-2022 has', call(token2022, [third, own], 6, 8, 1, ...key(other))],
    ['an approval without its owner', call(token, [third, other], 4, ...u64(7n))],
    ['an approval with a short amount', call(token, [third, other, own], 4, 7)],
    ['a checked transfer without decimals', call(token, [third, memo, other, own], 12, ...u64(7n))],
    ['no data for tokens', call(token, [third, own])],
    ['an associated account with too few accounts', call(associatedToken, [own, third], 1)],
    ['an unknown one of associated accounts', call(associatedToken, Array(6).fill(own), 9)],
    ['an unknown budget', call(budget, [], 0, 1)],
    ['a short price', call(budget, [], 3, 1)],
    ['an unknown one of stakes', call(stake, [third, own], ...u32(1), ...key(other), ...u32(1))],
    ['a withdrawal of a vote account', call(vote, [third, other, own], ...u32(3), ...u64(7n))],
    ['one of the loader', call(loader, [third, other, own], ...u32(5))],
  ])('%s', (_, one) => {
    const lines = linesOf([one]);
    expect(lines.map(({ is }) => is)).toEqual(one.data.length > 0 ? ['contract', 'data'] : ['contract']);
    expect(warningsOf(lines)).toEqual(['unread']);
    expect(lines.at(-1)?.warning).toBe('unread');
  });

  it('but not one of an application, known by name or not', () => {
    const jupiter = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
    expect(warningsOf(linesOf([call(jupiter, [own], 1, 2, 3)]))).toEqual([]);
    expect(warningsOf(linesOf([call(third, [own], 1, 2, 3)]))).toEqual([]);
  });
});

describe('what moves coins or gives an account away is read', () => {
  const amount = { is: 'amount', value: '7' };
  const recipient = { is: 'recipient', value: other };
  const taker = { is: 'spender', value: other, warning: 'all-tokens' };

  it.each<[string, Instruction, readonly object[], bigint?]>([
    [
      'createAccountWithSeed',
      call(
        ...([system, [own, third], ...u32(3), ...key(own), ...seed('ship'), ...u64(7n)] as const),
        ...[...u64(9n), ...key(token)],
      ),
      [amount, { is: 'field', name: 'seed', value: 'ship' }, { is: 'field', name: 'owner', value: token }],
      7n,
    ],
    [
      'createAccountAllowPrefund',
      call(system, [third, own], ...u32(13), ...u64(7n), ...u64(9n), ...key(token)),
      [amount],
      7n,
    ],
    [
      'withdrawNonceAccount',
      call(system, [third, other, memo, memo, own], ...u32(5), ...u64(7n)),
      [{ is: 'field', name: 'from', value: third }, recipient, amount],
    ],
    [
      'initializeNonceAccount',
      call(system, [own, memo, memo], ...u32(6), ...key(other)),
      [{ is: 'field', name: 'account', value: own }, taker],
    ],
    ['authorizeNonceAccount', call(system, [third, own], ...u32(7), ...key(other)), [taker]],
    ['allocate', call(system, [own], ...u32(8), ...u64(80n)), [{ is: 'field', name: 'space', value: '80' }]],
    [
      'assignWithSeed',
      call(system, [third, own], ...u32(10), ...key(own), ...seed('ship'), ...key(other)),
      [taker],
    ],
    [
      'transferWithSeed',
      call(system, [third, own, other], ...u32(11), ...u64(7n), ...seed('ship'), ...key(system)),
      [{ is: 'field', name: 'from', value: third }, recipient, amount],
    ],
    [
      'withdraw',
      call(stake, [third, other, memo, memo, own], ...u32(4), ...u64(7n)),
      [{ is: 'field', name: 'from', value: third }, recipient, amount],
    ],
    ['delegateStake', call(stake, [third, vote, memo, memo, memo, own], ...u32(2)), []],
    ['initializeAccount3', call(token, [third, memo], 18, ...key(other)), []],
    ['create', call(associatedToken, [own, third, other, memo, system, token]), []],
  ])('%s', (name, one, lines, paid = 0n) => {
    const found = linesOf([one]);
    expect(found).toEqual(expect.arrayContaining([{ is: 'function', value: name }, ...lines]));
    expect(warningsOf(found).includes('unread')).toBe(false);
    expect(read([one])).toMatchObject({ amount: paid, isTransfer: false });
  });

  it('without red if the account in use gets it', () => {
    const close = call(token, [third, own, own], 9);
    const nonce = call(system, [third, memo, memo], ...u32(6), ...key(own));
    expect(linesOf([close])).toContainEqual({ is: 'recipient', value: own });
    expect(warningsOf(linesOf([close, nonce]))).toEqual([]);
  });
});

describe('what a spender may take', () => {
  const large = 10n ** 15n;
  it.each<[string, bigint, bigint | undefined, readonly string[]]>([
    ['as much as there is', 100n, 100n, []],
    ['more than there is', 101n, 100n, ['above-balance']],
    ['something where there is nothing', 1n, 0n, ['above-balance']],
    ['a large amount that there is', large, large, []],
    ['a large amount, if the cluster does not tell', large, undefined, ['large']],
    ['less, if the cluster does not tell', large - 1n, undefined, []],
    ['without a limit', 2n ** 63n, 2n ** 63n, ['unlimited']],
    ['without a limit, if the cluster does not tell', 2n ** 64n - 1n, undefined, ['unlimited']],
  ])('is judged by what the token account has: %s', (_, amount, balance, warnings) => {
    const balances = new Map(balance === undefined ? [] : [[third, balance]]);
    const approve = call(token, [third, other, own], 4, ...u64(amount));
    const checked = call(token2022, [third, memo, other, own], 13, ...u64(amount), 6);
    for (const one of [approve, checked]) expect(warningsOf(linesOf([one], balances))).toEqual(warnings);
  });
});

describe('a long memo', () => {
  const long = call(memo, [], ...new TextEncoder().encode('a line\n'.repeat(150)));
  const pay = call(token, [third, other, own], 3, ...u64(5n));
  const moving = [
    { is: 'recipient', value: other },
    { is: 'tokens', name: 'amount, in smallest units', value: '5' },
  ];

  it('hides nothing that follows', () => {
    const { lines } = toShown(toNumbered(read([long, pay, transfer()]).parts));
    expect(lines).toEqual(expect.arrayContaining([...moving, { is: 'amount', value: '5000000000' }]));
    expect(lines.filter(({ is }) => is === 'text').length).toBeLessThan(100);
    expect(lines.at(-1)?.is).toBe('more');
  });

  it('hides nothing of the transactions after it', () => {
    const numbered = [[long], [long, pay]].map((one, at) => toNumbered(read(one).parts, `${at + 1}.`));
    const { lines } = toShown(toNumbered(numbered));
    expect(lines).toEqual(expect.arrayContaining([{ is: 'call', value: '2.2' }, ...moving]));
  });
});
