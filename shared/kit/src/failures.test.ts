import { codes, type LinkspanError } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { toWalletError } from './failures.ts';

const asked = { wallet: 'Harbour', method: 'sign', network: 'First chain' };

describe('the error of a wallet', () => {
  it.each([
    [{ code: 4001 }, 'wallet/rejected'],
    [{ code: 4100 }, 'wallet/revoked'],
    [{ code: 4200 }, 'wallet/unsupported'],
    [{ code: 4900 }, 'wallet/gone'],
    [{ code: 4902 }, 'wallet/network-unsupported'],
    [{ code: -32002 }, 'wallet/pending'],
    [{ code: -32004 }, 'wallet/unsupported'],
    [{ code: -32601 }, 'wallet/unsupported'],
    [new Error('User cancelled the action'), 'wallet/rejected'],
    [new Error('The user has declined'), 'wallet/rejected'],
    [new Error('The transaction was rejected by the user'), 'wallet/rejected'],
    [new Error('Approval Denied'), 'wallet/rejected'],
    [new Error('The user is not known'), 'wallet/failed'],
    [{ code: 4001, message: 'User closed modal.' }, 'wallet/closed'],
    [new Error('Plugin Closed'), 'wallet/closed'],
    [new Error('Wallet closed'), 'wallet/closed'],
    [new Error('User closed the window before signing'), 'wallet/closed'],
    [new Error('Popup was closed by user'), 'wallet/closed'],
    [new Error('The wallet is locked.'), 'wallet/locked'],
    [new Error('Please unlock your device'), 'wallet/locked'],
    [new Error('A blocked account'), 'wallet/failed'],
    [new Error('Could not acquire the lock'), 'wallet/failed'],
    [new Error('The request was cancelled'), 'wallet/failed'],
    [new Error('Request of type eth_requestAccounts already pending'), 'wallet/pending'],
    [new Error('Extension context invalidated.'), 'wallet/gone'],
    [new Error('Method not supported by Harbour'), 'wallet/unsupported'],
    [{ code: -32603, message: 'User rejected the request.' }, 'wallet/rejected'],
    [{ code: 'ACTION_REJECTED', message: 'user rejected action' }, 'wallet/rejected'],
    ['no ink', 'wallet/failed'],
    [undefined, 'wallet/failed'],
  ] as const)('%j becomes %s, with what the code tells and the cause', (cause, code) => {
    const error = toWalletError(cause, asked) as LinkspanError;
    expect(error).toMatchObject({ code, cause });
    expect(Object.keys(error.context).sort()).toEqual([...codes[code]].sort());
  });

  it('names the network that is out of reach', () => {
    const error = toWalletError({ code: 4901 }, asked);
    expect(error).toMatchObject({ code: 'network/unreachable', context: { network: 'First chain' } });
  });

  it('keeps the code that it has', () => {
    const coded = toWalletError({ code: 4001 }, asked);
    expect(toWalletError(coded, asked)).toBe(coded);
  });

  it('tells the wallet’s own text, cut to what a card can show', () => {
    const error = toWalletError(new Error('x'.repeat(1_000)), asked);
    expect(error).toMatchObject({ context: { detail: 'x'.repeat(300) } });
  });
});
