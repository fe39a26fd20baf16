import { addressOf, type Comparison, type Movement, type RequestLine } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entry, SentEntry } from '../../ledger/entry.ts';
import { account, sending, signingIn, submitted } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';
import { en } from '../texts/en.ts';

const now = 1_790_000_000_000;
let shell: FakeShell;
let page: OpenPage;
const rows = () => [...page.region('Activity').querySelectorAll('li')];
const fieldOf = (row: Element | undefined, name: string) =>
  row?.querySelector(`[data-field=${name}]`)?.textContent;

const signedIn = {
  id: '1',
  family: 'near',
  at: now - 120_000,
  kind: 'signed',
  intent: { ...signingIn, account: 'near:practice:harbour.near' },
  signed: {
    account: 'near:practice:harbour.near',
    message: 'Sign in\nhere',
    scheme: 'nep413',
    signature: 'c2lnbmF0dXJl',
    publicKey: 'ed25519:key',
    nonce: 'bm9uY2U=',
    recipient: 'localhost',
    callbackUrl: 'https://localhost/back',
    state: 'low tide',
    isVerified: true,
  },
} satisfies Entry;
const sent: SentEntry = { ...submitted, at: now };
const failure = { code: 'network/reverted', context: { network: 'eip155:31337' } };
const asAsked: Comparison = { result: 'as-asked' };
const toLanded = (comparison?: Comparison) =>
  ({ state: 'landed', transaction: '0xabc', isFinal: true, ...(comparison && { comparison }) }) as const;
const toFailed = (isFinal: boolean) => ({ state: 'failed', transaction: '0xabc', failure, isFinal }) as const;

beforeEach(async () => {
  shell = createFakeShell();
  page = await openPage(shell, () => now);
});
afterEach(() => page.close());

it('says that there is nothing yet', () => {
  expect(page.region('Activity').textContent).toContain('What you send and sign will appear here');
});

it('calls nothing of yesterday that may be older', async () => {
  await page.change(() => shell.activity.set([{ ...sent, at: now - 47 * 3_600_000 }]));
  expect(rows()[0]?.querySelector('time')?.textContent).toBe('1 day ago');
});

it('shows a signature with all that is needed to verify it', async () => {
  await page.change(() => shell.activity.set([signedIn]));
  const [row] = rows();
  expect(row?.querySelector('summary')?.textContent).toBe(
    'Signed a sign-in message for localhost NEAR2 min. ago',
  );
  const { isVerified: _, ...shown } = { ...signedIn.signed, account: 'harbour.near' };
  for (const [name, value] of Object.entries(shown)) expect(fieldOf(row, name)).toBe(value);
  expect(row?.querySelector('.log-advice')).toBeNull();
});

it('says of a signature that was not verified that it was not', async () => {
  const { isVerified: _, ...signed } = signedIn.signed;
  await page.change(() => shell.activity.set([{ ...signedIn, signed }]));
  const [row] = rows();
  expect(row?.querySelector('[data-state=unverified]')?.textContent).toBe('Signed, not verified');
  expect(row?.querySelector('.log-advice')?.textContent).toContain('could not check the signature');
  expect(document.querySelector('[aria-live]')?.textContent).toBe('NEAR: signed, not verified.');
  await page.change(() =>
    shell.activity.set([
      { ...signedIn, id: '9' },
      { ...signedIn, signed },
    ]),
  );
  expect(document.querySelector('[aria-live]')?.textContent).toBe('NEAR: signed.');
});

it('never says that somebody is signed in, since no server has taken it', () => {
  expect(Object.values(en).filter((text) => /signed in\b/i.test(text))).toEqual([]);
});

it('shows the bytes under a signature of Solana', async () => {
  const signed = {
    ...{ account: signedIn.signed.account, message: 'Ahoy', signature: 'abc', signedBytes: 'QWhveQ==' },
    scheme: 'solana:ed25519',
  } as const;
  await page.change(() => shell.activity.set([{ ...signedIn, signed }]));
  expect(fieldOf(rows()[0], 'signedBytes')).toBe('QWhveQ==');
  expect(rows()[0]?.textContent).not.toContain('put something of its own before');
  await page.change(() => shell.activity.set([{ ...signedIn, signed: { ...signed, message: 'hoy' } }]));
  expect(rows()[0]?.textContent).toContain('added something before this text');
});

