import { failure } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { fakeConfig } from '../../testing/fake-shell.ts';
import { explain, explainIn } from './explain.ts';

/** The shown part of a wallet’s words; undefined if none. */
function toShown(detail: string): string | undefined {
  const { reason = '' } = explain(
    { code: 'wallet/failed', context: { wallet: 'Harbour', detail } },
    'Ethereum',
  );
  return /^It says: (.*)\.$/s.exec(reason)?.[1];
}

describe('the words of a wallet or node', () => {
  it.each([
    ['The device is not paired.', 'The device is not paired'],
    ['Ledger is locked! Unlock it', 'Ledger is locked'],
    ['Error: Error: nonce too low', 'nonce too low'],
    ['MetaMask Tx Signature: User denied it.', 'User denied it'],
    ['Balance is 0.5 SOL, which is too little', 'Balance is 0.5 SOL, which is too little'],
    ['First line.\n    at sign (chrome-extension://x/inpage.js:1:2)', 'First line'],
    ['Die Verbindung wurde getrennt.', 'Die Verbindung wurde getrennt'],
    ['已拒绝请求', '已拒绝请求'],
    ['Left‮to right', 'Leftto right'],
    ['取消', '取消'],
    ['已拒绝请求。请重试！', '已拒绝请求'],
    ['An unknown error occurred. Connect the Ledger first.', 'Connect the Ledger first'],
    ['Internal JSON-RPC error.\nnonce too low', 'nonce too low'],
    ['Oops! Something went wrong. The device is off.', 'The device is off'],
    ['Error:\nThe device is busy', 'The device is busy'],
    ['Failed. Only one window can be open', 'Only one window can be open'],
    ['rpc error: code = Unknown desc = out of gas', 'out of gas'],
    ['[ethjs-query] the node is busy', 'the node is busy'],
    ['The amount is < 0.1 SOL', 'The amount is < 0.1 SOL'],
    ['Fee > balance | choose less', 'Fee > balance | choose less'],
    ['The field `to` is missing', 'The field `to` is missing'],
    ['Needs Node.js on the device', 'Needs Node.js on the device'],
    ['Blocked by policy, see https://wallet.example/help', 'Blocked by policy'],
    ['Update the firmware (https://wallet.example/x?y=1) first', 'Update the firmware first'],
    ['execution reverted: 0x08c379a0000000000000000000000000000000000000000000000000', 'execution reverted'],
    ['No key for 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'No key for 0xf39F…2266'],
    ['Account 9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin is missing', 'Account 9xQe…VFin is missing'],
    [`so ${'much '.repeat(40)}`, `so${' much'.repeat(27)}…`],
  ])('%j becomes %j', (said, plain) => {
    expect(toShown(said)).toBe(plain);
  });

  it.each([
    '',
    '   ',
    '…',
    '-32603',
    '[object Object]',
    '{"code":-32000,"message":"x"}',
    '0x08c379a0000000000000000000000000000000000000000000000000',
    'Please try again later.',
    'at Object.sign (inpage.js:1:2)',
    "TypeError: Cannot read properties of undefined (reading 'catch')",
    'wallet.request() is no function',
    'Internal JSON-RPC error.',
    'An unknown RPC error occurred',
    'Unexpected error',
    'Oops! Something went wrong.',
    '<html><body>Bad gateway',
    'See https://wallet.example/help',
    'y'.repeat(31),
  ])('%j is not shown', (said) => {
    expect(toShown(said)).toBeUndefined();
  });

  it('are read in linear time: a million characters take no hour', () => {
    const texts = ['error:', 'a.', '!', '{', 'a '].map((sign) => toShown(sign.repeat(1_000_000)));
    expect(texts).toHaveLength(5);
  });
});

it('smallest units of an unknown network are not shown', () => {
  const [family] = fakeConfig.families;
  const adviceFor = (least: string) =>
    family && explainIn(family, failure('input/amount-least', { value: '1', least })).advice;
  expect(adviceFor('890880')).toBe('The network keeps a minimum in each account.');
  expect(adviceFor('0.00089088 SOL')).toMatch(/^Enter at least 0\.00089088 SOL\. /);
});
