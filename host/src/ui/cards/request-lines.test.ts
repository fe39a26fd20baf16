import type { AccountId, Intent, Network, RequestLine } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { account, otherAccount, sending, signing, signingIn, toSending } from '../../testing/facts.ts';
import { fakeConfig } from '../../testing/fake-shell.ts';
import { toShownLines } from './request-lines.ts';

const family = {
  network: (id: string) => fakeConfig.families[0]?.networks.find((one) => one.id === id),
};
const feeOf = (fee?: string) => toShownLines(family, sending, { wallet: 'Rabby', fee })[0]?.rest;
const lines = (intent: Intent, paid: readonly string[] = []) =>
  toShownLines(family, intent, { wallet: 'Rabby', paid }).map(({ name, value, rest }) =>
    rest === undefined ? [name, value] : [name, value, rest],
  );
const feeInWallet = 'and the fee that Rabby shows';

describe('a request', () => {
  it('for a send shows all facts that a wallet shows, to the last digit', () => {
    const amount = '9998420000000000000001';
    expect(lines(toSending(account, sending.moves.to, amount))).toEqual([
      ['You pay', '9998.420000000000000001 ETH', feeInWallet],
      ['To', sending.moves.to],
    ]);
  });

  it.each([
    ['420000000000001', 'and a fee of up to about 0.00043 ETH'],
    ['0', 'and no fee'],
    ['-420000000000001', 'and you get about 0.00042 ETH back'],
    [undefined, feeInWallet],
  ])('for a send shows the quoted fee, rounded to who pays it: %s', (fee, said) => {
    expect(feeOf(fee)).toBe(said);
  });

  it('for a message shows its lines as one text', () => {
    const text = ['Ahoy', 'Land in sight'];
    const message = { ...signing, lines: text.map((value) => ({ is: 'text', value }) as const) };
    expect(lines(message)).toEqual([['Message', text.join('\n')]]);
  });

  it('for a sign-in shows domain, statement, nonce and expiry', () => {
    const [domain, statement, ...rest] = lines(signingIn);
    expect([domain, statement]).toEqual([
      ['Sign in to', 'localhost'],
      ['Text', 'Sign in'],
    ]);
    expect(rest[0]).toEqual(['One-time code', '0123456789abcdef0123456789abcdef']);
    expect(rest[1]?.[0]).toBe('Expires');
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
    const shown = toShownLines(family, intent, { wallet: 'Rabby' }).slice(0, 3);
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
        { is: 'function', value: 'deposit(address,uint256)' },
        { is: 'recipient', name: 'receiver', value: otherAccount },
        { is: 'field', name: 'shares', value: '7' },
        { is: 'amount', value: '1500000000000000000' },
        { is: 'more', value: '3', warning: 'moves' },
      ],
      moves: sending.moves,
    };
    const rest = [
      ['Call', 'deposit(shares: 7, …)'],
      ['receiver', otherAccount],
      ['More', 'Not all of it is shown here'],
      ['You pay', '1.5 ETH', feeInWallet],
    ];
    expect(lines(intent)).toEqual([['Contract', sending.moves.to, 'first time from here'], ...rest]);
    expect(lines(intent, [sending.moves.to.toLowerCase()])).toEqual([
      ['Contract', sending.moves.to],
      ...rest,
    ]);
  });

  const calling = (...lines: RequestLine[]): Intent => ({
    ...{ account, method: 'eth_sendTransaction', asksFor: 'transaction', lines },
    moves: { to: sending.moves.to, amount: '0' },
  });
  const field = (name: string, value: string, change = {}) =>
    ({ is: 'field', name, value, ...change }) as const;

  it.each<[string, string, RequestLine[], string[]]>([
    ['plain arguments', 'set(uint256)', [field('fare', '7')], ['set(fare: 7)']],
    ['none', 'claim()', [], ['claim()']],
    [
      'those of NEAR',
      'set_fee',
      [field('gas', '30 Tgas'), field('args.fee', '9')],
      ['set_fee(fee: 9)', '30 Tgas'],
    ],
    ['a tuple', 'f((uint8,uint8),bool)', [field('b', 'true')], ['f(b: true, …)']],
    ['a long one', 'f(bytes)', [field('b', '0'.repeat(60))], ['f(…)', '0'.repeat(60)]],
    ['fields of the transaction', 'f(bool)', [field('b', 'true'), field('gas', '9')], ['f(b: true)', '9']],
    ['what only the application names', 'f(bool)', [field('b', 'true', { claimed: true })], ['f(…)', 'true']],
    ['an address', 'f(address)', [field('b', otherAccount)], ['f(…)', otherAccount]],
    ['a text that reads like more', 'f(string)', [field('b', '7, to: me')], ['f(…)', '7, to: me']],
    ['one with a warning', 'f(uint256)', [field('b', '7', { warning: 'unlimited' })], ['f(…)', '7']],
  ])('says a call in one line with %s', (_, value, fields, shown) => {
    const values = lines(calling({ is: 'function', value }, ...fields)).map(([, value]) => value);
    expect(values.slice(0, -1)).toEqual(shown);
  });

  it('says each of several calls apart', () => {
    const call = (number: string): RequestLine[] => [
      { is: 'call', value: number },
      { is: 'function', value: 'set(uint256)' },
      field('fare', number),
    ];
    const pays: RequestLine = { is: 'amount', value: '0' };
    expect(lines(calling(...call('1'), pays, ...call('2'))).map(([name]) => name)).toEqual([
      ...['1. Call', 'Pays', '2. Call', 'You pay'],
    ]);
  });

  it('says as what is paid the tokens that alone go', () => {
    const paid = (value: string): RequestLine => ({ is: 'paid', name: 'value', value });
    const called = { is: 'function', value: 'transfer(address,uint256)' } as const;
    const paysOf = (...more: RequestLine[]) => lines(calling(called, ...more)).at(-1)?.[1];
    expect(paysOf(paid('5.5 USDC'))).toBe('5.5 USDC');
    expect(paysOf(paid('5.5'))).toBe('5.5 tokens');
    expect(lines(calling(called, paid('5.5 USDC'))).map(([name]) => name)).toEqual(['Call', 'You pay']);
    const others: readonly RequestLine[] = [
      ...([paid('1 DAI'), called, { is: 'spender', value: account }, { is: 'more', value: '0' }] as const),
      { is: 'data', value: '0x12345678' },
      { is: 'field', name: 'memo', value: '7', warning: 'unread' },
    ];
    for (const other of others) expect(paysOf(paid('5.5 USDC'), other)).toBe('0 ETH');
  });

  it('names a program that the remote knows beside its function', () => {
    const program = { is: 'contract', name: 'Token program', value: 'Tokenkeg' } as const;
    const called = [program, { is: 'function', value: 'transferChecked' }] as const;
    expect(lines(calling(...called)).slice(0, -1)).toEqual([['Call', 'Token program: transferChecked']]);
    const warned = lines(calling({ ...program, warning: 'unread' }, called[1]));
    expect(warned.map(([name]) => name)).toEqual(['Token program', 'Call', 'You pay']);
  });

  it.each([
    ['near:practice', '1', '1 yoctoNEAR (a proof that it is you)'],
    ['near:practice', '20', '20 yoctoNEAR'],
    ['near:practice', '1000000000000000000000000', '1 NEAR'],
    ['eip155:31337', '7', '7 wei'],
    ['solana:local', '5000', '0.000005 SOL'],
    ['tron:practice', '7', '0.000007 TRX'],
  ])('names coins of %s as people count them: %s', (id, amount, said) => {
    const namespace = id.split(':')[0] ?? '';
    const coins = { near: ['NEAR', 24], eip155: ['ETH', 18], solana: ['SOL', 9], tron: ['TRX', 6] } as const;
    const [symbol, decimals] = coins[namespace as keyof typeof coins];
    const network = { id, title: 'A', symbol, decimals, rpc: ['http://localhost'] } as unknown as Network;
    const sent = toSending(`${id}:pier` as AccountId, 'quay', amount);
    expect(toShownLines({ ...family, network: () => network }, sent, { wallet: 'Rabby' })[0]?.value).toBe(
      said,
    );
  });

  it('that cannot be read says so, and shows the bytes on demand', () => {
    const data = { is: 'data', value: '0x60fe47b1', bytes: 4 } as const;
    expect(lines(calling(data))[0]).toEqual([
      ...['Data', '4 bytes: 0x60fe47b1', 'This page cannot read the call. Check it in Rabby.'],
    ]);
  });

  it('names the network of what is signed only if it is another one', () => {
    const typed = (value: string): Intent => ({
      ...{ account, method: 'eth_signTypedData_v4', asksFor: 'signature' },
      lines: [{ is: 'network', value }],
    });
    expect(lines(typed('Practice chain'))).toEqual([]);
    expect(lines(typed('Another chain'))).toEqual([['Network', 'Another chain']]);
  });
});
