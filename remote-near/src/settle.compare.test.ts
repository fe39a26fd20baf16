import { type Comparison, toAccountId } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { type Action, type Batch, toDigest } from './actions.ts';
import { compareAsked, compareLanded } from './settle.ts';

const id = 'hash';
const [sender, asked, thief, relayer] = ['harbour.near', 'pier.near', 'thief.near', 'relayer.near'];
const send = { from: toAccountId('near:mainnet', sender), to: asked, amount: '7' };

const transfer = (deposit: unknown = '7') => ({ Transfer: { deposit } });
const call = { FunctionCall: { method_name: 'execute', args: '', gas: 1, deposit: '7' } };
const key = { AddKey: { public_key: 'ed25519:x', access_key: { nonce: 0, permission: 'FullAccess' } } };
const done = (executor_id: string, status: unknown = { SuccessValue: '' }) => ({
  id: 'receipt',
  outcome: { executor_id, status },
});
const plain = { hash: id, signer_id: sender, receiver_id: asked, actions: [transfer()] };
const inner = { sender_id: sender, receiver_id: asked, actions: [transfer()] };
const delegated = (change: object = {}, others: object[] = []) => ({
  ...{ hash: id, signer_id: relayer, receiver_id: sender },
  actions: [{ Delegate: { delegate_action: { ...inner, ...change }, signature: 'ed25519:x' } }, ...others],
});

const asAsked: Comparison = { result: 'as-asked' };
const because = (why: string) => ({ result: 'not-compared', why });
const instead = (...moved: object[]) => ({
  result: 'not-as-asked',
  moved: moved.map((one) => ({ from: sender, to: asked, amount: '7', ...one })),
});

/** What the chain shows, and the outcome; `receipts` are what it caused. */
const cases: [name: string, transaction: unknown, outcome: object, receipts?: unknown][] = [
  ['the transfer that was asked for', plain, asAsked],
  ['fifty times the amount', { ...plain, actions: [transfer('350')] }, instead({ amount: '350' })],
  ['nothing', { ...plain, actions: [transfer('0')] }, instead()],
  ['another recipient', { ...plain, receiver_id: thief }, instead({ to: thief })],
  ['another account', { ...plain, signer_id: thief }, instead({ from: thief })],
  ['two transfers', { ...plain, actions: [transfer(), transfer()] }, instead({}, {})],
  ['no action', { ...plain, actions: [] }, instead()],
  ['a key in place of the transfer', { ...plain, receiver_id: sender, actions: [key] }, instead()],
  ['a key beside the transfer', { ...plain, actions: [transfer(), key] }, because('more')],
  ['a new account with the amount', { ...plain, actions: ['CreateAccount', transfer()] }, because('more')],
  ['a key beside another transfer', { ...plain, actions: [transfer('8'), key] }, instead({ amount: '8' })],
  ['a call', { ...plain, actions: [call] }, because('contract')],
  ['the transfer and a call', { ...plain, actions: [transfer(), call] }, because('contract')],
  [
    'a call of the sender by itself',
    { ...plain, receiver_id: sender, actions: [call] },
    because('smart-account'),
  ],
  [
    'a call of the sender by a relayer (NEP-518)',
    { ...plain, signer_id: relayer, receiver_id: sender, actions: [call] },
    because('relayer'),
  ],
  [
    'an account that is deleted',
    { ...plain, actions: [{ DeleteAccount: { beneficiary_id: asked } }] },
    because('contract'),
  ],
  [
    'an action that the page does not know',
    { ...plain, actions: [{ TransferToGasKey: { deposit: '7' } }] },
    because('contract'),
  ],
  ['an action that is none', { ...plain, actions: [null] }, because('contract')],
  ['a deposit that is a number', { ...plain, actions: [transfer(7)] }, because('unreadable')],
  ['no deposit', { ...plain, actions: [{ Transfer: {} }] }, because('unreadable')],
  ['no actions', { ...plain, actions: undefined }, because('unreadable')],
  ['no signer', { ...plain, signer_id: undefined }, because('unreadable')],
  ['no receiver', { ...plain, receiver_id: {} }, because('unreadable')],
  ['another transaction', { ...plain, hash: 'other' }, because('unreadable')],
  ['no transaction', null, because('unreadable')],
  ['a relayed transfer (NEP-366)', delegated(), asAsked, [done(sender), done(asked), done(relayer)]],
  [
    'a relayed transfer to another account',
    delegated({ receiver_id: thief }),
    instead({ to: thief }),
    [done(sender), done(thief)],
  ],
  [
    'a relayed transfer of another amount',
    delegated({ actions: [transfer('350')] }),
    instead({ amount: '350' }),
    [done(asked)],
  ],
  [
    'a relayed transfer of another account',
    delegated({ sender_id: thief }),
    instead({ from: thief }),
    [done(asked)],
  ],
  [
    'a relayed transfer that failed',
    delegated(),
    because('relayer'),
    [done(sender), done(asked, { Failure: {} })],
  ],
  ['a relayed transfer whose end is not told', delegated(), because('relayer'), [done(asked, 'Unknown')]],
  ['a relayed transfer that was not executed', delegated(), because('relayer'), [done(sender)]],
  ['a relayed transfer without receipts', delegated(), because('relayer')],
  ['a relayed call', delegated({ actions: [call] }), because('contract'), [done(asked)]],
  ['a relayed action that is none', delegated({ actions: undefined }), because('relayer'), [done(asked)]],
  [
    'a relayed transfer beside something else',
    delegated({}, [transfer()]),
    because('relayer'),
    [done(asked)],
  ],
];

