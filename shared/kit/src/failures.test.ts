import { codes, type LinkspanError } from '@linkspan/contract';
import { exotic } from '@linkspan/contract/testing';
import { describe, expect, it } from 'vitest';
import { toWalletError } from './failures.ts';
import { wrappings } from './testing/wrappings.ts';

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

  it.each([
    [[4001], 'wallet/rejected'],
    [[-32603, 'no ink'], 'wallet/failed'],
    [['ACTION_REJECTED', ''], 'wallet/rejected'],
    [['INSUFFICIENT_FUNDS', ''], 'network/insufficient-funds'],
    [['UNSUPPORTED_OPERATION', ''], 'wallet/unsupported'],
    [['4001', ''], 'wallet/rejected'],
    [[5000, 'User rejected.'], 'wallet/rejected'],
    [[5001, ''], 'wallet/rejected'],
    [[5100, 'Unsupported chains.'], 'wallet/network-unsupported'],
    [[5101, ''], 'wallet/unsupported'],
    // Words that say otherwise than 4001 does are believed, unless they tell of a refusal too.
    [[4001, 'The method is not supported'], 'wallet/unsupported'],
    [[4001, 'Method not found'], 'wallet/unsupported'],
    [[4001, 'the method eth_x does not exist/is not available'], 'wallet/unsupported'],
    [[4001, 'Unsupported chain'], 'wallet/network-unsupported'],
    [[4001, 'Wallet locked'], 'wallet/locked'],
    [[4001, 'insufficient funds for gas * price + value'], 'network/insufficient-funds'],
    [[4001, 'Request already pending'], 'wallet/pending'],
    [[4001, 'User rejected: the network is not supported'], 'wallet/rejected'],
    [[4001, 'Something else'], 'wallet/rejected'],
    [[4902, 'Chain not supported'], 'wallet/network-unsupported'],
    [[-32603, 'Unrecognized chain ID "0x2a".'], 'wallet/network-unsupported'],
    [[-32000, 'insufficient funds for transfer'], 'network/insufficient-funds'],
    [
      [-32000, 'Attempt to debit an account but found no record of a prior credit.'],
      'network/insufficient-funds',
    ],
    [[-32002, 'Insufficient lamports 5, need 7'], 'network/insufficient-funds'],
    [[-32000, 'sender does not have enough: exceeds the account balance'], 'network/insufficient-funds'],
  ] as const)(
    '%j becomes %s however it is wrapped, and is called by its name',
    ([code, message = ''], named) => {
      for (const [how, wrap] of wrappings) {
        const error = toWalletError(wrap({ code, message }), asked) as LinkspanError;
        expect([how, error.code]).toEqual([how, named]);
        if (named === 'wallet/failed') expect([how, error.context]).toMatchObject([how, { detail: message }]);
      }
    },
  );

  it('becomes an error of ours, whatever it is', () => {
    const wraps = wrappings.filter(([how]) => !how.startsWith('JSON'));
    for (const [name, make] of exotic) {
      const thrown = make();
      for (const [how, wrap] of wraps) {
        const error = toWalletError(wrap(thrown as object), asked) as LinkspanError;
        expect(error.code, `${name}, ${how}`).toMatch(/^wallet\/(failed|rejected)$/);
        expect(structuredClone(error.context), name).toEqual(error.context);
      }
    }
  });

  it('says what it says, be it only in a part of it', () => {
    const detailIn = (thrown: unknown) => (toWalletError(thrown, asked) as LinkspanError).context;
    const wrapped = {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { code: 3, message: 'out of ink' },
    };
    expect(detailIn(wrapped)).toMatchObject({ detail: 'out of ink' });
    expect(detailIn({ reason: 'out of ink' })).toMatchObject({ detail: 'out of ink' });
    expect(detailIn({ code: -1, message: { en: 'x', message: 'out of ink' } })).toMatchObject({
      detail: 'out of ink',
    });
    expect(detailIn([{ message: 'out of ink' }])).toMatchObject({ detail: 'out of ink' });
    expect(detailIn('out of ink')).toMatchObject({ detail: 'out of ink' });
  });

  it.each([
    [4100, 'attempt', 'wallet/unauthorized'],
    [4900, 'attempt', 'wallet/disconnected'],
    [4901, 'attempt', 'wallet/disconnected'],
    [6000, 'attempt', 'wallet/unauthorized'],
    [4100, 'restore', 'wallet/revoked'],
    [4900, 'restore', 'wallet/disconnected'],
    [4901, 'restore', 'wallet/disconnected'],
    [4001, 'attempt', 'wallet/rejected'],
  ] as const)('%i in an %s says nothing of a connection that there was not: %s', (code, before, named) => {
    expect(toWalletError({ code }, { wallet: 'Harbour', before })).toMatchObject({ code: named });
  });

  it('names the network that is out of reach', () => {
    const error = toWalletError({ code: 4901 }, asked);
    expect(error).toMatchObject({ code: 'network/unreachable', context: { network: 'First chain' } });
  });

  it('is not believed to have one of Linkspan’s codes where it is the wallet’s own', () => {
    const own = Object.assign(new Error('The popup was closed'), { code: 'auth/popup-closed' });
    expect(toWalletError(own, asked)).toMatchObject({ code: 'wallet/closed' });
  });

  it('names the network where it was thrown by who did not know its name', () => {
    const unnamed = toWalletError({ code: 4902 }, { wallet: 'Harbour' });
    expect(toWalletError(new Error('the library failed', { cause: unnamed }), asked)).toMatchObject({
      code: 'wallet/network-unsupported',
      context: { wallet: 'Harbour', network: 'First chain' },
    });
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

describe('a rejection', () => {
  it.each([
    [4001, ''],
    [4001, 'MetaMask Tx Signature: User denied transaction signature.'],
    [4001, 'User rejected the request: it has expired'],
    [-32603, 'Rejected by the user'],
    [-32000, 'The request was cancelled by user'],
    [5000, 'User disapproved requested methods'],
  ])('is told by %i, %j', (code, message) => {
    expect(toWalletError({ code, message }, asked)).toMatchObject({ code: 'wallet/rejected' });
  });

  it.each([
    [4001, 'Request timed out'],
    [4001, 'Timeout'],
    [4001, 'The wallet was disconnected'],
    [4001, 'The connection was lost'],
    [4001, 'The message port closed before a response was received.'],
    [4100, 'The requested method and/or account has not been authorized by the user.'],
    [-32603, 'The request was approved by the user, but no node answered'],
    [-32603, 'Signed by user, not sent'],
    [-32500, 'user operation rejected: already known'],
  ])('is not told by %i, %j: the person may have approved', (code, message) => {
    expect(toWalletError({ code, message }, asked)).not.toMatchObject({ code: 'wallet/rejected' });
  });
});
