import { codes, type LinkspanError } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { toWalletError } from './failures.ts';

const asked = { wallet: 'Harbour', method: 'sign', network: 'First chain' };

describe('the error of a wallet', () => {
  it.each([
    [{ code: 4001 }, 'wallet/rejected'],
    [{ code: 4100 }, 'wallet/revoked'],
    [{ code: 4200 }, 'wallet/unsupported'],
    [{ code: 4900 }, 'wallet/absent'],
    [{ code: 4902 }, 'wallet/network-unsupported'],
    [{ code: -32002 }, 'wallet/pending'],
    [{ code: -32004 }, 'wallet/unsupported'],
    [{ code: -32601 }, 'wallet/unsupported'],
    [new Error('User cancelled the action'), 'wallet/rejected'],
    [new Error('The user rejectedness of it'), 'wallet/failed'],
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
