import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { toCallLines } from './call-lines.ts';
import { toFind } from './claimed.ts';
import { judgeTokens } from './tokens.ts';

const contract = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC';
const one = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';
const other = '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB';
const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const word = `0x${'ab'.repeat(32)}` as const;

const encode = (signature: string, ...args: unknown[]) =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as never) as never, args } as never);
type BalanceOf = Parameters<typeof judgeTokens>[2];
/** The lines of a call by `own`, as a person is shown them; the chain tells nothing by default. */
const linesOf = (data: `0x${string}`, value = 0n, chain?: BalanceOf) =>
  judgeTokens(toCallLines({ to: contract, value, data }, own), own, chain);
const toField = (name: string, value: string) => ({ is: 'field', name, value });
const toTokens = (name: string, value: string) => ({ is: 'tokens', name, value });
const toRecipient = (name: string, value: string) => ({ is: 'recipient', name, value });
const toSpender = (name: string) => ({ is: 'spender', name, value: one });
const toData = (digits: string) => {
  const length = (digits.length - 2) / 2;
  return { is: 'data', value: `${digits.slice(0, 74)}${length > 36 ? '…' : ''}`, bytes: length };
};
const toUnread = (digits: string) => ({ ...toData(digits), warning: 'unread' });

const permitSingle = 'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)';
const permitBatch = 'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)';

describe('an argument that gives away more than a person may mean', () => {
  const most = (bits: number) => 2n ** BigInt(bits) - 1n;
  const approve = 'approve(address,uint256)';
  const dai = 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)';
  it.each<[string, readonly unknown[], string, string]>([
    [approve, [one, most(256)], 'value', 'unlimited'],
    [approve, [one, most(256) - 1n], 'value', 'unlimited'],
    [approve, [one, 2n ** 255n], 'value', 'unlimited'],
    [approve, [one, most(128)], 'value', 'unlimited'],
    [approve, [one, 2n ** 127n], 'value', 'unlimited'],
    [approve, [one, most(96) - 1n], 'value', 'large'],
    [approve, [one, 10n ** 30n], 'value', 'large'],
    [approve, [one, 10n ** 27n], 'value', 'large'],
    ['approveDelegation(address,uint256)', [one, 10n ** 30n], 'value', 'large'],
    ['increaseAllowance(address,uint256)', [one, 10n ** 30n], 'value', 'large'],
    [permitSingle, [own, [[other, 10n ** 30n, 8, 9], one, 7n], '0x12'], 'permit.details.amount', 'large'],
    [
      permitBatch,
      [own, [[[other, 2n ** 160n - 1n, 8, 9]], one, 7n], '0x12'],
      'permit.details[0].amount',
      'unlimited',
    ],
    ['setOperator(address,bool)', [one, true], 'approved', 'all-tokens'],
    [approve, [one, most(96)], 'value', 'unlimited'],
    ['increaseAllowance(address,uint256)', [one, most(256)], 'value', 'unlimited'],
    ['increaseApproval(address,uint256)', [one, most(256)], 'value', 'unlimited'],
    ['approveAndCall(address,uint256)', [one, most(256)], 'value', 'unlimited'],
    ['approveAndCall(address,uint256,bytes)', [one, most(256), '0x12'], 'value', 'unlimited'],
    ['approve(address,address,uint160,uint48)', [other, one, most(160), 8], 'value', 'unlimited'],
    [
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      [other, one, most(256), 8n, 27, word, word],
      'value',
      'unlimited',
    ],
    [dai, [other, one, 7n, 8n, true, 27, word, word], 'allowed', 'unlimited'],
    ['transfer(address,uint256)', [one, most(256)], 'value', 'unlimited'],
    ['withdraw(uint256)', [most(256)], 'value', 'unlimited'],
    ['setApprovalForAll(address,bool)', [one, true], 'approved', 'all-tokens'],
  ])('has a warning, %#: %s', async (signature, args, name, warning) => {
    const lines = await linesOf(encode(signature, ...args));
    const warned = lines.filter((line) => line.warning);
    expect(warned).toMatchObject([{ name, warning }]);
  });

  it.each<[string, readonly unknown[]]>([
    [approve, [one, 10n ** 27n - 1n]],
    [approve, [one, 0n]],
    ['decreaseAllowance(address,uint256)', [one, 2n ** 200n]],
    ['decreaseAllowance(address,uint256)', [one, most(256)]],
    ['decreaseApproval(address,uint256)', [one, most(256)]],
    ['transferFrom(address,address,uint256)', [one, other, 2n ** 255n]],
    ['safeTransferFrom(address,address,uint256)', [one, other, 2n ** 255n]],
    ['setApprovalForAll(address,bool)', [one, false]],
    [dai, [other, one, 2n ** 255n, 0n, false, 27, word, word]],
  ])('has none if it is limited, or the number of one token, %#: %s', async (signature, args) => {
    const lines = await linesOf(encode(signature, ...args));
    expect(lines.some((line) => line.warning)).toBe(false);
  });
});