it('follows a send until it has landed or failed', async () => {
  await page.change(() => shell.activity.set([sent, signedIn]));
  const state = () => rows()[0]?.querySelector('[data-state]')?.textContent;
  expect(rows()[0]?.textContent).toContain('Send to 0x7099…79C8');
  expect(rows()[0]?.textContent).not.toContain('−');
  expect(fieldOf(rows()[0], 'transaction')).toBe('0xabc');
  expect(rows()[0]?.querySelector('a')?.href).toBe('https://explorer.invalid/0xabc');
  expect(state()).toBe('Submitted');
  await page.change(() => shell.activity.set([{ ...sent, outcome: toLanded(asAsked) }, signedIn]));
  expect(state()).toBe('Confirmed');
  await page.change(() => shell.activity.set([{ ...sent, outcome: toFailed(false) }, signedIn]));
  expect(state()).toBe('Failed The transaction failed on the network');
});

it.each<[string, Partial<SentEntry>, string]>([
  ['Pending', { at: now - 300_000 }, 'Not confirmed yet.'],
  [
    'Replaced',
    { outcome: { state: 'replaced', by: '0xdef', isFinal: true } },
    'Another transaction of your account',
  ],
  ['Not confirmed in time', { outcome: { state: 'expired' } }, 'Was your wallet on another network?'],
  ['Unknown', { outcome: { state: 'unknown' }, isEarlier: true }, 'Check your wallet before you send again'],
  ['Unknown', { outcome: { state: 'unknown' } }, 'Check your wallet'],
  [
    'Checking',
    { outcome: { state: 'unknown' }, isEarlier: true, learnedAt: now },
    'This page is checking the outcome.',
  ],
  ['Confirmed', { outcome: { ...toLanded(asAsked), by: '0xdef' } }, 'another transaction'],
])('says %s of a send, and what that means', async (word, change, advice) => {
  await page.change(() => shell.activity.set([{ ...sent, ...change }]));
  const [row] = rows();
  expect(row?.querySelector('[data-state]')?.textContent).toBe(word);
  expect(row?.querySelector('.log-advice')?.textContent).toContain(advice);
  expect(fieldOf(row, 'by')).toBe('outcome' in change && 'by' in change.outcome ? '0xdef' : undefined);
});

it('says of a send that its wallet has only proposed that it waits, and links to no transaction', async () => {
  const outcome = { state: 'sent', transaction: '0xabc', awaits: 'owners' } as const;
  await page.change(() => shell.activity.set([{ ...sent, at: now - 3_600_000, outcome }]));
  const [row] = rows();
  expect(row?.querySelector('.log-state')?.textContent).toBe('Waiting for the other owners');
  expect(row?.querySelector('.log-advice')?.textContent).toBe(en['activity.advice.owners']);
  expect(row?.querySelector('a')).toBeNull();
});

it('says which sends are of an earlier page', async () => {
  await page.change(() =>
    shell.activity.set([
      { ...sent, isEarlier: true },
      { ...sent, id: '3' },
    ]),
  );
  expect(rows().map((row) => row.querySelector('time small')?.textContent.trim())).toEqual([
    'from an earlier visit',
    undefined,
  ]);
});

const thief = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const moved = { from: addressOf(account), to: sending.moves.to, amount: '75000000000000000000' };

const comparisons: [what: string, Comparison | undefined, advice: string][] = [
  [
    'fifty times the amount',
    { result: 'not-as-asked', moved: [moved] },
    `Sent75 ETH to ${sending.moves.to}Asked1.5 ETH to ${sending.moves.to}`,
  ],
  [
    'another recipient and a second one',
    { result: 'not-as-asked', moved: [{ ...moved, to: thief, amount: '1' }, moved] },
    `Sent0.000000000000000001 ETH to ${thief}\n75 ETH to`,
  ],
  [
    'a token',
    { result: 'not-as-asked', moved: [{ ...moved, amount: '9', asset: `eip155:31337/erc20:${thief}` }] },
    `Sent9 units of the token ${thief} went from`,
  ],
  [
    'nothing readable',
    { result: 'not-as-asked', moved: [] },
    'SentThe confirmed transaction is not this transfer.',
  ],
  ...(['contract', 'relayer', 'smart-account', 'more', 'unreadable', 'a-reason-of-later'] as const).map(
    (why): (typeof comparisons)[number] => [
      why,
      { result: 'not-compared', why: why as never },
      'this page cannot read who was paid',
    ],
  ),
  ['no comparison', undefined, 'this page cannot read who was paid'],
];

