import type { WalletListing } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { account, walletRef } from '../../testing/facts.ts';
import type { CardState } from '../cards/card-state.ts';
import { type FamilyFacts, type NextStepFacts, sayNextStep } from './say-next-step.ts';

const titles = ['Ethereum', 'Solana', 'NEAR', 'Aptos', 'Sui'];
const failure = { code: 'loader/unreachable', context: {} };

const cards = {
  off: { status: 'disconnected' },
  asked: { status: 'connecting', wallet: walletRef, progress: { step: 'asking' } },
  on: { status: 'connected', wallet: walletRef, accounts: [account], capabilities: ['sign-in'] },
  mute: { status: 'connected', wallet: walletRef, accounts: [account], capabilities: ['send'] },
  back: { status: 'reconnecting', wallet: walletRef, accounts: [account] },
  failed: { status: 'unavailable', failure, step: 'again' },
  stopped: { status: 'unavailable', failure, step: 'reload' },
} as const satisfies Readonly<Record<string, CardState>>;

type Name = keyof typeof cards;

const identity = 'app.practice';
const listed: WalletListing = { ...walletRef, identity, reach: 'installed' };

/** Families with these cards; `wallets` by title. */
function facts(
  names: readonly Name[],
  changes: Partial<NextStepFacts> = {},
  wallets: Readonly<Record<string, readonly WalletListing[]>> = {},
): NextStepFacts {
  const families = names.map((name, index): FamilyFacts => {
    const title = titles[index] ?? '';
    return {
      id: title,
      title,
      card: cards[name],
      isStopped: name === 'stopped',
      wallets: wallets[title] ?? [],
    };
  });
  return { families, isPractice: false, hasSignedIn: false, ...changes };
}

const identities = [{ identity, families: titles }];

describe('while nothing is connected', () => {
  it('the line invites to connect one', () => {
    const lede = 'Connect a wallet to see your accounts. Nothing moves without your approval.';
    expect(sayNextStep(facts(['off']))).toEqual({ lede });
    expect(sayNextStep(facts(['off', 'asked', 'off']))).toEqual({ lede });
  });

  it('a practice page offers a practice wallet', () => {
    expect(sayNextStep(facts(['off', 'off', 'off'], { isPractice: true })).action).toEqual({
      kind: 'practice',
      word: 'Try a practice wallet',
    });
  });
});

describe('once some are connected', () => {
  it('the next ones are named, and the first of them is offered', () => {
    expect(sayNextStep(facts(['on', 'off', 'off']))).toEqual({
      lede: 'Ethereum is connected. Connect Solana and NEAR next.',
      action: { kind: 'choose', family: 'Solana', word: 'Connect Solana' },
    });
    expect(sayNextStep(facts(['off', 'on', 'on']))).toEqual({
      lede: 'Solana and NEAR are connected. Connect Ethereum next.',
      action: { kind: 'choose', family: 'Ethereum', word: 'Connect Ethereum' },
    });
  });

  it.each([
    [
      ['on', 'off', 'asked'],
      'Ethereum is connected. Practice Wallet can connect Solana and NEAR as well.',
      'Connect Solana and NEAR',
      ['Solana', 'NEAR'],
    ],
    [
      ['on', 'on', 'off'],
      'Ethereum and Solana are connected. Practice Wallet can connect NEAR as well.',
      'Connect NEAR',
      ['NEAR'],
    ],
    [
      ['on', 'off', 'off', 'off'],
      'Ethereum is connected. Practice Wallet can connect Solana, NEAR and Aptos as well.',
      'Connect Solana, NEAR and Aptos',
      ['Solana', 'NEAR', 'Aptos'],
    ],
  ] as const)('the same wallet is offered for the others: %j', (names, lede, word, families) => {
    const wallets = Object.fromEntries(titles.slice(0, names.length).map((title) => [title, [listed]]));
    const parts = families.map((family) => ({ family, walletId: listed.id }));
    expect(sayNextStep(facts(names, { identities }, wallets))).toEqual({
      lede,
      action: { kind: 'connect', word, parts },
    });
  });

  it('it is offered only if it is installed', () => {
    const wallets = { Ethereum: [listed], Solana: [listed], NEAR: [{ ...listed, reach: 'window' as const }] };
    const { lede, action } = sayNextStep(facts(['on', 'off', 'off'], { identities }, wallets));
    expect(lede).toBe('Ethereum is connected. Practice Wallet can connect Solana as well.');
    expect(action?.word).toBe('Connect Solana');
  });

  it.each([
    ['has another identity', { ...listed, identity: 'app.other' }, identities],
    ['only has its name', { ...walletRef, reach: 'installed' as const }, identities],
    [
      'is not here',
      { ...listed, reach: 'absent' as const, installUrl: 'https://wallet.example' },
      identities,
    ],
  ])('a wallet that %s is not offered', (_what, other, known) => {
    const wallets = { Ethereum: [listed], Solana: [other] };
    const { action } = sayNextStep(facts(['on', 'off'], { identities: known }, wallets));
    expect(action).toEqual({ kind: 'choose', family: 'Solana', word: 'Connect Solana' });
  });
});

describe('once all are connected', () => {
  it.each([
    [['on'], 'Ethereum is connected.'],
    [['on', 'on'], 'Both are connected.'],
    [['on', 'on', 'on'], 'All three are connected.'],
    [['on', 'on', 'on', 'on', 'on'], 'All 5 are connected.'],
  ] as const)('the line says so of %j, and a sign-in is offered until one is done', (names, said) => {
    const step =
      names.length === 1 ? 'to prove the account is yours.' : 'with one of them to prove it is yours.';
    expect(sayNextStep(facts(names))).toEqual({
      lede: `${said} Sign in ${step}`,
      action: { kind: 'sign-in', family: 'Ethereum', word: 'Sign in with Ethereum' },
    });
    expect(sayNextStep(facts(names, { hasSignedIn: true }))).toEqual({ lede: said });
  });

  it('a sign-in is offered with the first wallet that can', () => {
    expect(sayNextStep(facts(['mute', 'on', 'on'])).action?.word).toBe('Sign in with Solana');
    expect(sayNextStep(facts(['mute', 'mute', 'mute']))).toEqual({ lede: 'All three are connected.' });
  });
});

describe('while something is wrong', () => {
  it.each([
    [
      ['failed', 'on', 'back'],
      'Solana is connected, NEAR is reconnecting. Ethereum is not available right now.',
    ],
    [['back', 'back', 'back'], 'Ethereum, Solana and NEAR are reconnecting.'],
    [['back', 'off', 'off'], 'Ethereum is reconnecting.'],
    [['failed', 'failed', 'off'], 'Ethereum and Solana are not available right now.'],
    [['on', 'on', 'stopped'], 'Ethereum and Solana are connected. NEAR is switched off for now.'],
    [['failed', 'stopped'], 'Ethereum is not available right now. Solana is switched off for now.'],
    [['failed'], 'Ethereum is not available right now.'],
  ] as const)('the line says what, and nothing is offered: %j', (names, lede) => {
    expect(sayNextStep(facts(names, { isPractice: true }))).toEqual({ lede });
  });
});
