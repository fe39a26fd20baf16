import { addressOf, type Comparison } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Activity } from '../../commands/shell.ts';
import { account, sending, signingIn } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';
import { en } from '../texts/en.ts';
import type { SentEntry } from './say-outcome.ts';

const now = 1_790_000_000_000;
let shell: FakeShell;
let page: OpenPage;
const rows = () => [...page.region('Activity').querySelectorAll('li')];
const fieldOf = (row: Element | undefined, name: string) =>
  row?.querySelector(`[data-field=${name}]`)?.textContent;

const signedIn: Activity & { kind: 'signed' } = {
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
};
const sent: SentEntry = {
  id: '2',
  family: 'evm',
  at: now,
  kind: 'sent',
  intent: sending,
  transaction: '0xabc',
  outcome: { state: 'sent', transaction: '0xabc' },
  isEarlier: false,
  isLookedFor: false,
  isDismissed: false,
};
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

it('shows a signature with all that is needed to verify it', async () => {
  await page.change(() => shell.activity.set([signedIn]));
  const [row] = rows();
  expect(row?.querySelector('summary')?.textContent).toBe(
    'Signed a sign-in message for localhost NEARSigned2 min. ago',
  );
  const { isVerified: _, ...shown } = signedIn.signed;
  for (const [name, value] of Object.entries(shown)) expect(fieldOf(row, name)).toBe(value);
  expect(row?.querySelector('.log-advice')).toBeNull();
});

it('says of a signature that was not verified that it was not', async () => {
  const { isVerified: _, ...signed } = signedIn.signed;
  await page.change(() => shell.activity.set([{ ...signedIn, signed }]));
  const [row] = rows();
  expect(row?.querySelector('[data-state=unverified]')?.textContent).toBe('Signed, not verified');
  expect(row?.querySelector('.log-advice')?.textContent).toContain('could not check this signature');
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
  expect(rows()[0]?.textContent).toContain('put something of its own before this text');
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
  expect(state()).toBe('Confirmed as asked');
  await page.change(() => shell.activity.set([{ ...sent, outcome: toFailed(false) }, signedIn]));
  expect(state()).toBe('Failed The transaction failed on the network');
});

it.each<[boolean, SentEntry['outcome']]>([
  [true, toLanded(asAsked)],
  [false, toLanded()],
  [false, toLanded({ result: 'not-as-asked', moved: [] })],
  [false, toLanded({ result: 'not-compared', why: 'relayer' })],
  [false, { state: 'sent', transaction: '0xabc' }],
  [false, { state: 'unknown' }],
  [false, { state: 'expired' }],
  [false, { state: 'replaced', isFinal: true }],
  [false, toFailed(true)],
])('says that it was sent: %s, where the outcome is %o', async (isSaid, outcome) => {
  await page.change(() => shell.activity.set([{ ...sent, outcome, isEarlier: true }]));
  const said = rows()[0]?.querySelector('summary')?.textContent;
  expect(said?.includes('Sent to 0x7099…79C8')).toBe(isSaid);
  expect(said?.includes('Send to 0x7099…79C8')).toBe(!isSaid);
  expect(said?.includes('−1.5 ETH')).toBe(isSaid);
  expect(said).toContain('1.5 ETH');
});

it.each<[string, Partial<SentEntry>, string]>([
  ['Submitted, not confirmed yet', { at: now - 300_000 }, 'has not confirmed it yet; it still can'],
  [
    'Replaced',
    { outcome: { state: 'replaced', by: '0xdef', isFinal: true } },
    'Another transaction of your account',
  ],
  [
    'Expired',
    { outcome: { state: 'expired' } },
    'If your wallet was on another network, it may have been sent there',
  ],
  ['Unknown', { outcome: { state: 'unknown' }, isEarlier: true }, 'Check your wallet before you send again'],
  ['Unknown', { outcome: { state: 'unknown' } }, 'Check your wallet'],
  ['Checking', { outcome: { state: 'unknown' }, isLookedFor: true }, 'asking the network'],
  ['Confirmed as asked', { outcome: { ...toLanded(asAsked), by: '0xdef' } }, 'another transaction'],
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
    'before this page',
    undefined,
  ]);
});

const thief = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const moved = { from: addressOf(account), to: sending.to, amount: '75000000000000000000' };
const asked = `You asked to send 1.5 ETH to ${sending.to}.`;