it.each(comparisons)(
  'says how a landed send compares with the request: %s',
  async (_, comparison, advice) => {
    await page.change(() => shell.activity.set([{ ...sent, outcome: toLanded(comparison) }]));
    const [row] = rows();
    const isOther = comparison?.result === 'not-as-asked';
    const state = row?.querySelector('[data-state]')?.textContent;
    expect(state).toBe(isOther ? 'Different from your request' : 'Confirmed, details unknown');
    const details = row?.querySelector(isOther ? '.compared' : '.log-advice')?.textContent;
    expect(details).toContain(isOther ? `Asked1.5 ETH to ${sending.moves.to}` : advice);
    const card = page.region('Ethereum').querySelector('[data-send]')?.closest('.notice')?.textContent;
    expect(card).toContain(
      isOther
        ? 'Your wallet sent something different from your request'
        : 'Confirmed, details unknown: 1.5 ETH to 0x7099…79C8',
    );
    expect(card).toContain(advice);
    expect(card).not.toMatch(/Sent to|was sent to|−/);
  },
);

it.each<[SentEntry['checked'], string, string]>([
  ['no', 'Not checked again yet', 'Confirmed at an earlier visit.'],
  ['absent', 'Not found again', 'the network does not show the transaction now'],
])('says `Confirmed` of no send that only this browser knows: %s', async (checked, word, advice) => {
  const isEarlier = true;
  for (const comparison of [asAsked, undefined]) {
    await page.change(() =>
      shell.activity.set([{ ...sent, isEarlier, checked, outcome: toLanded(comparison) }]),
    );
    const [row] = rows();
    expect(row?.querySelector('[data-state]')?.textContent).toBe(word);
    expect(row?.querySelector('.log-advice')?.textContent).toContain(advice);
    expect(row?.querySelector('.log-title')?.textContent).toContain('Send to');
    expect(row?.querySelector('.log-amount')?.textContent).toBe('1.5 ETH asked');
  }
  const other: Comparison = { result: 'not-as-asked', moved: [] };
  await page.change(() => shell.activity.set([{ ...sent, isEarlier, checked, outcome: toLanded(other) }]));
  expect(rows()[0]?.querySelector('[data-state]')?.textContent).toBe('Different from your request');
});

const one = { from: addressOf(account), to: sending.moves.to, amount: '5000000000000000000' };
const mine = 'Sent to 0x7099…79C8';
const open = 'Send to 0x7099…79C8';
const other = (...moved: readonly Movement[]) => toLanded({ result: 'not-as-asked', moved });
it.each<[string, SentEntry['outcome'], title: string, amount: string]>([
  ['as asked', toLanded(asAsked), mine, '−1.5 ETH'],
  ['another amount', other(one), mine, '−5 ETH'],
  ['to another recipient', other({ ...one, to: thief }), 'Sent to 0x90F7…b906', '−5 ETH'],
  ['twice to one recipient', other(one, one), mine, '−10 ETH'],
  ['to several recipients', other(one, { ...one, to: thief }), 'Sent to 2 accounts', '−10 ETH'],
  [
    'more than is listed',
    toLanded({ result: 'not-as-asked', moved: [one], isPartial: true }),
    mine,
    'at least −5 ETH',
  ],
  [
    'with a token',
    other(one, { ...one, amount: '7', asset: `eip155:31337/erc20:${thief}` }),
    mine,
    'at least −5 ETH',
  ],
  ['from another account', other({ ...one, from: thief }), open, '1.5 ETH asked'],
  ['nothing known', other(), open, '1.5 ETH asked'],
  ['not compared', toLanded({ result: 'not-compared', why: 'contract' }), open, '1.5 ETH asked'],
  [
    'paid to a contract',
    toLanded({ result: 'not-compared', why: 'contract', paid: '5000000000000000000' }),
    open,
    '−5 ETH',
  ],
  ['nothing paid', toLanded({ result: 'not-compared', why: 'contract', paid: '0' }), open, '1.5 ETH asked'],
  ['no comparison', toLanded(), open, '1.5 ETH asked'],
  ['submitted', { state: 'sent', transaction: '0xabc' }, open, '1.5 ETH'],
  ['unknown', { state: 'unknown' }, open, '1.5 ETH asked'],
  ['expired', { state: 'expired' }, open, '1.5 ETH asked'],
  ['replaced', { state: 'replaced', isFinal: true }, open, '1.5 ETH asked'],
  ['failed', toFailed(true), open, '1.5 ETH asked'],
])(
  'says `Sent` and an amount only for coins that have left the account: %s',
  async (_, outcome, title, amount) => {
    await page.change(() => shell.activity.set([{ ...sent, outcome }]));
    const [row] = rows();
    expect(row?.querySelector('.log-title')?.textContent?.trim()).toBe(title);
    expect(row?.querySelector('.log-amount')?.textContent).toBe(amount);
  },
);

