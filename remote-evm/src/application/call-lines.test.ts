import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { toCallLines } from './call-lines.ts';

const contract = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC';
const one = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';
const other = '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB';
const word = `0x${'ab'.repeat(32)}` as const;

const encode = (signature: string, ...args: unknown[]) =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as never) as never, args } as never);
const linesOf = (data: `0x${string}`, value = 0n) => toCallLines({ to: contract, value, data });
const toField = (name: string, value: string) => ({ is: 'field', name, value });
const toSpender = (name: string) => ({ is: 'spender', name, value: one });

describe('an argument that gives away more than a person may mean', () => {
  const most = (bits: number) => 2n ** BigInt(bits) - 1n;
  const approve = 'approve(address,uint256)';
  const dai = 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)';
  it.each<[string, readonly unknown[], string, string]>([
    [approve, [one, most(256)], 'value', 'unlimited'],
    [approve, [one, most(256) - 1n], 'value', 'unlimited'],
    [approve, [one, 2n ** 255n], 'value', 'unlimited'],
    [approve, [one, most(128)], 'value', 'unlimited'],
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
  ])('has a warning, %#: %s', (signature, args, name, warning) => {
    const warned = linesOf(encode(signature, ...args)).filter((line) => line.warning);
    expect(warned).toMatchObject([{ name, warning }]);
  });

  it.each<[string, readonly unknown[]]>([
    [approve, [one, most(96) - 1n]],
    [approve, [one, 10n ** 33n]],
    [approve, [one, 0n]],
    ['decreaseAllowance(address,uint256)', [one, 2n ** 200n]],
    ['transferFrom(address,address,uint256)', [one, other, 2n ** 255n]],
    ['safeTransferFrom(address,address,uint256)', [one, other, 2n ** 255n]],
    ['setApprovalForAll(address,bool)', [one, false]],
    [dai, [other, one, 2n ** 255n, 0n, false, 27, word, word]],
  ])('has none if it is limited, or the number of one token, %#: %s', (signature, args) => {
    expect(linesOf(encode(signature, ...args)).some((line) => line.warning)).toBe(false);
  });
});

describe('a call of a known function', () => {
  it.each<[string, readonly unknown[], readonly object[]]>([
    ['transfer(address,uint256)', [one, 7n], [toField('to', one), toField('value', '7')]],
    [
      'transferFrom(address,address,uint256)',
      [one, other, 7n],
      [toField('from', one), toField('to', other), toField('value', '7')],
    ],
    ['approve(address,uint256)', [one, 7n], [toSpender('spender'), toField('value', '7')]],
    ['increaseAllowance(address,uint256)', [one, 7n], [toSpender('spender'), toField('value', '7')]],
    ['decreaseAllowance(address,uint256)', [one, 7n], [toSpender('spender'), toField('value', '7')]],
    ['setApprovalForAll(address,bool)', [one, false], [toSpender('operator'), toField('approved', 'false')]],
    [
      'safeTransferFrom(address,address,uint256)',
      [one, other, 7n],
      [toField('from', one), toField('to', other), toField('id', '7')],
    ],
    [
      'safeTransferFrom(address,address,uint256,bytes)',
      [one, other, 7n, '0x'],
      [toField('from', one), toField('to', other), toField('id', '7'), toField('data', '0x')],
    ],
    [
      'safeTransferFrom(address,address,uint256,uint256,bytes)',
      [one, other, 7n, 8n, '0x12'],
      [
        ...[toField('from', one), toField('to', other), toField('id', '7')],
        ...[toField('value', '8'), toField('data', '0x12')],
      ],
    ],
    [
      'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      [one, other, [7n, 8n], [9n, 10n], '0x'],
      [
        ...[toField('from', one), toField('to', other), toField('ids[0]', '7'), toField('ids[1]', '8')],
        ...[toField('values[0]', '9'), toField('values[1]', '10'), toField('data', '0x')],
      ],
    ],
    ['withdraw(uint256)', [7n], [toField('value', '7')]],
    ['deposit()', [], []],
    [
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      [other, one, 7n, 8n, 27, word, word],
      [
        ...[toField('owner', other), toSpender('spender'), toField('value', '7'), toField('deadline', '8')],
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
      [toField('token', other), toSpender('spender'), toField('value', '7'), toField('expiration', '8')],
    ],
  ])('%s names it and its arguments', (signature, args, fields) => {
    expect(linesOf(encode(signature, ...args))).toEqual([
      { is: 'contract', value: contract },
      { is: 'function', value: signature },
      ...fields,
    ]);
  });

  it('that pays says how much', () => {
    expect(linesOf(encode('deposit()'), 5n)).toEqual([
      { is: 'contract', value: contract },
      { is: 'amount', value: '5' },
      { is: 'function', value: 'deposit()' },
    ]);
  });

  it.each([
    ['multicall(bytes[])', [['0x12']]],
    ['multicall(uint256,bytes[])', [1n, ['0x12']]],
    ['execute(bytes,bytes[],uint256)', ['0x12', ['0x12'], 1n]],
  ])('%s that calls others is named alone', (signature, args) => {
    expect(linesOf(encode(signature, ...args)).slice(1)).toEqual([
      { is: 'function', value: signature },
      { is: 'data', value: expect.stringMatching(/^\d+ bytes: 0x[\da-f]{72}…$/) },
    ]);
  });
});

describe('data that is not known is shown by its length and beginning', () => {
  const transfer = encode('transfer(address,uint256)', one, 7n);

  it.each<[string, `0x${string}`, string]>([
    ['of another function', '0x12345678', '4 bytes: 0x12345678'],
    ['of less than a selector', '0x12', '1 bytes: 0x12'],
    ['without arguments', '0xa9059cbb', '4 bytes: 0xa9059cbb'],
    ['with one argument less', transfer.slice(0, 74) as `0x${string}`, `36 bytes: ${transfer.slice(0, 74)}`],
    ['with more after it', `${transfer}00`, `69 bytes: ${transfer.slice(0, 74)}…`],
    [
      'with an address of more than 20 bytes',
      `${transfer.slice(0, 10)}01${transfer.slice(12)}` as `0x${string}`,
      `68 bytes: ${transfer.slice(0, 10)}01${transfer.slice(12, 74)}…`,
    ],
    [
      'with a truth that is 2',
      encode('setApprovalForAll(address,bool)', one, true).replace(/1$/, '2') as `0x${string}`,
      `68 bytes: ${encode('setApprovalForAll(address,bool)', one, true).slice(0, 74)}…`,
    ],
  ])('%s', (_, data, value) => {
    expect(linesOf(data)).toEqual([
      { is: 'contract', value: contract },
      { is: 'data', value },
    ]);
  });

  it('for a new contract, which has no address', () => {
    expect(toCallLines({ value: 0n, data: '0x6001' })).toEqual([{ is: 'data', value: '2 bytes: 0x6001' }]);
  });
});