/** What was found, the word of its line, what the line and the card say below it, and the card's title. */
const comparisons: [string, Comparison | undefined, word: string, advice: string, title: string][] = [
  [
    'fifty times the amount',
    { result: 'not-as-asked', moved: [moved] },
    'Not as asked',
    `${asked} Instead, 75 ETH went from ${moved.from} to ${sending.to}.`,
    'Your wallet sent something else than you asked for',
  ],
  [
    'another recipient and a second one',
    { result: 'not-as-asked', moved: [{ ...moved, to: thief, amount: '1' }, moved] },
    'Not as asked',
    `Instead, 0.000000000000000001 ETH went from ${moved.from} to ${thief}; 75 ETH went from`,
    'Your wallet sent something else than you asked for',
  ],
  [
    'a token',
    { result: 'not-as-asked', moved: [{ ...moved, amount: '9', asset: thief }] },
    'Not as asked',
    `Instead, 9 units of the token ${thief} went from`,
    'Your wallet sent something else than you asked for',
  ],
  [
    'nothing that can be read',
    { result: 'not-as-asked', moved: [] },
    'Not as asked',
    `${asked} The transaction that was confirmed is not this transfer.`,
    'Your wallet sent something else than you asked for',
  ],
  ...(
    [
      ['contract', 'It went through a contract or program'],
      ['relayer', 'Another account submitted it for yours'],
      ['smart-account', 'Your account acts through a contract'],
      ['more', 'It holds the transfer that you asked for and more'],
      ['unreadable', 'The network does not show what it did'],
      ['a-reason-of-later', 'It was not compared with what you asked for'],
    ] as const
  ).map(([why, advice]): (typeof comparisons)[number] => [
    why,
    { result: 'not-compared', why: why as never },
    'Included, not compared',
    advice,
    'Your send of 1.5 ETH to 0x7099…79C8 is on the chain, but cannot be compared with what you asked for',
  ]),
  [
    'no comparison at all',
    undefined,
    'Included, not compared',
    'It was not compared with what you asked for',
    'Your send of 1.5 ETH to 0x7099…79C8 is on the chain, but cannot be compared with what you asked for',
  ],
];

it.each(comparisons)(
  'says how what landed compares with what was asked: %s',
  async (_, comparison, ...words) => {
    const [word, advice, title] = words;
    await page.change(() => shell.activity.set([{ ...sent, outcome: toLanded(comparison) }]));
    const [row] = rows();
    expect(row?.querySelector('[data-state]')?.textContent).toBe(word);
    const isOther = comparison?.result === 'not-as-asked';
    const details = row?.querySelector(isOther ? '.compared' : '.log-advice')?.textContent;
    expect(details).toContain(isOther ? `Asked1.5 ETH to ${sending.to}` : advice);
    const card = page.region('Ethereum').querySelector('[data-send]')?.closest('.notice')?.textContent;
    expect(card).toContain(title);
    expect(card).toContain(advice);
    expect(card).not.toMatch(/Sent to|was sent to|−/);
  },
);

const one = { from: addressOf(account), to: sending.to, amount: '5000000000000000000' };
it.each<[string, Comparison | undefined, title: string, amount: string]>([
  ['as asked', asAsked, 'Sent to 0x7099…79C8', '−1.5 ETH'],
  ['another amount', { result: 'not-as-asked', moved: [one] }, 'Sent to 0x7099…79C8', '−5 ETH'],
  [
    'to another recipient',
    { result: 'not-as-asked', moved: [{ ...one, to: thief }] },
    'Sent to 0x90F7…b906',
    '−5 ETH',
  ],
  ['twice to one recipient', { result: 'not-as-asked', moved: [one, one] }, 'Sent to 0x7099…79C8', '−10 ETH'],
  [
    'to several recipients',
    { result: 'not-as-asked', moved: [one, { ...one, to: thief }] },
    'Sent to 2 accounts',
    '−10 ETH',
  ],
  [
    'more than is listed',
    { result: 'not-as-asked', moved: [one], isPartial: true },
    'Sent to 0x7099…79C8',
    'at least −5 ETH',
  ],
  [
    'a token beside it',
    { result: 'not-as-asked', moved: [one, { ...one, amount: '7', asset: thief }] },
    'Sent to 0x7099…79C8',
    'at least −5 ETH',
  ],
  [
    'from another account',
    { result: 'not-as-asked', moved: [{ ...one, from: thief }] },
    'Send to 0x7099…79C8',
    '1.5 ETH asked',
  ],
  ['nothing that is known', { result: 'not-as-asked', moved: [] }, 'Send to 0x7099…79C8', '1.5 ETH asked'],
  [
    'what is not compared',
    { result: 'not-compared', why: 'contract' },
    'Send to 0x7099…79C8',
    '1.5 ETH asked',
  ],
  [
    'what a contract took',
    { result: 'not-compared', why: 'contract', paid: '5000000000000000000' },
    'Send to 0x7099…79C8',
    '−5 ETH',
  ],
  [
    'what took nothing',
    { result: 'not-compared', why: 'contract', paid: '0' },
    'Send to 0x7099…79C8',
    '1.5 ETH asked',
  ],
  ['what nobody has compared', undefined, 'Send to 0x7099…79C8', '1.5 ETH asked'],
])('names in the row what has left the account: %s', async (_, comparison, title, amount) => {
  await page.change(() => shell.activity.set([{ ...sent, outcome: toLanded(comparison) }]));
  const [row] = rows();
  expect(row?.querySelector('.log-title')?.textContent?.trim()).toBe(title);
  expect(row?.querySelector('.log-amount')?.textContent).toBe(amount);
});