it('lists the transfers beside the request, and says if there are more', async () => {
  const comparison: Comparison = { result: 'not-as-asked', moved: [one], isPartial: true };
  await page.change(() => shell.activity.set([{ ...sent, outcome: toLanded(comparison) }]));
  const [did, wanted] = [...(rows()[0]?.querySelectorAll('.compared > div') ?? [])];
  const more = 'more than can be listed here: check it in the explorer';
  expect(did?.textContent).toBe(`Sent5 ETH to ${one.to}\n${more}`);
  expect(wanted?.textContent).toBe(`Asked1.5 ETH to ${sending.moves.to}`);
  expect(page.region('Ethereum').textContent).toContain(`to ${one.to}\n${more}Asked`);
});

it('shows the replacing transaction of a send', async () => {
  const comparison: Comparison = { result: 'not-as-asked', moved: [{ ...moved, to: thief }] };
  const outcome = { state: 'replaced', by: '0xdef', isFinal: true, comparison } as const;
  await page.change(() => shell.activity.set([{ ...sent, outcome }]));
  const said = `Another transaction of your account took its place: 75 ETH to ${thief}.`;
  expect(rows()[0]?.querySelector('.log-advice')?.textContent).toBe(said);
  expect(page.region('Ethereum').textContent).toContain(said);
});

describe('the card', () => {
  const cardText = () =>
    page.region('Ethereum').querySelector('[data-send]')?.closest('.notice')?.textContent;

  it.each<[string, Partial<SentEntry>]>([
    [
      'Your wallet sent something different from your request, and the transaction failed',
      { outcome: { ...toFailed(false), comparison: { result: 'not-as-asked', moved: [] } } },
    ],
    ['Failed: 1.5 ETH to 0x7099…79C8', { outcome: toFailed(false) }],
    ['Not confirmed in time: 1.5 ETH to 0x7099…79C8', { outcome: { state: 'expired' } }],
    ['Replaced: 1.5 ETH to 0x7099…79C8', { outcome: { state: 'replaced', isFinal: true } }],
    [
      'It is not clear whether 1.5 ETH to 0x7099…79C8 was sent',
      { outcome: { state: 'unknown' }, isEarlier: true },
    ],
    [
      'It is not clear whether 1.5 ETH to 0x7099…79C8 was sent',
      { outcome: { state: 'unknown' }, isEarlier: true, learnedAt: now },
    ],
  ])('says: %s', async (words, change) => {
    await page.change(() => shell.activity.set([{ ...sent, ...change }]));
    expect(cardText()).toContain(words);
  });

  it.each<[string, Partial<SentEntry>]>([
    ['has landed as asked', { outcome: toLanded(asAsked), isEarlier: true }],
    ['an older release saw land', { outcome: toLanded(), isEarlier: true }],
    ['was taken note of', { outcome: { state: 'expired' }, isDismissed: true }],
  ])('says nothing of a send that %s', async (_, change) => {
    await page.change(() => shell.activity.set([{ ...sent, ...change }]));
    expect(cardText()).toBeUndefined();
  });

  it('lets the person dismiss it', async () => {
    await page.change(() => shell.activity.set([{ ...sent, outcome: { state: 'expired' } }]));
    const steps = page.region('Ethereum').querySelectorAll<HTMLButtonElement>('[data-send] button');
    await page.change(() => [...steps].at(-1)?.click());
    expect(shell.given).toContain('dismissSend one');
  });
});

