import { describe, expect, it } from 'vitest';
import {
  parseAnswer,
  parseAttempt,
  parseBalance,
  parseConnection,
  parseIntent,
  parsePairing,
  parseReading,
  parseSettled,
  parseSigned,
  parseWallets,
} from './facts.ts';
import { Malformed, type Shape } from './shape.ts';

const wallet = { id: 'harbour', name: 'Harbour', icon: 'data:image/svg+xml,%3Csvg/%3E' };
const account = 'eip155:1:0xa';
const connected = {
  status: 'connected',
  wallet,
  accounts: [account, 'eip155:1:0xb'],
  capabilities: ['send'],
};
const balance = { account, amount: '10' };
const failed = { code: 'wallet/revoked', context: { wallet: 'Harbour' } };
const final = { transaction: '0x1', isFinal: true };
const pairing = {
  wallet: 'Harbour',
  uri: 'wc:1@2',
  links: [
    { name: 'Harbour', url: 'example.harbour://wc?uri=wc%3A1' },
    { name: 'Pier', url: 'app.pier+2-x:call' },
    { name: 'Quay', url: 'https://quay.example/call?id=1' },
  ],
};
const listing = { id: 'harbour', name: 'Harbour', reach: 'installed' };
const openable = {
  reach: 'absent',
  installUrl: 'https://a.example',
  openUrl: 'https://a.example/open?url=https%3A%2F%2Fb.example%2F',
};

function place(shape: Shape<unknown>, value: unknown): string {
  try {
    shape(value, '');
  } catch (error) {
    if (error instanceof Malformed) return error.place;
    throw error;
  }
  return 'taken';
}

function isFrozenDeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenDeep);
}

describe('a fact', () => {
  const moved = [{ from: '0xa', to: '0xb', amount: '1', asset: 'eip155:1/erc20:0xc' }];

  it.each<[Shape<unknown>, unknown]>([
    [parseConnection, { status: 'disconnected' }],
    [parseConnection, { status: 'connecting', wallet }],
    [parseConnection, connected],
    [parseConnection, { status: 'reconnecting', wallet, accounts: [account] }],
    [parseBalance, balance],
    [parseSettled, { state: 'unknown' }],
    [parseSettled, { state: 'sent', transaction: '0x1' }],
    [parseSettled, { state: 'sent', transaction: '0x1', awaits: 'owners' }],
    [parseSettled, { ...final, state: 'landed', isFinal: false }],
    [parseSettled, { ...final, state: 'landed', by: '0x2' }],
    [parseSettled, { ...final, state: 'landed', comparison: { result: 'not-compared', why: 'a-later-one' } }],
    [parseSettled, { ...final, state: 'failed', failure: failed }],
    [parseSettled, { state: 'replaced', isFinal: true, comparison: { result: 'not-as-asked', moved } }],
    [parseSettled, { state: 'replaced', by: '0x2', isFinal: true }],
    [parseSettled, { state: 'expired' }],
    [parseAttempt, { state: 'none' }],
    [parseAttempt, { state: 'running', id: '1', wallet, progress: { step: 'asking' } }],
    [parseAttempt, { state: 'failed', id: '1', wallet, failure: failed }],
    [parsePairing, pairing],
    [parsePairing, { ...pairing, expiresAt: '2030-01-01T00:05:00.000Z' }],
    [parsePairing, { ...pairing, uri: 'x'.repeat(2_000), links: [] }],
    ...[
      'https://metamask.app.link/wc?uri=wc%3A1',
      'metamask://wc?uri=wc%3A1',
      'hotwallet://hotcall-1',
      'solana-wallet:/v1/associate/local',
      'wc:1@2?relay-protocol=irn',
      'example.harbour:1',
      'com.harbour-wallet.app2://wc',
    ].map((url): [Shape<unknown>, unknown] => [
      parsePairing,
      { ...pairing, links: [{ name: 'Harbour', url }] },
    ]),
    [parseWallets, [listing, { ...listing, ...openable, id: 'pier' }]],
  ])('is taken as it is, as a copy frozen at every depth (%#)', (shape, value) => {
    const read = shape(value, '');
    expect(read).toEqual(value);
    expect(read).not.toBe(value);
    expect(isFrozenDeep(read)).toBe(true);
  });
});

