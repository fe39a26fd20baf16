import { type AbiParameter, encodeFunctionData } from 'viem';
import { describe, expect, it } from 'vitest';
import { toCallLines } from './call-lines.ts';
import { findFunction, knownFunctions } from './functions.ts';

const one = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';
const most = 2n ** 256n - 1n;

/** A value of each type; every number is the largest that is whole. */
function toSample({ type, ...param }: AbiParameter): unknown {
  const [, item, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (item !== undefined)
    return Array.from({ length: Number(length || 1) }, () => toSample({ ...param, type: item }));
  if ('components' in param)
    return Object.fromEntries(param.components.map((part) => [part.name, toSample(part)]));
  const [, kind = type, size = ''] = /^(u?int|bytes)(\d+)$/.exec(type) ?? [];
  const bits = BigInt(size || 0);
  const samples: Readonly<Record<string, unknown>> = {
    ...{ address: one, bool: true, string: 'Ferry', int: -7n, uint: 2n ** bits - 1n },
    bytes: `0x${'ab'.repeat(Number(size || 2))}`,
  };
  const value = samples[kind];
  return typeof value === 'bigint' && bits <= 48n ? Number(value) : value;
}

const functions = [...knownFunctions.values()];
const linesOf = (name: string, inputs: readonly AbiParameter[]) => {
  const abi = [{ type: 'function', name, inputs, outputs: [], stateMutability: 'payable' }];
  const data = encodeFunctionData({ abi, args: inputs.map(toSample) } as never);
  return toCallLines({ to: one, value: 0n, data }).slice(1);
};

it.each([
  ['0x38ed1739', 'swapExactTokensForTokens'],
  ['0x7ff36ab5', 'swapExactETHForTokens'],
  ['0x18cbafe5', 'swapExactTokensForETH'],
  ['0xe8e33700', 'addLiquidity'],
  ['0xbaa2abde', 'removeLiquidity'],
  ['0x414bf389', 'exactInputSingle'],
  ['0x04e45aaf', 'exactInputSingle'],
  ['0xc04b8d59', 'exactInput'],
  ['0xb858183f', 'exactInput'],
  ['0xdb3e2198', 'exactOutputSingle'],
  ['0x88316456', 'mint'],
  ['0xfc6f7865', 'collect'],
  ['0x3df02124', 'exchange'],
  ['0x0b4c7e4d', 'add_liquidity'],
  ['0x07ed2379', 'swap'],
  ['0x415565b0', 'transformERC20'],
  ['0xfb0f3ee1', 'fulfillBasicOrder'],
  ['0x00000000', 'fulfillBasicOrder_efficient_6GL6yc'],
  ['0xb3a34c4c', 'fulfillOrder'],
  ['0x30f28b7a', 'permitTransferFrom'],
  ['0x36c78516', 'transferFrom'],
  ['0x0d58b1db', 'transferFrom'],
  ['0xe3ee160e', 'transferWithAuthorization'],
  ['0x6e553f65', 'deposit'],
  ['0x617ba037', 'supply'],
  ['0xe8eda9df', 'deposit'],
  ['0xa415bcad', 'borrow'],
  ['0x573ade81', 'repay'],
  ['0x110496e5', 'allow'],
  ['0xa1903eab', 'submit'],
  ['0xd6681042', 'requestWithdrawals'],
  ['0x74694a2b', 'register'],
  ['0xacf1a841', 'renew'],
  ['0x10f13a8c', 'setText'],
  ['0x2f2ff15d', 'grantRole'],
  ['0x610b5925', 'enableModule'],
  ['0x6a761202', 'execTransaction'],
  ['0xd4d9bdcd', 'approveHash'],
  ['0x58a997f6', 'depositERC20'],
  ['0x7b939232', 'depositV3'],
  ['0x6fd3504e', 'depositForBurn'],
])('%s is known, as contracts have it: %s', (selector, name) => {
  expect(findFunction(selector)?.name).toBe(name);
});

it('has no two functions of one signature', () => {
  expect(new Set(functions.map(({ signature }) => signature)).size).toBe(functions.length);
});

describe('a known function', () => {
  const readable = functions.filter(({ calls }) => calls !== 'any');
  const simple = readable.filter(({ calls }) => calls === undefined);

  it.each(simple)('is read whole: $signature', ({ name, signature, inputs }) => {
    const lines = linesOf(name, inputs);
    expect(lines[0]).toEqual({ is: 'function', value: signature });
    expect(lines.some(({ is }) => is === 'data')).toBe(false);
    expect(lines.slice(1).every(({ name: own }) => own)).toBe(true);
  });

  it.each(readable.filter(({ name }) => !/^decrease(All|App)/.test(name)))(
    'warns of each number without a limit: $signature',
    ({ name, inputs }) => {
      for (const line of linesOf(name, inputs))
        if (line.value === String(most)) expect(line.warning).toBe('unlimited');
    },
  );

  it.each(functions.filter(({ calls }) => calls === 'any'))(
    'whose calls are not shown is red: $signature',
    ({ name, inputs, signature }) => {
      expect(linesOf(name, inputs)).toMatchObject([
        { is: 'function', value: signature },
        { is: 'data', warning: 'unread' },
      ]);
    },
  );
});

describe('who gets what, and what goes', () => {
  const kindsOf = (selector: string) => {
    const { name = '', inputs = [] } = findFunction(selector) ?? {};
    const told = linesOf(name, inputs).filter(({ is }) => /^(recipient|spender|tokens)$/.test(is));
    return told.map((line) => `${line.is} ${line.name?.replace(/^\w+\./, '')}`);
  };

  it.each([
    ['0x38ed1739', ['tokens amountIn', 'recipient to']],
    ['0x8803dbee', ['tokens amountInMax', 'recipient to']],
    ['0x7ff36ab5', ['recipient to']],
    ['0x18cbafe5', ['tokens amountIn', 'recipient to']],
    ['0xe8e33700', ['tokens amountADesired', 'tokens amountBDesired', 'recipient to']],
    ['0xf305d719', ['tokens amountTokenDesired', 'recipient to']],
    ['0xbaa2abde', ['tokens liquidity', 'recipient to']],
    ['0x414bf389', ['recipient recipient', 'tokens amountIn']],
    ['0xf28c0498', ['recipient recipient', 'tokens amountInMax']],
    ['0x88316456', ['tokens amount0Desired', 'tokens amount1Desired', 'recipient recipient']],
    ['0x0c49ccbe', ['tokens tokenId', 'tokens liquidity']],
    ['0xfc6f7865', ['tokens tokenId', 'recipient recipient']],
    ['0x3df02124', ['tokens amountIn']],
    ['0x0b4c7e4d', ['tokens amounts[0]', 'tokens amounts[1]']],
    ['0x07ed2379', ['recipient srcReceiver', 'recipient dstReceiver', 'tokens amount']],
    ['0x36c78516', ['recipient to', 'tokens amount']],
    ['0xe3ee160e', ['recipient to', 'tokens value']],
    ['0x426a8493', ['spender spender', 'tokens id', 'tokens value']],
    ['0x6e553f65', ['tokens assets', 'recipient receiver']],
    ['0x94bf804d', ['tokens shares', 'recipient receiver']],
    ['0x617ba037', ['tokens amount', 'recipient beneficiary']],
    ['0xa415bcad', ['tokens amount']],
    ['0x69328dec', ['tokens value', 'recipient to']],
    ['0xc3b35a7e', ['recipient to', 'tokens amount']],
    ['0x110496e5', ['spender operator']],
    ['0xd6681042', ['tokens amounts[0]', 'recipient beneficiary']],
    ['0x610b5925', ['spender operator']],
    ['0x2f2ff15d', ['recipient beneficiary']],
    ['0x0d582f13', ['recipient newOwner']],
    ['0x5b0fc9c3', ['recipient newOwner']],
    ['0xd2ce7d65', ['recipient to', 'tokens amount']],
    ['0x7b939232', ['recipient recipient', 'tokens inputAmount']],
    ['0x6fd3504e', ['tokens amount', 'recipient mintRecipient']],
  ])('is told of %s', (selector, kinds) => {
    expect(kindsOf(selector)).toEqual(kinds);
  });

  it('has a warning if all is allowed', () => {
    const { name = '', inputs = [] } = findFunction('0x110496e5') ?? {};
    expect(linesOf(name, inputs).at(-1)).toMatchObject({ name: 'approved', warning: 'all-tokens' });
  });
});