it('announces how a send has ended, and no send of an earlier page', async () => {
  const announced = () => document.querySelector('[aria-live]')?.textContent;
  await page.change(() => shell.activity.set([{ ...sent, isEarlier: true }]));
  expect(announced()).toBe('');
  await page.change(() => shell.activity.set([{ ...sent, isEarlier: true, outcome: { state: 'expired' } }]));
  expect(announced()).toContain(
    'Ethereum: the send is now: Not confirmed in time. The network did not confirm the transaction in time',
  );
});

describe('a call of the application', () => {
  const intent: SentEntry['intent'] = {
    ...{ account, method: 'eth_sendTransaction', asksFor: 'transaction' },
    lines: [
      { is: 'contract', value: sending.moves.to },
      { is: 'function', value: 'approve(address,uint256)' },
      { is: 'field', name: 'amount', value: '5' },
    ],
    moves: { to: sending.moves.to, amount: '0' },
  };
  const called: SentEntry = { ...sent, intent };
  const what = '“approve: contract call to 0x7099…79C8”';
  const text = () => page.region('Activity').textContent;
  const cardText = () =>
    page.region('Ethereum').querySelector('[data-send]')?.closest('.notice')?.textContent;
  const announced = () => document.querySelector('[aria-live]')?.textContent;
  const show = (change: Partial<SentEntry>) =>
    page.change(() => shell.activity.set([{ ...called, ...change }]));
  const compared = (comparison: Comparison) => ({ outcome: toLanded(comparison) });
  const approval = { ...one, amount: '0' };

  it.each<[string, Partial<SentEntry>, title: string]>([
    ['a function', {}, 'approve: contract call to 0x7099…79C8'],
    [
      'data',
      { intent: { ...intent, lines: [{ is: 'data', value: '4 bytes' }] } },
      'Contract call to 0x7099…79C8',
    ],
    [
      'a new contract',
      { intent: { ...intent, moves: { to: '', amount: '0' }, lines: [{ is: 'data', value: '4 bytes' }] } },
      'New contract',
    ],
    [
      'several in one',
      { intent: { ...intent, lines: ['1', '2'].map((value) => ({ is: 'call', value }) as const) } },
      '2 calls in one',
    ],
  ])('is named by what it asks for: %s', async (_, change, title) => {
    await show(change);
    const [row] = rows();
    expect(row?.querySelector('.log-title')?.textContent?.trim()).toBe(title);
    expect(row?.querySelector('.log-amount')?.textContent).toBe('');
    const hasContract = !('intent' in change) || change.intent?.moves.to !== '';
    expect(fieldOf(row, 'contract')).toBe(hasContract ? sending.moves.to : undefined);
    expect(fieldOf(row, 'recipient')).toBeUndefined();
  });

  it('shows the lines of its request', async () => {
    await show({});
    const shown = [...(rows()[0]?.querySelectorAll('.fields > div') ?? [])].map((line) => [
      line.querySelector('dt')?.textContent,
      line.querySelector('code')?.textContent,
    ]);
    expect(shown).toContainEqual(['Call', 'approve(amount: 5, …)']);
  });

  it('with coins shows them as paid once the chain has confirmed the transaction', async () => {
    const paying = { intent: { ...intent, moves: sending.moves } };
    await show(paying);
    expect(rows()[0]?.querySelector('.log-amount')?.textContent).toBe('1.5 ETH');
    await show({ ...paying, ...compared({ result: 'as-asked' }) });
    expect(rows()[0]?.querySelector('.log-amount')?.textContent).toBe('−1.5 ETH');
  });

  it.each<[string, Partial<SentEntry>, word: string, advice: string, card?: string]>([
    ['as asked', compared(asAsked), 'Confirmed', 'Confirmed as requested.'],
    [
      'another one, with coins',
      compared({ result: 'not-as-asked', moved: [one] }),
      'Different from your request',
      `5 ETH to ${one.to}`,
      'Sent5 ETH to',
    ],
    [
      'another one',
      compared({ result: 'not-as-asked', moved: [] }),
      'Different from your request',
      'Check the transaction in the explorer.',
      'SentCheck the transaction',
    ],
    ...(['contract', 'relayer', 'smart-account', 'more', 'unreadable', 'a-reason-of-later'] as const).map(
      (why): [string, Partial<SentEntry>, string, string, string] => [
        why,
        compared({ result: 'not-compared', why: why as never }),
        'Confirmed, details unknown',
        'Confirmed, but this page cannot read the details.',
        `Confirmed, details unknown: ${what}`,
      ],
    ),
    [
      'failed',
      { outcome: toFailed(true) },
      'Failed The transaction failed on the network',
      '',
      `Failed: ${what}`,
    ],
    [
      'another one that failed',
      { outcome: { ...toFailed(true), comparison: { result: 'not-as-asked', moved: [approval] } } },
      'Failed The transaction failed on the network. The failed transaction is not the one that was requested.',
      '',
    ],
    [
      'replaced',
      { outcome: { state: 'replaced', isFinal: true } },
      'Replaced',
      'took its place',
      `Replaced: ${what}`,
    ],
    [
      'expired',
      { outcome: { state: 'expired' } },
      'Not confirmed in time',
      'did not confirm the transaction in time',
      `Not confirmed in time: ${what}`,
    ],
    [
      'unknown',
      { outcome: { state: 'unknown' } },
      'Unknown',
      'Check your wallet',
      `It is not clear whether ${what} was sent`,
    ],
  ])('says how it has ended, and nothing of a transfer: %s', async (_, change, word, advice, card) => {
    await show({});
    await show(change);
    const [row] = rows();
    expect(row?.querySelector('.log-state')?.textContent).toBe(word);
    expect(row?.textContent).toContain(advice);
    if (card) expect(cardText()).toContain(card);
    const all = [text(), cardText(), announced()].join(' ');
    expect(all).not.toMatch(/transfer|Your send|Sent to|Send to|asked to send|who was paid|the send/);
    expect(row?.textContent?.includes('−')).toBe(
      word === 'Different from your request' && advice.startsWith('5 ETH'),
    );
    if (!('outcome' in change) || change.outcome?.state !== 'unknown')
      expect(announced()).toContain('Ethereum: the request is now:');
  });

  it('that waits for the owners is announced as a request', async () => {
    await show({ outcome: { state: 'sent', transaction: '0xabc', awaits: 'owners' } });
    expect(announced()).toBe('Ethereum: the request waits for the other owners.');
  });

  it('for plain coins is shown as a send', async () => {
    const plain = {
      ...intent,
      moves: sending.moves,
      lines: [{ is: 'recipient', value: sending.moves.to } as const],
    };
    await show({ intent: plain, ...compared(asAsked) });
    const [row] = rows();
    expect(row?.querySelector('.log-title')?.textContent?.trim()).toBe('Sent to 0x7099…79C8');
    expect(row?.querySelector('.log-amount')?.textContent).toBe('−1.5 ETH');
    expect(fieldOf(row, 'recipient')).toBe(sending.moves.to);
  });
});