describe('a call of a known function', () => {
  it.each<[string, readonly unknown[], readonly object[]]>([
    ['transfer(address,uint256)', [one, 7n], [toRecipient('to', one), toTokens('value', '7')]],
    [
      'transferFrom(address,address,uint256)',
      [one, other, 7n],
      [toField('from', one), toRecipient('to', other), toTokens('value', '7')],
    ],
    ['approve(address,uint256)', [one, 7n], [toSpender('spender'), toTokens('value', '7')]],
    ['increaseAllowance(address,uint256)', [one, 7n], [toSpender('spender'), toTokens('value', '7')]],
    ['decreaseAllowance(address,uint256)', [one, 7n], [toSpender('spender'), toTokens('value', '7')]],
    ['setApprovalForAll(address,bool)', [one, false], [toSpender('operator'), toField('approved', 'false')]],
    [
      'safeTransferFrom(address,address,uint256)',
      [one, other, 7n],
      [toField('from', one), toRecipient('to', other), toTokens('id', '7')],
    ],
    [
      'safeTransferFrom(address,address,uint256,bytes)',
      [one, other, 7n, '0x'],
      [toField('from', one), toRecipient('to', other), toTokens('id', '7'), toField('data', '0x')],
    ],
    [
      'safeTransferFrom(address,address,uint256,uint256,bytes)',
      [one, other, 7n, 8n, '0x12'],
      [
        ...[toField('from', one), toRecipient('to', other), toTokens('id', '7')],
        ...[toTokens('value', '8'), toField('data', '0x12')],
      ],
    ],
    [
      'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      [one, other, [7n, 8n], [9n, 10n], '0x'],
      [
        ...[toField('from', one), toRecipient('to', other), toTokens('ids[0]', '7'), toTokens('ids[1]', '8')],
        ...[toTokens('values[0]', '9'), toTokens('values[1]', '10'), toField('data', '0x')],
      ],
    ],
    ['withdraw(uint256)', [7n], [toTokens('value', '7')]],
    ['deposit()', [], []],
    [
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      [other, one, 7n, 8n, 27, word, word],
      [
        ...[toField('owner', other), toSpender('spender'), toTokens('value', '7'), toField('deadline', '8')],
        ...[toField('v', '27'), toField('r', word), toField('s', word)],
      ],
    ],
    [
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      [other, one, 7n, 8n, false, 27, word, word],
      [
        ...[toField('holder', other), toSpender('spender'), toField('nonce', '7'), toField('expiry', '8')],
        ...[toField('allowed', 'false'), toField('v', '27'), toField('r', word), toField('s', word)],
      ],
    ],
    [
      'approve(address,address,uint160,uint48)',
      [other, one, 7n, 8],
      [toField('token', other), toSpender('spender'), toTokens('value', '7'), toField('expiration', '8')],
    ],
  ])('%s names it and its arguments', async (signature, args, fields) => {
    expect(await linesOf(encode(signature, ...args))).toEqual([
      { is: 'contract', value: contract },
      { is: 'function', value: signature },
      ...fields,
    ]);
  });

  it('that pays says how much', async () => {
    expect(await linesOf(encode('deposit()'), 5n)).toEqual([
      { is: 'contract', value: contract },
      { is: 'amount', value: '5' },
      { is: 'function', value: 'deposit()' },
    ]);
  });

  it.each<[string, readonly unknown[], readonly object[]]>([
    ['transferAndCall(address,uint256)', [one, 7n], [toRecipient('to', one), toTokens('value', '7')]],
    ['transferOwnership(address)', [one], [toRecipient('newOwner', one)]],
    [
      'withdraw(uint256,address,address)',
      [7n, one, own],
      [toTokens('value', '7'), toRecipient('receiver', one), toField('owner', own)],
    ],
    [
      'withdraw(address,uint256,address)',
      [other, 7n, one],
      [toField('token', other), toTokens('value', '7'), toRecipient('to', one)],
    ],
    [
      permitBatch,
      [own, [[[other, 5n, 6, 7]], one, 9n], '0x12'],
      [
        ...[toField('owner', own), toField('permit.details[0].token', other)],
        ...[toTokens('permit.details[0].amount', '5'), toField('permit.details[0].expiration', '6')],
        ...[toField('permit.details[0].nonce', '7'), toSpender('permit.spender')],
        ...[toField('permit.sigDeadline', '9'), toField('signature', '0x12')],
      ],
    ],
    [
      permitSingle,
      [own, [[other, 5n, 6, 7], one, 9n], '0x'],
      [
        ...[toField('owner', own), toField('permit.details.token', other)],
        ...[toTokens('permit.details.amount', '5'), toField('permit.details.expiration', '6')],
        ...[toField('permit.details.nonce', '7'), toSpender('permit.spender')],
        ...[toField('permit.sigDeadline', '9'), toField('signature', '0x')],
      ],
    ],
    [
      'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      [own, one, [], [], '0x'],
      [
        ...[toField('from', own), toRecipient('to', one)],
        ...[toField('ids', '[]'), toField('values', '[]'), toField('data', '0x')],
      ],
    ],
  ])('%s shows who gets what, %#', async (signature, args, fields) => {
    const lines = await linesOf(encode(signature, ...args));
    expect(lines.slice(2)).toEqual(fields);
  });
});