describe('a connection is refused', () => {
  it.each<[string, unknown, string]>([
    ['with a status that is none', { status: 'idle' }, 'status'],
    ['disconnected with accounts', { status: 'disconnected', accounts: [account] }, 'accounts'],
    ['connecting without a wallet', { status: 'connecting' }, 'wallet'],
    ['connected without accounts', { ...connected, accounts: undefined }, 'accounts'],
    ['connected with a malformed account', { ...connected, accounts: [account, 'x'] }, 'accounts[1]'],
    ['connected on two networks', { ...connected, accounts: [account, 'eip155:2:0xa'] }, 'accounts[1]'],
    ['connected with a missing account', { ...connected, accounts: new Array(2) }, 'accounts[0]'],
    ['connected with an unknown capability', { ...connected, capabilities: ['fly'] }, 'capabilities[0]'],
    ['reconnecting with capabilities', { ...connected, status: 'reconnecting' }, 'capabilities'],
    ['with a wallet without a name', { ...connected, wallet: { ...wallet, name: '' } }, 'wallet.name'],
    [
      'with an icon from the network',
      { ...connected, wallet: { ...wallet, icon: 'https://a.example/i.png' } },
      'wallet.icon',
    ],
    [
      'with an icon that is a page',
      { ...connected, wallet: { ...wallet, icon: 'data:text/html,x' } },
      'wallet.icon',
    ],
    [
      'with a failure whose context is no text',
      { status: 'disconnected', failure: { ...failed, context: { a: {} } } },
      'failure.context.a',
    ],
  ])('%s', (_, value, where) => {
    expect(place(parseConnection, value)).toBe(where);
  });
});

describe('a balance is refused', () => {
  it.each<[string, unknown, string]>([
    ['with a number as its amount', { ...balance, amount: 10 }, 'amount'],
    ['with a fraction of the smallest unit', { ...balance, amount: '1.5' }, 'amount'],
    ['with a symbol, which its network has', { ...balance, symbol: 'ETH' }, 'symbol'],
  ])('%s', (_, value, where) => {
    expect(place(parseBalance, value)).toBe(where);
  });
});

describe('an attempt is refused', () => {
  const running = { state: 'running', id: '1', wallet };

  it.each<[string, unknown, string]>([
    ['running without progress', running, 'progress.step'],
    ['at a step that is none', { ...running, progress: { step: 'pairing' } }, 'progress.step'],
  ])('%s', (_, value, where) => {
    expect(place(parseAttempt, value)).toBe(where);
  });
});

