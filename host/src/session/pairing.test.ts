import { beforeEach, describe, expect, it } from 'vitest';
import { account, connect, sending, walletRef } from '../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../testing/fake-shell.ts';
import { endPairings } from './pairing.ts';

const pairing = { wallet: 'Harbour', uri: 'wc:1', links: [] };

let shell: FakeShell;
const show = (uri = pairing.uri) => shell.store.publishPairing('evm', { ...pairing, uri });
const shown = () => shell.view.family('evm').pairing.get()?.uri;
const attempt = (id: string) =>
  shell.store.publishAttempt('evm', {
    ...{ state: 'running', id, wallet: walletRef, progress: { step: 'asking' } },
  });
const open = () =>
  endPairings({ view: shell.view, request: shell.request, publishPairing: shell.store.publishPairing });

beforeEach(() => {
  shell = createFakeShell();
  open();
});

describe('the pairing of an attempt', () => {
  beforeEach(() => {
    attempt('1');
    show();
  });

  it('stays while the attempt goes on', () => {
    for (const step of ['waiting', 'adopting'] as const)
      shell.store.publishAttempt('evm', { state: 'running', id: '1', wallet: walletRef, progress: { step } });
    expect(shown()).toBe('wc:1');
    show('wc:2');
    expect(shown()).toBe('wc:2');
  });

  it('goes when the attempt is over or cancelled', () => {
    shell.store.publishAttempt('evm', { state: 'none' });
    expect(shown()).toBeUndefined();
  });

  it('goes when the attempt fails', () => {
    const failure = { code: 'wallet/rejected', context: { wallet: 'Harbour' } };
    shell.store.publishAttempt('evm', { state: 'failed', id: '1', wallet: walletRef, failure });
    expect(shown()).toBeUndefined();
  });

  it('goes when another attempt begins', () => {
    attempt('2');
    expect(shown()).toBeUndefined();
    show('wc:2');
    expect(shown()).toBe('wc:2');
  });

  it('leaves that of another family as it is', () => {
    shell.request('near').set({ state: 'asking', intent: sending });
    shell.store.publishPairing('near', pairing);
    shell.store.publishAttempt('evm', { state: 'none' });
    expect(shell.view.family('near').pairing.get()).toEqual(pairing);
  });
});

describe('the pairing of a request', () => {
  beforeEach(() => {
    connect(shell);
    shell.request('evm').set({ state: 'checking', intent: sending });
    show();
    shell.request('evm').set({ state: 'asking', intent: sending });
    shell.request('evm').set({ state: 'asking', intent: sending, isLate: true });
  });

  it('stays while the wallet is asked, and goes when it has answered', () => {
    expect(shown()).toBe('wc:1');
    shell.request('evm').set({ state: 'none' });
    expect(shown()).toBeUndefined();
  });

  it('goes when the request fails or is given up', () => {
    const failure = { code: 'wallet/cancelled', context: { wallet: 'Harbour' } };
    shell.request('evm').set({ state: 'failed', intent: { ...sending, account }, failure });
    expect(shown()).toBeUndefined();
  });
});

it('is not kept where nothing is asked any more', () => {
  show();
  expect(shown()).toBeUndefined();
});

it('is taken away at the start where nothing is asked', () => {
  shell = createFakeShell();
  show();
  open();
  expect(shown()).toBeUndefined();
});