describe('an allowance', () => {
  const asked: string[] = [];
  /** A chain on which the account has five of each token. */
  const five: BalanceOf = {
    balanceOf: async (token, owner) => {
      asked.push(`${token} of ${owner}`);
      return 5n;
    },
  };
  const approve = 'approve(address,uint256)';
  const ofPermit2 = 'approve(address,address,uint160,uint48)';
  const permit = 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)';
  const toPermit = (owner: string, amount: bigint) => [owner, one, amount, 8n, 27, word, word];

  it.each<[string, readonly unknown[], string | undefined, readonly string[]]>([
    [approve, [one, 5n], undefined, [contract]],
    [approve, [one, 6n], 'above-balance', [contract]],
    [approve, [one, 2n ** 127n], 'unlimited', []],
    [approve, [one, 0n], undefined, []],
    ['increaseAllowance(address,uint256)', [one, 6n], 'above-balance', [contract]],
    ['decreaseAllowance(address,uint256)', [one, 6n], undefined, []],
    ['transfer(address,uint256)', [one, 6n], undefined, []],
    [ofPermit2, [other, one, 6n, 8], 'above-balance', [other]],
    [permit, toPermit(own, 6n), 'above-balance', [contract]],
    [permit, toPermit(other, 6n), undefined, []],
    [permitSingle, [own, [[other, 6n, 8, 9], one, 7n], '0x12'], 'above-balance', [other]],
    ['multicall(bytes[])', [[encode(approve, one, 6n)]], 'above-balance', [contract]],
    ['approveAndCall(address,uint256,bytes)', [one, 5n, encode(approve, one, 6n)], undefined, [contract]],
  ])('is compared with what the account has, %#: %s', async (signature, args, warning, tokens) => {
    asked.length = 0;
    const lines = await linesOf(encode(signature, ...args), 0n, five);
    expect(lines.flatMap((line) => line.warning ?? [])).toEqual(warning ? [warning] : []);
    expect(asked).toEqual(tokens.map((token) => `${token} of ${own}`));
  });

  it.each<[string, readonly unknown[], string]>([
    [approve, [one, 5n], '0.5 PIER (5)'],
    ['transferFrom(address,address,uint256)', [own, one, 5n], '0.5 PIER (5)'],
    ['withdraw(uint256)', [5n], '5'],
    ['approve(address,uint256,uint256)', [one, 7n, 5n], '5'],
  ])('is said in the unit of a token that counts itself alone: %s', async (signature, args, said) => {
    const chain = { ...five, unitOf: async () => ({ decimals: 1, symbol: 'PIER' }) };
    const lines = await linesOf(encode(signature, ...args), 0n, chain);
    expect(lines.findLast(({ is }) => is === 'tokens')?.value).toBe(said);
  });

  it('that the account has is calm, however large', async () => {
    const chain: BalanceOf = { balanceOf: async () => 10n ** 30n };
    const lines = await linesOf(encode(approve, one, 10n ** 30n), 0n, chain);
    expect(lines.some(({ warning }) => warning)).toBe(false);
  });

  it('of nothing that the account has says so', async () => {
    const lines = await linesOf(encode(approve, one, 1n), 0n, { balanceOf: async () => 0n });
    expect(lines.at(-1)).toEqual({ ...toTokens('value', '1'), warning: 'above-balance' });
  });

  it('is looked up once for each token, for at most 20; any other is red', async () => {
    const looked: string[] = [];
    const chain: BalanceOf = { balanceOf: async (token) => BigInt(looked.push(token) % 5) };
    const toToken = (at: number) => `0x${String(at % 30).padStart(40, '0')}`;
    const inner = Array.from({ length: 60 }, (_, at) => encode(ofPermit2, toToken(at), one, 6n, 8));
    const lines = await linesOf(encode('multicall(bytes[])', inner), 0n, chain);
    expect(new Set(looked).size).toBe(20);
    expect(looked).toHaveLength(20);
    const warnings = lines.flatMap(({ warning }) => warning ?? []);
    expect(warnings.filter((one) => one === 'above-balance')).toHaveLength(40);
    expect(warnings.filter((one) => one === 'unread')).toHaveLength(20);
  });
});

