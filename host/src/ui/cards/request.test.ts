import type { Intent } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { account, otherAccount, sending, signing, signingIn, toSending } from '../../testing/facts.ts';
import { fakeConfig } from '../../testing/fake-shell.ts';
import { toShownLines } from './request.tsx';

const family = {
  network: (id: string) => fakeConfig.families[0]?.networks.find((one) => one.id === id),
  quoted: {
    current: { account, to: sending.moves.to, amount: sending.moves.amount, fee: 420_000_000_000_001n },
  },
};
const feeOf = (intent: Intent) => new Map(lines(intent).map(([name, value]) => [name, value])).get('Fee');
const lines = (intent: Intent) =>
  toShownLines(family, intent, 'Rabby').map(({ name, value }) => [name, value]);
const from = ['From', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'];
const on = ['Network', 'Practice chain'];

describe('a request', () => {
  it('for a send shows all facts that a wallet shows, to the last digit', () => {
    const amount = '9998420000000000000001';
    expect(lines(toSending(account, sending.moves.to, amount))).toEqual([
      ['Send', '9998.420000000000000001 ETH'],
      ['To', sending.moves.to],
      from,
      on,
      ['Fee', 'Shown in Rabby'],
    ]);
  });

  it('for a send shows the quoted fee, rounded up', () => {
    expect(feeOf(sending)).toBe('about 0.00043 ETH');
  });

  it.each([
    ['amount', { moves: { ...sending.moves, amount: '1' } }],
    ['recipient', { moves: { ...sending.moves, to: account } }],
    ['account', { account: otherAccount }],
  ])('for a send refers to the wallet for the fee if another %s was quoted', (_, other) => {
    expect(feeOf({ ...sending, ...other })).toBe('Shown in Rabby');
  });

  it('for a message shows its lines as one text', () => {
    const text = ['Ahoy', 'Land in sight'];
    const message = { ...signing, lines: text.map((value) => ({ is: 'text', value }) as const) };
    expect(lines(message)).toEqual([['Message', text.join('\n')], from, on]);
  });

  it('for a sign-in shows domain, statement, nonce and expiry', () => {
    const [domain, statement, ...rest] = lines(signingIn);
    expect([domain, statement]).toEqual([
      ['Sign in to', 'localhost'],
      ['Text', 'Sign in'],
    ]);
    expect(rest.slice(0, 3)).toEqual([from, on, ['One-time code', '0123456789abcdef0123456789abcdef']]);
    expect(rest.at(3)?.at(0)).toBe('Expires');
  });

  it('names a network that the page does not know by its id', () => {
    const elsewhere = `eip155:1:${sending.moves.to}` as const;
    expect(lines({ ...sending, account: elsewhere })).toContainEqual(['Network', 'eip155:1']);
  });

  it('of the application to sign a transaction says who can send it', () => {
    const called = { account, method: 'solana:signTransaction', lines: [] } as const;
    const sentBy = ['Sent by', 'The application, now or later'];
    expect(lines({ ...called, asksFor: 'signature', isTransaction: true })).toContainEqual(sentBy);
    expect(lines({ ...called, asksFor: 'signature' })).not.toContainEqual(sentBy);
  });

  it('of the application has a warning in words at a line that gives away more than a person may mean', () => {
    const intent: Intent = {
      ...{ account, method: 'eth_signTypedData_v4', asksFor: 'signature' },
      lines: [
        { is: 'domain', value: 'evil.example', warning: 'other-site' },
        { is: 'field', name: 'value', value: '340', warning: 'unlimited' },
        { is: 'field', name: 'approved', value: 'true', warning: 'all-tokens' },
      ],
    };
    const shown = toShownLines(family, intent, 'Rabby').slice(0, 3);
    expect(shown).toEqual([
      {
        ...{ name: 'For', value: 'evil.example' },
        warning: 'For another site: this signature signs you in there',
      },
      { name: 'value', value: '340', warning: 'Unlimited' },
      { name: 'approved', value: 'true', warning: 'All that you have there, now and later' },
    ]);
  });

  it('of the application shows its lines as the request names them, and says if there are more', () => {
    const intent: Intent = {
      ...{ account, method: 'eth_sendTransaction', asksFor: 'transaction' },
      lines: [
        { is: 'contract', value: sending.moves.to },
        { is: 'function', value: 'deposit(address)' },
        { is: 'field', name: 'receiver', value: otherAccount },
        { is: 'amount', value: '1500000000000000000' },
        { is: 'more', value: '3', warning: 'moves' },
      ],
      moves: sending.moves,
    };
    expect(lines(intent)).toEqual([
      ['Contract', sending.moves.to],
      ['Function', 'deposit(address)'],
      ['receiver', otherAccount],
      ['Pays', '1.5 ETH'],
      ['More', 'Not all of it is shown here'],
      from,
      on,
    ]);
  });
});
