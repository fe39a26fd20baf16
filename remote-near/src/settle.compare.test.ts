import { type Comparison, toAccountId } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { compareLanded } from './settle.ts';

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