describe('a function that calls others', () => {
  const approve = encode('approve(address,uint256)', one, 2n ** 256n - 1n);

  it.each([
    ['multicall(bytes[])', [[approve, '0x12345678']], []],
    ['multicall(uint256,bytes[])', [1n, [approve, '0x12345678']], [toField('deadline', '1')]],
    ['multicall(bytes32,bytes[])', [word, [approve, '0x12345678']], [toField('previousBlockhash', word)]],
  ])('of its own contract shows each: %s', async (signature, args, first) => {
    expect((await linesOf(encode(signature, ...args))).slice(1)).toEqual([
      { is: 'function', value: signature },
      ...first,
      { is: 'function', name: 'data[0]', value: 'approve(address,uint256)' },
      toSpender('data[0].spender'),
      { ...toTokens('data[0].value', String(2n ** 256n - 1n)), warning: 'unlimited' },
      toField('data[1]', '0x12345678'),
    ]);
  });

  it.each([
    ['execute(bytes,bytes[])', ['0x12', ['0x12']]],
    ['execute(bytes,bytes[],uint256)', ['0x12', ['0x12'], 1n]],
    ['execute(address,uint256,bytes)', [other, 0n, approve]],
    ['execute(bytes32,bytes)', [word, approve]],
    ['multiSend(bytes)', [approve]],
    ['aggregate3((address,bool,bytes)[])', [[[other, true, approve]]]],
  ])('of others is red: %s', async (signature, args) => {
    const data = encode(signature, ...args);
    expect((await linesOf(data)).slice(1)).toEqual([{ is: 'function', value: signature }, toUnread(data)]);
  });

  it('is red in another one, and if it lies too deep', async () => {
    const execute = encode('execute(address,uint256,bytes)', other, 0n, approve);
    const inner = await linesOf(encode('multicall(bytes[])', [execute]));
    expect(inner.at(-1)).toEqual({ ...toUnread(execute), name: 'data[0]' });
    let deep: `0x${string}` = approve;
    for (let depth = 0; depth < 10; depth += 1) deep = encode('multicall(bytes[])', [deep]);
    expect((await linesOf(deep)).at(-1)).toMatchObject({ is: 'data', warning: 'unread' });
  });

  it('with long data of an unknown function shows its beginning', async () => {
    const long = `0x12345678${'00'.repeat(200)}`;
    const lines = await linesOf(encode('multicall(bytes[])', [long]));
    expect(lines.at(-1)).toEqual({ ...toData(long), name: 'data[0]' });
  });
});