describe('a pairing is refused', () => {
  it.each<[string, unknown, string]>([
    ['that is none', undefined, 'the value'],
    ['without a wallet', { ...pairing, wallet: '' }, 'wallet'],
    ['without a text for its code', { ...pairing, uri: '' }, 'uri'],
    ['with a text of more than 2,000 characters', { ...pairing, uri: 'x'.repeat(2_001) }, 'uri'],
    ['without links', { ...pairing, links: undefined }, 'links'],
    ['with 21 links', { ...pairing, links: Array(21).fill(pairing.links[0]) }, 'links'],
    [
      'with a link without a name',
      { ...pairing, links: [{ name: '', url: 'harbour://1' }] },
      'links[0].name',
    ],
    ['with what is not known', { ...pairing, html: '' }, 'html'],
    ...['soon', '', 1_893_456_000_000, '2030-13-01T00:00:00.000Z', '2030-01-01'].map(
      (expiresAt): [string, unknown, string] => [
        `that expires at ${expiresAt}`,
        { ...pairing, expiresAt },
        'expiresAt',
      ],
    ),
  ])('%s', (_, value, where) => {
    expect(place(parsePairing, value)).toBe(where);
  });

  it.each([
    'javascript:0',
    'JavaScript:0',
    ' java\nscript:0',
    'data:text/html,x',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    'about:blank',
    'http://a.example/',
    'filesystem:https://a.example/1',
    'vbscript:0',
    'view-source:https://a.example/',
    'intent://1#Intent;end',
    'ws://a.example/',
    'wss://a.example/',
    'ftp://a.example/',
    'chrome://settings',
    'ms-officecmd:1',
    'search-ms:query=1',
    'shortcuts://run-shortcut?name=1',
    'itms-services://?action=download-manifest',
    'tel:1',
    'mailto:a@a.example',
    'harbour://wc?uri=wc%3A1',
    'metamask.:1',
    '.harbour:1',
    'java\nscript:1',
    ' JavaScript:1',
    '//a.example/',
    '/call',
    'harbour',
    '1harbour:1',
    'har_bour:1',
    'https://',
    '',
    7,
  ])('with a link to %j', (url) => {
    const links = [{ name: 'Harbour', url }];
    expect(place(parsePairing, { ...pairing, links })).toBe('links[0].url');
  });
});

describe('a list of wallets is refused', () => {
  it.each<[string, unknown, string]>([
    ['with two of one id', [listing, listing], '[1].id'],
    ['with an absent one that cannot be got', [{ ...listing, reach: 'absent' }], '[0].installUrl'],
    [
      'with an install address that is a script',
      [{ ...listing, reach: 'absent', installUrl: 'javascript:0' }],
      '[0].installUrl',
    ],
    [
      'with an installed one that is to be installed',
      [{ ...listing, installUrl: 'https://a.example' }],
      '[0].installUrl',
    ],
    [
      'with an installed one that is to be opened elsewhere',
      [{ ...listing, openUrl: 'https://a.example' }],
      '[0].openUrl',
    ],
    ['with one that is opened by http', [{ ...listing, ...openable, openUrl: 'http://a' }], '[0].openUrl'],
    ['with one that is opened by nothing', [{ ...listing, ...openable, openUrl: '' }], '[0].openUrl'],
    ['with practice set to false', [{ ...listing, practice: false }], '[0].practice'],
    [
      'with more than fifteen hundred',
      Array.from({ length: 1_501 }, (_, id) => ({ ...listing, id: `${id}` })),
      'the value',
    ],
  ])('%s', (_, value, where) => {
    expect(place(parseWallets, value)).toBe(where);
  });
});

describe('a signature', () => {
  const signed = { account, message: 'Ahoy', signature: 'sig' };
  const nep413 = {
    ...signed,
    scheme: 'nep413',
    publicKey: 'ed25519:1',
    nonce: 'AA==',
    recipient: 'a.example',
  };

  it.each([
    { ...signed, scheme: 'eip191' },
    { ...signed, scheme: 'solana:ed25519' },
    nep413,
    { ...signed, scheme: 'eip191', isVerified: true },
    { ...signed, scheme: 'solana:ed25519', isVerified: true, signedBytes: 'QWhveQ==' },
    { ...nep413, isVerified: true, callbackUrl: 'https://a.example/', state: '' },
    { ...signed, scheme: 'x-other' },
  ])('is a frozen copy of what was answered: $scheme', (value) => {
    const read = parseSigned(value, '');
    expect(read).toEqual(value);
    expect(read).not.toBe(value);
    expect(Object.isFrozen(read)).toBe(true);
  });

  it.each<[string, unknown, string]>([
    ['that is none', undefined, 'scheme'],
    ['of a scheme that is none', { ...signed, scheme: 'eip712' }, 'scheme'],
    ['of NEAR without its nonce', { ...nep413, nonce: undefined }, 'nonce'],
    ['that is empty', { ...signed, scheme: 'eip191', signature: '' }, 'signature'],
    ['with more than is known', { ...signed, scheme: 'x-other', html: '' }, 'html'],
    ['that is verified halfway', { ...signed, scheme: 'eip191', isVerified: false }, 'isVerified'],
    [
      'over bytes that are no base64',
      { ...signed, scheme: 'solana:ed25519', signedBytes: 'Ahoy!' },
      'signedBytes',
    ],
  ])('is refused: one %s', (_, value, where) => {
    expect(place(parseSigned, value)).toBe(where);
  });
});