it('lists what was sent beside what was asked, and says if that is not all', async () => {
  const comparison: Comparison = { result: 'not-as-asked', moved: [one], isPartial: true };
  await page.change(() => shell.activity.set([{ ...sent, outcome: toLanded(comparison) }]));
  const [did, wanted] = [...(rows()[0]?.querySelectorAll('.compared > div') ?? [])];
  const more = 'more than can be listed here: look in your wallet or in the explorer';
  expect(did?.textContent).toBe(`Sent5 ETH went from ${one.from} to ${one.to}\n${more}`);
  expect(wanted?.textContent).toBe(`Asked1.5 ETH to ${sending.to}`);
  expect(page.region('Ethereum').textContent).toContain(`to ${one.to}; ${more}.`);
});

it('says what took the place of a send', async () => {
  const comparison: Comparison = { result: 'not-as-asked', moved: [{ ...moved, to: thief }] };
  const outcome = { state: 'replaced', by: '0xdef', isFinal: true, comparison } as const;
  await page.change(() => shell.activity.set([{ ...sent, outcome }]));
  const said = `Another transaction of your account took its place: 75 ETH went from ${moved.from} to ${thief}.`;
  expect(rows()[0]?.querySelector('.log-advice')?.textContent).toBe(said);
  expect(page.region('Ethereum').textContent).toContain(said);
});

it('shows on the card what went wrong, and leaves what went well to the activity', async () => {
  const other = toLanded({ result: 'not-as-asked', moved: [moved] });
  const well = { ...sent, id: '3', outcome: toLanded(asAsked) };
  await page.change(() => shell.activity.set([well, { ...sent, outcome: other, isEarlier: true }]));
  expect(page.region('Ethereum').textContent).toContain('something else than you asked for');
  await page.change(() => shell.activity.set([well, { ...sent, outcome: other, isDismissed: true }]));
  expect(page.region('Ethereum').querySelector('.notice')).toBeNull();
});

describe('the card', () => {
  const cardText = () =>
    page.region('Ethereum').querySelector('[data-send]')?.closest('.notice')?.textContent;

  it.each<[string, Partial<SentEntry>]>([
    [
      'Your wallet sent something else than you asked for, and it failed',
      { outcome: { ...toFailed(false), comparison: { result: 'not-as-asked', moved: [] } } },
    ],
    ['Your send of 1.5 ETH to 0x7099…79C8 failed', { outcome: toFailed(false) }],
    ['Your send of 1.5 ETH to 0x7099…79C8 has expired', { outcome: { state: 'expired' } }],
    ['Your send of 1.5 ETH to 0x7099…79C8 was replaced', { outcome: { state: 'replaced', isFinal: true } }],
    [
      'Your send of 1.5 ETH to 0x7099…79C8 may still have gone through',
      { outcome: { state: 'unknown' }, isEarlier: true },
    ],
    [
      'Your send of 1.5 ETH to 0x7099…79C8 may still have gone through',
      { outcome: { state: 'unknown' }, isEarlier: true, isLookedFor: true },
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

  it('is told that the person knows', async () => {
    await page.change(() => shell.activity.set([{ ...sent, outcome: { state: 'expired' } }]));
    const steps = page.region('Ethereum').querySelectorAll<HTMLButtonElement>('[data-send] button');
    await page.change(() => [...steps].at(-1)?.click());
    expect(shell.given).toContain('dismissSend 2');
  });
});

it('tells a screen reader what was done and what failed', async () => {
  const told = () => document.querySelector('[aria-live]')?.textContent;
  await page.change(() => shell.activity.set([sent]));
  expect(told()).toBe('Ethereum: submitted.');
  const rejected = { code: 'wallet/rejected', context: { wallet: 'Rabby' } };
  await page.change(() => shell.request('solana').set({ state: 'failed', failure: rejected }));
  expect(told()).toContain('Solana: You rejected it.');
});

it('tells a screen reader how a send has ended, and nothing of what an earlier page did', async () => {
  const told = () => document.querySelector('[aria-live]')?.textContent;
  await page.change(() => shell.activity.set([{ ...sent, isEarlier: true }]));
  expect(told()).toBe('');
  await page.change(() => shell.activity.set([{ ...sent, isEarlier: true, outcome: { state: 'expired' } }]));
  expect(told()).toContain('Ethereum: the send is now: Expired. This network did not confirm it in time');
});