it.each(cases)('compares what has landed with what was asked: %s', (_, transaction, outcome, receipts) => {
  const found = { transaction, status: { SuccessValue: '' }, receipts_outcome: receipts };
  expect(compareLanded(found, id, send)).toEqual(outcome);
});

it('compares with the account that was meant, however its name was written', () => {
  const found = { transaction: plain, status: { SuccessValue: '' } };
  expect(compareLanded(found, id, { ...send, to: 'Pier.NEAR' })).toEqual(asAsked);
});

describe('what an application asked for', () => {
  const args = { fee: '7' };
  const params = { methodName: 'set_fee', args, gas: '30', deposit: '1' };
  const batch: Batch = { receiverId: asked, actions: [{ type: 'FunctionCall', params }] };
  const written = { method_name: 'set_fee', args: btoa(JSON.stringify(args)), gas: 30, deposit: '1' };
  const shown = (change: object = {}) => ({
    ...plain,
    actions: [{ FunctionCall: { ...written, ...change } }],
  });
  const inner = { sender_id: sender, receiver_id: asked, actions: shown().actions };
  const relay = { Delegate: { delegate_action: inner, signature: 'ed25519:x' } };
  const relayed = { ...plain, signer_id: relayer, receiver_id: sender, actions: [relay] };
  const moved = (...amounts: string[]) => instead(...amounts.map((amount) => ({ amount })));

  it.each<[string, unknown, object, unknown?]>([
    ['the call', shown(), asAsked],
    ['the call, whose gas is a text', shown({ gas: '30' }), asAsked],
    ['other arguments', shown({ args: btoa('{"fee":"8"}') }), moved('1')],
    ['the arguments, written otherwise', shown({ args: btoa('{ "fee": "7" }') }), moved('1')],
    ['another method', shown({ method_name: 'set_owner' }), moved('1')],
    ['more gas', shown({ gas: 31 }), moved('1')],
    ['a deposit of 5', shown({ deposit: '5' }), moved('5')],
    ['another receiver', { ...shown(), receiver_id: thief }, instead({ to: thief, amount: '1' })],
    ['a call of another account', { ...shown(), signer_id: thief }, because('relayer')],
    [
      'a call of the sender by itself (NEP-518)',
      { ...shown(), receiver_id: sender },
      because('smart-account'),
    ],
    ['a transfer of another account', { ...plain, signer_id: thief }, instead({ from: thief })],
    ['a transfer beside it', { ...plain, actions: [...shown().actions, transfer()] }, moved('1', '7')],
    ['a transfer in its place', plain, moved('7')],
    ['a key beside it', { ...plain, actions: [...shown().actions, key] }, { ...moved(), isPartial: true }],
    ['arguments that are no base64', shown({ args: '?' }), { ...moved(), isPartial: true }],
    ['no transaction', null, because('unreadable')],
    ['the relayed call', relayed, asAsked, [done(sender), done(asked)]],
    [
      'a relayed call that failed',
      relayed,
      because('unreadable'),
      [done(sender), done(asked, { Failure: {} })],
    ],
  ])('is compared with what has landed: %s', async (_, transaction, outcome, receipts) => {
    const found = { transaction, receipts_outcome: receipts };
    expect(await compareAsked([found], send, await toDigest([batch]))).toEqual(outcome);
  });

  it('is compared as a whole, in its order', async () => {
    const other: Batch = { receiverId: asked, actions: [{ type: 'Transfer', params: { deposit: '7' } }] };
    const digest = await toDigest([batch, other]);
    const [first, second] = [{ transaction: shown() }, { transaction: plain }];
    expect(await compareAsked([first, second], send, digest)).toEqual(asAsked);
    expect(await compareAsked([second, first], send, digest)).toEqual(moved('7', '1'));
    expect(await compareAsked([first], send, digest)).toEqual(moved('1'));
  });

  it('has one digest for JSON and its bytes, and another for each part that differs', async () => {
    const toOne = (change: object): Action => ({ type: 'FunctionCall', params: { ...params, ...change } });
    const changes = [{}, { args: {} }, { gas: '31' }, { deposit: '2' }, { methodName: 'x' }];
    const digests = changes.map((change) => toDigest([{ ...batch, actions: [toOne(change)] }]));
    expect(new Set(await Promise.all(digests)).size).toBe(changes.length);
    const bytes = new TextEncoder().encode(JSON.stringify(args));
    expect(await toDigest([{ ...batch, actions: [toOne({ args: bytes })] }])).toBe(await toDigest([batch]));
    const two = { ...batch, actions: [...batch.actions, ...batch.actions] };
    expect(await toDigest([two])).not.toBe(await toDigest([batch, batch]));
  });
});