describe('what changes after it was checked', () => {
  it('is read once', () => {
    let reads = 0;
    const shifting = {
      ...balance,
      get amount() {
        reads += 1;
        return reads === 1 ? '10' : '<b>';
      },
    };
    expect(parseBalance(shifting, '').amount).toBe('10');
    expect(reads).toBe(1);
  });

  it('is no list without end', () => {
    const endless = Object.assign([account], {
      *[Symbol.iterator]() {
        for (;;) yield account;
      },
    });
    const given = { status: 'reconnecting', wallet, accounts: endless };
    expect(parseConnection(given, '')).toMatchObject({ accounts: [account] });
  });

  it('has a failure with at most 20 context fields', () => {
    const context = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`a${index}`, '']));
    const given = { status: 'disconnected', failure: { code: 'wallet/failed', context } };
    expect(place(parseConnection, given)).toBe('failure.context');
  });
});

describe('the outcome of a send is refused', () => {
  it.each<[string, unknown, string]>([
    ['in a state that is none', { state: 'gone' }, 'state'],
    ['with an id, if nothing is known', { state: 'unknown', transaction: '0x1' }, 'transaction'],
    ['sent without an id', { state: 'sent' }, 'transaction'],
    ['sent as another', { state: 'sent', transaction: '0x1', by: '0x2' }, 'by'],
    ['landed with a failure', { ...final, state: 'landed', failure: failed }, 'failure'],
    ['landed, without whether that is final', { state: 'landed', transaction: '0x1' }, 'isFinal'],
    ['failed without a failure', { state: 'failed', transaction: '0x1', isFinal: true }, 'failure'],
    ['replaced by a number', { state: 'replaced', by: 2, isFinal: true }, 'by'],
    ['replaced by nothing', { state: 'replaced', by: '', isFinal: true }, 'by'],
    ['expired by another', { state: 'expired', by: '0x2' }, 'by'],
    ['expired, and perhaps not', { state: 'expired', isFinal: false }, 'isFinal'],
  ])('%s', (_, value, where) => {
    expect(place(parseSettled, value)).toBe(where);
  });

  const from = (changes: object) => [{ from: '0xa', to: '0xb', amount: '1', ...changes }];

  it.each<[string, object, string]>([
    ['of no known result', { result: 'fine' }, 'result'],
    ['without movements', { result: 'not-as-asked' }, 'moved'],
    ['that turns text', { result: 'not-as-asked', moved: from({ from: '\u202e0xa' }) }, 'moved[0].from'],
    ['of half a unit', { result: 'not-as-asked', moved: from({ amount: '1.5' }) }, 'moved[0].amount'],
    ['with a reason in words', { result: 'not-compared', why: 'Because!' }, 'why'],
  ])('with a comparison %s', (_, comparison, where) => {
    const settled = { state: 'landed', transaction: '0x1', isFinal: true, comparison };
    expect(place(parseSettled, settled)).toBe(`comparison.${where}`);
  });
});