describe('data of an unknown function is shown by its length and beginning', () => {
  it.each<`0x${string}`>(['0x12345678', '0x12', `0x12345678${'00'.repeat(50)}`])('%s', async (data) => {
    expect(await linesOf(data)).toEqual([{ is: 'contract', value: contract }, toData(data)]);
  });

  it('and so is the code of a new contract, which is said to be one', () => {
    const transfer = encode('transfer(address,uint256)', one, 7n);
    for (const data of ['0x6001', transfer] as const)
      expect(toCallLines({ value: 5n, data })).toEqual([
        { is: 'creation', value: '' },
        { is: 'amount', value: '5' },
        toData(data),
      ]);
  });
});

describe('data of a known function', () => {
  const approve = encode('approve(address,uint256)', one, 2n ** 256n - 1n);
  const read = [
    toSpender('spender'),
    { ...toTokens('value', String(2n ** 256n - 1n)), warning: 'unlimited' },
  ];

  it.each(['00', 'ab'.repeat(50)])('is read as the chain does if %s follows', async (rest) => {
    const lines = await linesOf(`${approve}${rest}`);
    expect(lines.slice(2)).toEqual([...read, toData(`0x${rest}`)]);
  });

  it('is never calm if it is cut', async () => {
    const whole = encode('transferFrom(address,address,uint256)', own, one, 7n);
    for (let length = 10; length < whole.length; length += 2) {
      const lines = await linesOf(whole.slice(0, length) as `0x${string}`);
      expect(lines[1]?.is).toBe('function');
      expect(lines.at(-1)).toEqual(toUnread(whole.slice(0, length)));
    }
  });

  const batch = encode(
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    ...[own, one, [7n], [8n], '0x12'],
  );
  const swap = (data: string, at: number, digits: string) =>
    `${data.slice(0, 10 + at)}${digits}${data.slice(10 + at + digits.length)}` as `0x${string}`;

  it.each<[string, `0x${string}`, readonly object[]]>([
    ['an address of more than 20 bytes', swap(approve, 0, '01'), read],
    [
      'a truth that is 2',
      swap(encode('setApprovalForAll(address,bool)', one, true), 127, '2'),
      [toSpender('operator'), { ...toField('approved', 'true'), warning: 'all-tokens' }],
    ],
    [
      'a number with more bits than its type has',
      swap(encode('approve(address,address,uint160,uint48)', other, one, 7n, 8), 64 * 2, '01'),
      [toField('token', other), toSpender('spender'), toTokens('value', '7'), toField('expiration', '8')],
    ],
    ['an argument less', approve.slice(0, 74) as `0x${string}`, [toSpender('spender')]],
    ['no arguments', approve.slice(0, 10) as `0x${string}`, []],
    [
      'an offset at another place',
      swap(batch, 64 * 3 - 2, 'c0'),
      [toField('from', own), toRecipient('to', one)],
    ],
    [
      'a length beyond the data',
      swap(batch, 64 * 5, 'f'.repeat(64)),
      [toField('from', own), toRecipient('to', one)],
    ],
    [
      'something in the padding of bytes',
      swap(batch, batch.length - 12, '01'),
      [
        ...[toField('from', own), toRecipient('to', one), toTokens('ids[0]', '7')],
        ...[toTokens('values[0]', '8'), toField('data', '0x12')],
      ],
    ],
    ['an offset of bytes[] at another place', swap(encode('multicall(bytes[])', [approve]), 64 * 2, '1'), []],
  ])('is read as far as it can be, and is red, with %s', async (_, data, fields) => {
    expect((await linesOf(data)).slice(2)).toEqual([...fields, toUnread(data)]);
  });

  it('of any form is read in a moment, without a call that hides', async () => {
    const inner = Array.from({ length: 580 }, () => encode('transfer(address,uint256)', one, 7n));
    const data = encode('multicall(bytes[])', inner);
    expect(data.length).toBeGreaterThan(180_000);
    const startedAt = performance.now();
    const lines = await linesOf(data);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(lines.filter(({ is }) => is === 'recipient')).toHaveLength(580);
  });
});

