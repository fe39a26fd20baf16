import { codes, type LinkspanError } from '@linkspan/contract';
import { exotic } from '@linkspan/contract/testing';
import { describe, expect, it } from 'vitest';
import { toWalletError } from './failures.ts';
import { wrappings } from './testing/wrappings.ts';

const asked = { wallet: 'Harbour', method: 'sign', network: 'First chain' };

describe('the error of a wallet', () => {
  it.each([
    [{ code: 4001 }, 'wallet/rejected'],
    [{ code: 4200 }, 'wallet/unsupported'],
    [{ code: 4902 }, 'wallet/network-unsupported'],
    [{ code: 4901 }, 'network/unreachable'],
    [new Error('Plugin Closed'), 'wallet/closed'],
    [new Error('insufficient funds'), 'network/insufficient-funds'],
    ['no ink', 'wallet/failed'],
    [undefined, 'wallet/failed'],
  ] as const)('%j becomes %s, with its context and its cause', (cause, code) => {
    const error = toWalletError(cause, asked) as LinkspanError;
    expect(error).toMatchObject({ code, cause });
    expect(Object.keys(error.context).sort()).toEqual([...codes[code]].sort());
  });

  it.each([
    [4001, '', 'wallet/rejected'],
    ['4001', '', 'wallet/rejected'],
    [4100, '', 'wallet/revoked'],
    [4900, '', 'wallet/gone'],
    [-32002, '', 'wallet/pending'],
    [-32004, '', 'wallet/unsupported'],
    [5001, '', 'wallet/rejected'],
    [5101, '', 'wallet/unsupported'],
    ['ACTION_REJECTED', '', 'wallet/rejected'],
    ['INSUFFICIENT_FUNDS', '', 'network/insufficient-funds'],
    ['UNSUPPORTED_OPERATION', '', 'wallet/unsupported'],
    [-32603, 'no ink', 'wallet/failed'],
    // Words that say otherwise than 4001 are believed, unless they name a refusal too.
    [4001, 'The method is not supported', 'wallet/unsupported'],
    [4001, 'the method eth_x does not exist/is not available', 'wallet/unsupported'],
    [4001, 'Unsupported chain', 'wallet/network-unsupported'],
    [4001, 'Wallet locked', 'wallet/locked'],
    [4001, 'insufficient funds for gas * price + value', 'network/insufficient-funds'],
    [4001, 'Request already pending', 'wallet/pending'],
    [4001, 'User rejected: the network is not supported', 'wallet/rejected'],
    [4001, 'Something else', 'wallet/rejected'],
    // EIP-1193's own words, as viem, MetaMask, Rabby, Coinbase Wallet, Phantom and OKX Wallet use them.
    [4100, 'The requested method and/or account has not been authorized by the user.', 'wallet/revoked'],
    [4100, 'The requested account and/or method has not been authorized by the user.', 'wallet/revoked'],
    [-32603, 'The requested method and/or account has not been authorised by the user', 'wallet/revoked'],
    [4001, 'The requested method and/or account has not been authorized by the user.', 'wallet/revoked'],
    [4100, 'Not authorized', 'wallet/revoked'],
    [4100, 'Unauthorized to perform action.', 'wallet/revoked'],
    [4100, "Must call 'eth_requestAccounts' before other methods", 'wallet/revoked'],
    [3001, 'Unauthorized method.', 'wallet/revoked'],
    [6000, 'User disconnected.', 'wallet/revoked'],
    [-32000, 'HTTP 401 Unauthorized', 'wallet/failed'],
    [4100, 'User rejected the request.', 'wallet/rejected'],
    [4100, 'Keyring is locked', 'wallet/locked'],
    ['', 'This origin is not authorized to sign', 'wallet/revoked'],
    // Rejections: MetaMask, Coinbase Wallet, ethers, Trust, OKX Wallet, MyNearWallet, Meteor, Backpack, Nightly.
    [4001, 'MetaMask Tx Signature: User denied transaction signature.', 'wallet/rejected'],
    [4001, 'User denied account authorization', 'wallet/rejected'],
    ['ACTION_REJECTED', 'user rejected action', 'wallet/rejected'],
    ['', 'The user rejected the request through the wallet', 'wallet/rejected'],
    ['', 'Canceled by user', 'wallet/rejected'],
    ['', 'User Rejected Request', 'wallet/rejected'],
    ['userRejected', '', 'wallet/rejected'],
    ['', 'User cancelled the action', 'wallet/rejected'],
    ['', 'Approval Denied', 'wallet/rejected'],
    ['', 'User disapproved requested chains', 'wallet/rejected'],
    ['', 'User did not approve', 'wallet/rejected'],
    ['', 'Request declined by the user', 'wallet/rejected'],
    [5750, 'The user rejected the upgrade.', 'wallet/rejected'],
    ['', 'User explicitly rejected', 'wallet/rejected'],
    ['', 'Rejected by user.', 'wallet/rejected'],
    ['', 'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)', 'wallet/rejected'],
    [5002, 'User rejected methods.', 'wallet/rejected'],
    // A user who is named has not always decided.
    ['', 'The user aborted a request.', 'wallet/failed'],
    [
      '',
      'The request is not allowed by the user agent or the platform in the current context, possibly because the user denied permission.',
      'wallet/failed',
    ],
    ['', 'Access was denied by the user agent', 'wallet/failed'],
    ['', 'Rejected by the user’s node', 'wallet/failed'],
    ['', 'The user operation was rejected by the bundler', 'wallet/failed'],
    ['', 'Transaction signed by the user could not be decoded', 'wallet/failed'],
    ['', 'The account selected by the user is not known', 'wallet/failed'],
    ['', 'Transaction rejected: gas price is below the minimum', 'wallet/failed'],
    [-32003, 'Transaction creation failed.', 'wallet/failed'],
    [-32603, 'The request was approved by the user, but no node answered', 'wallet/failed'],
    [-32603, 'Signed by user, not sent', 'wallet/failed'],
    [-32500, 'user operation rejected: already known', 'wallet/failed'],
    ['', 'The request was cancelled', 'wallet/failed'],
    ['', 'The user is not known', 'wallet/failed'],
    // Closed windows, which the ports of browsers and the sockets of nodes are not.
    [4001, 'User closed modal.', 'wallet/closed'],
    ['', 'User closed the window before signing', 'wallet/closed'],
    ['', 'Modal closed by user', 'wallet/closed'],
    ['', 'Popup window closed', 'wallet/closed'],
    ['', 'User dismissed the dialog', 'wallet/closed'],
    ['', 'Connection request reset. Please try again.', 'wallet/closed'],
    ['', 'The message port closed before a response was received.', 'wallet/timeout'],
    [4001, 'The message port closed before a response was received.', 'wallet/timeout'],
    [
      '',
      'A listener indicated an asynchronous response, but the message channel closed before a response was received',
      'wallet/timeout',
    ],
    ['', 'Could not establish connection. Receiving end does not exist.', 'wallet/timeout'],
    ['', 'Attempting to use a disconnected port object', 'wallet/gone'],
    ['', 'WebSocket connection closed abnormally', 'wallet/failed'],
    ['', 'The account is closed', 'wallet/failed'],
    // Time: of the wallet, or of a node behind it.
    ['', 'Approval timed out', 'wallet/timeout'],
    ['', 'Request expired. Please try again.', 'wallet/timeout'],
    [4001, 'timeout of 10000ms exceeded', 'wallet/failed'],
    [4001, 'Request timed out', 'wallet/failed'],
    [4001, 'The wallet was disconnected', 'wallet/failed'],
    [4001, 'The connection was lost', 'wallet/failed'],
    [4001, 'User rejected the request: it has expired', 'wallet/rejected'],
    ['TIMEOUT', 'request timeout', 'wallet/failed'],
    ['', 'The request took too long to respond.', 'wallet/failed'],
    // Pending and locked.
    [-32002, 'Already processing eth_requestAccounts. Please wait.', 'wallet/pending'],
    [-32002, "Request of type 'wallet_requestPermissions' already pending", 'wallet/pending'],
    [-32002, 'Requested resource not available.', 'wallet/pending'],
    ['', 'Another request is pending', 'wallet/pending'],
    ['', 'A request is already in progress', 'wallet/pending'],
    ['', 'The transaction is already pending', 'wallet/failed'],
    ['', 'MetaMask: Disconnected from MetaMask background. Page reload required.', 'wallet/gone'],
    ['', 'The wallet is locked.', 'wallet/locked'],
    ['', 'Please unlock your device', 'wallet/locked'],
    ['', 'A blocked account', 'wallet/failed'],
    ['', 'The vault has been locked', 'wallet/locked'],
    ['', 'Extension context invalidated.', 'wallet/gone'],
    ['', 'The stake is locked until epoch 700', 'wallet/failed'],
    ['', 'Ledger device: Locked device (0x5515)', 'wallet/locked'],
    ['', 'The controller must be unlocked', 'wallet/locked'],
    ['', 'Insufficient unlocked stake', 'wallet/failed'],
    ['', 'The database is locked', 'wallet/failed'],
    // What a node says is no word of the person or of the wallet, whatever number is beside it.
    [4001, 'nonce too low', 'wallet/failed'],
    [-32000, 'already known', 'wallet/failed'],
    [-32002, 'This transaction has already been processed', 'wallet/failed'],
    [4001, 'execution reverted', 'wallet/failed'],
    ['NONCE_EXPIRED', 'nonce has already been used', 'wallet/failed'],
    [-32000, 'replacement transaction underpriced', 'wallet/failed'],
    [-32005, 'Too Many Requests', 'wallet/failed'],
    ['', 'Exceeded 10 attempts for request, rate limit', 'wallet/failed'],
    // Funds.
    [
      -32000,
      'Attempt to debit an account but found no record of a prior credit.',
      'network/insufficient-funds',
    ],
    [-32002, 'Insufficient lamports 5, need 7', 'network/insufficient-funds'],
    [
      '',
      'Sender harbour.near does not have enough balance 1 for operation costing 2',
      'network/insufficient-funds',
    ],
    ['', 'InsufficientFundsForFee', 'network/insufficient-funds'],
    ['', 'Insufficient SOL', 'network/insufficient-funds'],
    ['', 'Insufficient liquidity', 'wallet/failed'],
    [
      -32000,
      'The total cost (gas * gas fee + value) of executing this transaction exceeds the balance',
      'network/insufficient-funds',
    ],
    ['INSUFFICIENT_FUNDS', 'insufficient funds for intrinsic transaction cost', 'network/insufficient-funds'],
    // Methods and networks; what may be tried again is no lack.
    [4200, 'The Provider does not support the requested method.', 'wallet/unsupported'],
    [-32601, 'The method does not exist / is not available.', 'wallet/unsupported'],
    ['UNSUPPORTED_OPERATION', 'unsupported operation', 'wallet/unsupported'],
    ['', 'This method is temporarily not available', 'wallet/failed'],
    ['', 'Signing is not supported while syncing, try again later', 'wallet/failed'],
    [4902, 'Unrecognized chain ID "0xa4b1". Try adding the chain first.', 'wallet/network-unsupported'],
    [5710, 'EIP-7702 not supported on this chain', 'wallet/network-unsupported'],
    [4900, 'The Provider is disconnected from all chains.', 'wallet/gone'],
    [4901, 'The Provider is not connected to the requested chain.', 'network/unreachable'],
  ] as const)('%s, %j of the common wallets and libraries becomes %s', (code, message, named) => {
    for (const [how, wrap] of wrappings) {
      const { code: found } = toWalletError(wrap({ code, message }), asked) as LinkspanError;
      expect([how, found]).toEqual([how, named]);
    }
  });

  it.each([
    ['UserRejectedRequestError', 'wallet/rejected'],
    ['UnauthorizedProviderError', 'wallet/revoked'],
    ['UnsupportedProviderMethodError', 'wallet/unsupported'],
    ['WalletWindowClosedError', 'wallet/closed'],
    ['WalletTimeoutError', 'wallet/timeout'],
    ['WalletSendTransactionError', 'wallet/failed'],
    ['WalletConnectionError', 'wallet/failed'],
    ['NotEnoughBalance', 'network/insufficient-funds'],
    ['TransactionExpiredBlockheightExceededError', 'wallet/failed'],
  ] as const)('that libraries call %s becomes %s', (name, code) => {
    expect(toWalletError(Object.assign(new Error(''), { name }), asked)).toMatchObject({ code });
  });

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
    [4001, 'restore', 'wallet/refuses'],
  ] as const)('%i in an %s says nothing of a connection that there was not: %s', (code, before, named) => {
    expect(toWalletError({ code }, { wallet: 'Harbour', before })).toMatchObject({ code: named });
  });

  it.each([
    ['attempt', 'wallet/unauthorized'],
    ['restore', 'wallet/revoked'],
  ] as const)('does not blame the person for the words of 4100, at an %s: %s', (before, code) => {
    const message = 'The requested method and/or account has not been authorized by the user.';
    for (const number of [4100, -32603])
      expect(toWalletError({ code: number, message }, { wallet: 'Harbour', before })).toMatchObject({ code });
  });

  it('has no code of Linkspan’s if the code is the wallet’s own', () => {
    const own = Object.assign(new Error('The popup was closed'), { code: 'auth/popup-closed' });
    expect(toWalletError(own, asked)).toMatchObject({ code: 'wallet/closed' });
  });

  it('names the network if the code that threw did not', () => {
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
});