describe('what a request asks of a person', () => {
  const asked = { account, method: 'solana:signTransaction', lines: [{ is: 'amount', value: '1' }] };
  const moving = { ...asked, asksFor: 'transaction', moves: { to: '0xb', amount: '1' } };

  it('may be a signature of a transaction, and no other is for one', () => {
    const signing = { ...asked, asksFor: 'signature', isTransaction: true };
    expect(parseIntent(signing, '')).toEqual(signing);
    for (const isTransaction of [false, 'yes'])
      expect(place(parseIntent, { ...signing, isTransaction })).toBe('isTransaction');
    expect(place(parseIntent, { ...moving, isTransaction: true })).toBe('isTransaction');
  });

  it('is of a transaction what it moves', () => {
    expect(parseIntent(moving, '')).toEqual(moving);
    expect(place(parseIntent, { ...moving, moves: undefined })).toBe('moves');
    for (const amount of ['', '-1', '1.5', 1])
      expect(place(parseIntent, { ...moving, moves: { to: '', amount } })).toBe('moves.amount');
  });

  it('marks a line that the application alone has named, and no other', () => {
    const line = { is: 'field', name: 'fare', value: '7' };
    const claiming = { ...moving, lines: [{ ...line, claimed: true }, line] };
    expect(parseIntent(claiming, '')).toEqual(claiming);
    for (const claimed of [false, 'yes', 1])
      expect(place(parseIntent, { ...moving, lines: [{ ...line, claimed }] })).toBe('lines[0].claimed');
  });

  it('has a method that is a name', () => {
    for (const method of ['', 'eth sign', 'x'.repeat(61), undefined])
      expect(place(parseIntent, { ...moving, method })).toBe('method');
  });
});

describe('a request that was read', () => {
  const answer = async () => ({});
  const intent = { account, method: 'send', asksFor: 'approval', lines: [] };
  const reading = { asks: 'person', intent, answer };

  it.each([
    { asks: 'nobody', answer },
    { asks: 'network', network: 'eip155:1', answer },
    reading,
    { ...reading, quote: { fee: '-7', most: '10', recipient: { address: '0xb', is: 'new' } } },
    { ...reading, quote: failed },
  ])('is a frozen copy of what was read: %j', (given) => {
    const read = parseReading(given, '');
    expect(read).toEqual(given);
    expect(read).not.toBe(given);
    expect(Object.isFrozen(read)).toBe(true);
  });

  it.each<[string, unknown, string]>([
    ['that asks somebody else', { ...reading, asks: 'friend' }, 'asks'],
    ['that nobody answers', { asks: 'nobody' }, 'answer'],
    ['of a network that is none', { asks: 'network', network: 'one', answer }, 'network'],
    ['without an intent', { asks: 'person', answer }, 'intent.asksFor'],
    ['with a fee in fractions', { ...reading, quote: { fee: '1.5' } }, 'quote.fee'],
    ['with a fee as a number', { ...reading, quote: { fee: 5 } }, 'quote.fee'],
    ['with a reason that is no code', { ...reading, quote: { ...failed, code: 'no' } }, 'quote.code'],
  ])('is refused: one %s', (_, value, where) => {
    expect(place(parseReading, value)).toBe(where);
  });
});

describe('the answer to a request', () => {
  it('is a copy of its result, which nobody changes', () => {
    const value = { id: ['0x1'] };
    const answer = parseAnswer({ value }, '');
    value.id.push('0x2');
    expect(answer).toEqual({ value: { id: ['0x1'] } });
    expect(place(parseAnswer, { value: () => 1 })).toBe('value');
  });

  it('of a send is the id of its transaction', () => {
    const sent = { transaction: '0xabc' };
    expect(parseAnswer({ sent }, '')).toEqual({ sent });
    expect(place(parseAnswer, { sent: { ...sent, awaits: 'nobody' } })).toBe('sent.awaits');
    for (const transaction of ['', {}, 1, 'a'.repeat(201)])
      expect(place(parseAnswer, { sent: { transaction } })).toBe('sent.transaction');
  });

  it('may bring a function that looks up what has become of it', () => {
    const look = async () => ({ state: 'unknown' });
    expect(parseAnswer({ look }, '')).toEqual({ look });
    expect(place(parseAnswer, { look: 'unknown' })).toBe('look');
  });

  it('of a message is its signature', () => {
    const signed = { account, message: 'Ahoy', scheme: 'eip191', signature: '' };
    expect(place(parseAnswer, { signed })).toBe('signed.signature');
  });
});
