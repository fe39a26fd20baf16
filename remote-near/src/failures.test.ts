import { toWalletError } from '@linkspan/kit/failures';
import { wrappings } from '@linkspan/kit/testing';
import { describe, expect, it } from 'vitest';
import { toSendError } from './failures.ts';

const asked = { wallet: 'Fake Wallet', method: 'signMessage', network: 'NEAR fixture' };

describe('the error of a send', () => {
  const invalid = (kind: object) =>
    Object.assign(new Error('Server error'), { data: { InvalidTxError: kind } });

  it.each([
    [invalid({ NotEnoughBalance: { balance: '1' } }), 'network/insufficient-funds'],
    [invalid({ LackBalanceForState: {} }), 'network/insufficient-funds'],
    [Object.assign(new Error('…'), { type: 'NotEnoughBalance' }), 'network/insufficient-funds'],
    [Object.assign(new Error('…'), { data: { ActionError: { index: 0 } } }), 'network/reverted'],
    [
      Object.assign(new Error('…'), { data: { ActionError: { kind: { LackBalanceForState: {} } } } }),
      'network/reverted',
    ],
    [
      Object.assign(new Error('…'), { type: 'LackBalanceForState', transaction_outcome: { id: 'x' } }),
      'network/reverted',
    ],
    [invalid({ Expired: {} }), 'wallet/failed'],
    [{ code: 4001 }, 'wallet/rejected'],
  ])('%j becomes %s', (cause, code) => {
    expect(toSendError(cause, asked)).toMatchObject({ code });
    expect(toSendError(toWalletError(cause, asked), asked)).toMatchObject({ code });
  });

  it.each(wrappings)('is known however the wallet has wrapped it: %s', (_, wrap) => {
    const codeOf = (error: object) => toSendError(toWalletError(wrap(error), asked), asked);
    expect(codeOf({ code: 4001, message: 'User rejected it' })).toMatchObject({ code: 'wallet/rejected' });
    for (const error of [
      { data: { TxExecutionError: { InvalidTxError: { NotEnoughBalance: { balance: '1' } } } } },
      { message: 'Sender does not have enough: NotEnoughBalance' },
    ])
      expect(codeOf(error)).toMatchObject({
        code: 'network/insufficient-funds',
        context: { network: 'NEAR fixture' },
      });
  });
});
