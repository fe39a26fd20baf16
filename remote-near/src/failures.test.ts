import { codes, type LinkspanError } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { toSendError, toWalletError } from './failures.ts';

const asked = { wallet: 'Fake Wallet', method: 'signMessage', network: 'NEAR fixture' };

describe('the error of a wallet', () => {
  it.each([
    [{ code: 4001 }, 'wallet/rejected'],
    [{ code: 4100 }, 'wallet/revoked'],
    [{ code: 4200 }, 'wallet/unsupported'],
    [{ code: 4900 }, 'wallet/absent'],
    [{ code: 4902 }, 'wallet/network-unsupported'],
    [{ code: -32002 }, 'wallet/pending'],
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

  it('keeps the code that it has', () => {
    const coded = toWalletError({ code: 4001 }, asked);
    expect(toWalletError(coded, asked)).toBe(coded);
  });
});

describe('the error of a send', () => {
  const invalid = (kind: object) =>
    Object.assign(new Error('Server error'), { data: { InvalidTxError: kind } });

  it.each([
    [invalid({ NotEnoughBalance: { balance: '1' } }), 'network/insufficient-funds'],
    [invalid({ LackBalanceForState: {} }), 'network/insufficient-funds'],
    [Object.assign(new Error('…'), { type: 'NotEnoughBalance' }), 'network/insufficient-funds'],
    [Object.assign(new Error('…'), { data: { ActionError: { index: 0 } } }), 'network/reverted'],
    [invalid({ Expired: {} }), 'wallet/failed'],
    [{ code: 4001 }, 'wallet/rejected'],
  ])('%j becomes %s', (cause, code) => {
    expect(toSendError(cause, asked)).toMatchObject({ code });
    expect(toSendError(toWalletError(cause, asked), asked)).toMatchObject({ code });
  });
});