describe('a function that the application alone names', () => {
  const toAbi = (...signatures: readonly string[]) =>
    parseAbi(signatures.map((one) => `function ${one}`) as never) as readonly unknown[];
  /** The lines after the contract's. */
  const claimedOf = async (data: `0x${string}`, abi: unknown, chain?: BalanceOf) => {
    const lines = toCallLines({ to: contract, value: 0n, data }, own, toFind(abi));
    return (await judgeTokens(lines, own, chain)).slice(1);
  };
  const claim = (line: object) => ({ ...line, claimed: true });
  const most = 2n ** 256n - 1n;

  it('has its names, each marked as claimed', async () => {
    const abi = toAbi('setFare(uint256 fare, string why, (int8 from, address[2] who) trip, bool)');
    const data = encode(
      'setFare(uint256,string,(int8,address[2]),bool)',
      ...[7n, 'Fog', [-1, [one, other]], true],
    );
    expect(await claimedOf(data, abi)).toEqual(
      [
        { is: 'function', value: 'setFare(uint256,string,(int8,address[2]),bool)' },
        ...[toField('fare', '7'), toField('why', 'Fog'), toField('trip.from', '-1')],
        ...[toField('trip.who[0]', one), toField('trip.who[1]', other), toField('argument4', 'true')],
      ].map(claim),
    );
  });

  it.each<[string, string, readonly unknown[], readonly object[]]>([
    [
      'lend(address spender, uint256 amount)',
      'lend(address,uint256)',
      [one, most],
      [toSpender('spender'), { ...toTokens('amount', String(most)), warning: 'unlimited' }],
    ],
    [
      'lend(address spender, uint256 amount)',
      'lend(address,uint256)',
      [one, 6n],
      [toSpender('spender'), { ...toTokens('amount', '6'), warning: 'above-balance' }],
    ],
    [
      'lend(address owner, address spender, uint256 amount)',
      'lend(address,address,uint256)',
      [other, one, 6n],
      [
        ...[toField('owner', other), toSpender('spender')],
        { ...toTokens('amount', '6'), warning: 'above-balance' },
      ],
    ],
    [
      'decreaseFare(address spender, uint256 value)',
      'decreaseFare(address,uint256)',
      [one, most],
      [toSpender('spender'), { ...toTokens('value', String(most)), warning: 'unlimited' }],
    ],
    [
      'lendAll(address operator, bool approved)',
      'lendAll(address,bool)',
      [one, true],
      [toSpender('operator'), { ...toField('approved', 'true'), warning: 'all-tokens' }],
    ],
    [
      'pay(address to, uint256 fare)',
      'pay(address,uint256)',
      [one, 7n],
      [toRecipient('to', one), toField('fare', '7')],
    ],
    [
      'pay(uint256 fare)',
      'pay(uint256)',
      [most],
      [{ ...toField('fare', String(most)), warning: 'unlimited' }],
    ],
  ])('warns as any other does, %#: %s', async (claimed, signature, args, fields) => {
    // In no token's unit.
    const unitOf = async () => ({ decimals: 1, symbol: 'PIER' });
    const chain = { balanceOf: async () => 5n, unitOf };
    const lines = await claimedOf(encode(signature, ...args), toAbi(claimed), chain);
    expect(lines.slice(1)).toEqual(fields.map(claim));
  });

  it('never takes the place of one that the page knows', async () => {
    const lies = toAbi(
      'approve(address friend, uint256 hours)',
      'execute(address friend, uint256 a, bytes b)',
    );
    const approve = encode('approve(address,uint256)', one, most);
    expect(await claimedOf(approve, lies)).toEqual((await linesOf(approve)).slice(1));
    const execute = encode('execute(address,uint256,bytes)', other, 0n, approve);
    expect(await claimedOf(execute, lies)).toEqual([
      { is: 'function', value: 'execute(address,uint256,bytes)' },
      toUnread(execute),
    ]);
    const cut = approve.slice(0, 100) as `0x${string}`;
    expect((await claimedOf(cut, lies)).at(-1)).toEqual(toUnread(cut));
  });

  it('shows what known function its bytes call, with its warnings, and shows those in a multicall', async () => {
    const abi = toAbi('relay(bytes what)', 'setFare(uint256 fare)');
    const execute = encode('execute(address,uint256,bytes)', other, 0n, '0x12');
    const setFare = encode('setFare(uint256)', 7n);
    const data = encode('multicall(bytes[])', [encode('relay(bytes)', execute), setFare]);
    expect((await claimedOf(data, abi)).slice(1)).toEqual([
      ...[
        { is: 'function', name: 'data[0]', value: 'relay(bytes)' },
        { is: 'function', name: 'data[0].what', value: 'execute(address,uint256,bytes)' },
        { ...toUnread(execute), name: 'data[0].what' },
        { is: 'function', name: 'data[1]', value: 'setFare(uint256)' },
        toField('data[1].fare', '7'),
      ].map(claim),
    ]);
  });

  it('has what follows its arguments as data, which nobody claims', async () => {
    const data = `${encode('setFare(uint256)', 7n)}abcd` as const;
    expect((await claimedOf(data, toAbi('setFare(uint256 fare)'))).at(-1)).toEqual(toData('0xabcd'));
  });

  const setFare = encode('setFare(uint256)', 7n);
  const input = { type: 'uint256', name: 'fare' };
  const toFunction = (more: object) => [{ type: 'function', name: 'setFare', inputs: [input], ...more }];
  const deep = (depth: number): object =>
    depth === 0 ? input : { type: 'tuple', name: 'a', components: [deep(depth - 1)] };

  it.each<[string, unknown]>([
    ['none', undefined],
    ['null', null],
    ['a text', JSON.stringify(toFunction({}))],
    ['no list', { 0: toFunction({})[0], length: 1 }],
    ['an event', toFunction({ type: 'event' })],
    ['a function without a name', toFunction({ name: undefined })],
    ['a name with a space', toFunction({ name: 'transfer to' })],
    ['a name that turns text', toFunction({ name: '\u202Etransfer' })],
    ['no inputs', toFunction({ inputs: undefined })],
    ['an input that is null', toFunction({ inputs: [null] })],
    ['a type that is none', toFunction({ inputs: [{ type: 'uint', name: 'fare' }] })],
    ['bits that are none', toFunction({ inputs: [{ type: 'uint257', name: 'fare' }] })],
    ['an empty list of fixed length', toFunction({ inputs: [{ type: 'uint256[0]', name: 'fare' }] })],
    ['a structure without members', toFunction({ inputs: [{ type: 'tuple', components: [] }] })],
    ['a structure that is too deep', toFunction({ inputs: [deep(6)] })],
    ['a name of an argument that is none', toFunction({ inputs: [{ ...input, name: 'to: you' }] })],
    ['another function', toAbi('setFare(uint8 fare)')],
  ])('is data as before if the ABI has %s', async (_, abi) => {
    expect(await claimedOf(setFare, abi)).toEqual([toData(setFare)]);
  });

  it.each(['setFare(uint8)', 'setFare(uint256,uint256)', 'setFare(string)', 'setFare(address)'])(
    'is data as before if its arguments are not as the ABI says: %s',
    async (signature) => {
      const data = `${toFunctionSelector(signature)}${'f'.repeat(64)}` as const;
      expect(await claimedOf(data, toAbi(signature))).toEqual([toData(data)]);
    },
  );

  it('is found beside malformed ones', async () => {
    expect(await claimedOf(setFare, [null, { type: 'function' }, ...toFunction({})])).toEqual([
      claim({ is: 'function', value: 'setFare(uint256)' }),
      claim(toField('fare', '7')),
    ]);
  });
});