it.each<[readonly RequestLine[], string]>([
  [[{ is: 'text', value: 'Ahoy' }], 'Signed a message'],
  [
    [
      { is: 'domain', value: 'Harbour 1' },
      { is: 'type', value: 'Permit' },
    ],
    'Signed a request: Permit',
  ],
  [[{ is: 'field', name: 'spender', value: '0xb' }], 'Signed a request: eth_signTypedData_v4'],
])('shows a signature that the application has asked for: %#', async (lines, title) => {
  const entry: Entry = {
    ...{ kind: 'signed', id: '1', family: 'evm', at: now },
    intent: { account, method: 'eth_signTypedData_v4', asksFor: 'signature', lines },
  };
  await page.change(() => shell.activity.set([entry]));
  const [row] = rows();
  expect(row?.querySelector('.log-title')?.textContent?.trim()).toBe(title);
  expect(fieldOf(row, 'account')).toBe(addressOf(account));
  for (const { value } of lines) expect(row?.textContent).toContain(value);
  expect(document.querySelector('[aria-live]')?.textContent).toBe('Ethereum: signed.');
});

it('says of a transaction that was only signed that the page has not sent it', async () => {
  const entry: Entry = {
    ...{ kind: 'signed', id: '1', family: 'evm', at: now },
    intent: {
      ...{ account, method: 'solana:signTransaction', asksFor: 'signature' },
      ...{ isTransaction: true, lines: [{ is: 'text', value: 'Ahoy' }] },
    },
  };
  await page.change(() => shell.activity.set([entry]));
  const title = rows()[0]?.querySelector('.log-title')?.textContent?.trim();
  expect(title).toBe('Transaction signed, not sent by this page');
});
