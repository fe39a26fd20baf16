// Programs that must not compile. `tsc` checks this file; nothing runs it.
import type { Attempt } from './attempt.ts';
import type { Context } from './codes.ts';
import type { Connection } from './connection.ts';
import type { Handle, Lease, Mount } from './connector.ts';
import type { Approved, Discover, Pairing, WalletListing } from './discovery.ts';
import { LinkspanError } from './error.ts';
import { failure } from './failure.ts';
import type { AccountId } from './ids.ts';
import type { RequestLine } from './intent.ts';
import type { RemoteState } from './remote.ts';
import type { CallRequest } from './request.ts';
import type { Settled, Unsettled } from './settle.ts';
import type { ShortConfig } from './short-config.ts';

const wallet = { id: 'harbour', name: 'Harbour' } as const;
const accounts = ['eip155:1:0xa'] as const;
const failed = failure('wallet/not-connected', {});
type Connected = Connection & { status: 'connected' };

// Every state that can be.
export const sound: readonly Connection<'eip155'>[] = [
  { status: 'disconnected' },
  { status: 'disconnected', failure: { code: 'wallet/revoked', context: {} } },
  { status: 'connecting', wallet },
  { status: 'connected', wallet, accounts, capabilities: ['send'] },
  { status: 'reconnecting', wallet, accounts },
];

// @ts-expect-error connected without accounts
export const connectedToNothing: Connection = { status: 'connected', wallet, capabilities: [] };
// @ts-expect-error connected with no account
export const connectedToNone: Connection = { status: 'connected', wallet, accounts: [], capabilities: [] };
// @ts-expect-error connected without a wallet
export const connectedByNobody: Connection = { status: 'connected', accounts, capabilities: [] };
// @ts-expect-error connected without capabilities
export const connectedUnable: Connection = { status: 'connected', wallet, accounts };
// @ts-expect-error disconnected with accounts
export const disconnectedWith: Connection = { status: 'disconnected', accounts };
// @ts-expect-error disconnected with a wallet
export const disconnectedBy: Connection = { status: 'disconnected', wallet };
// @ts-expect-error connecting with accounts
export const connectingWith: Connection = { status: 'connecting', wallet, accounts };
// @ts-expect-error connecting to no wallet
export const connectingToNobody: Connection = { status: 'connecting' };
// @ts-expect-error reconnecting with capabilities
export const reconnectingAble: Connection = { status: 'reconnecting', wallet, accounts, capabilities: [] };
// @ts-expect-error reconnecting with no account
export const reconnectingToNone: Connection = { status: 'reconnecting', wallet, accounts: [] };
// @ts-expect-error connected with a failure
export const unwell: Connected = { status: 'connected', wallet, accounts, capabilities: [], failure: failed };
// @ts-expect-error a status that is none
export const idle: Connection = { status: 'idle' };
// @ts-expect-error a capability that is none
export const flying: Connection = { status: 'connected', wallet, accounts, capabilities: ['fly'] };

// @ts-expect-error a failed attempt without its failure
export const failedFor: Attempt = { state: 'failed', id: '1', wallet };
// @ts-expect-error no attempt, of a wallet
export const noneOf: Attempt = { state: 'none', wallet };
// @ts-expect-error pairing without the text of its code
export const pairing: Pairing = { wallet: 'Harbour', links: [] };
// @ts-expect-error a landed send with a failure
export const landed: Settled = { state: 'landed', transaction: '1', isFinal: true, failure: failed };
// @ts-expect-error an expired send that another replaced
export const expired: Settled = { state: 'expired', by: '2' };
// @ts-expect-error an end of which nobody says whether it is final
export const unsure: Settled = { state: 'landed', transaction: '1' };
// @ts-expect-error a send of which the chain has no trace, with an id
export const traced: Settled = { state: 'unknown', transaction: '1' };
// @ts-expect-error a mounted remote without its release
export const mounted: RemoteState = { stage: 'mounted' };
// @ts-expect-error an absent wallet that cannot be got
export const absent: WalletListing = { ...wallet, reach: 'absent' };
// @ts-expect-error an installed wallet that is to be installed
export const installed: WalletListing = { id: 'a', name: 'A', reach: 'installed', installUrl: 'https:' };
// @ts-expect-error a wallet whose app is opened, and that cannot be got
export const opened: WalletListing = { ...wallet, reach: 'absent', openUrl: 'https:' };

const line = { is: 'field', name: 'fare', value: '7' } as const;
export const lines: readonly RequestLine[] = [line, { ...line, claimed: true }];
// @ts-expect-error a line that says that nobody claims it
export const unclaimed: RequestLine = { ...line, claimed: false };
const call = { kind: 'call', method: 'eth_sendTransaction', network: 'eip155:1' } as const;
export const calls: readonly CallRequest[] = [call, { ...call, summary: 'Set the fare to 7', abi: [] }];
// @ts-expect-error a summary that is no text
export const summed: CallRequest = { ...call, summary: 7 };

declare const evmLease: Lease<'eip155'>;
declare const solanaAccount: AccountId<'solana'>;

// @ts-expect-error a Solana account through Ethereum's lease
evmLease.publishConnection({ status: 'connected', wallet, accounts: [solanaAccount], capabilities: [] });
// @ts-expect-error the same, written out
evmLease.publishConnection({ status: 'reconnecting', wallet, accounts: ['solana:main:a'] });
// @ts-expect-error a Solana account behind one of Ethereum's
evmLease.publishConnection({ status: 'reconnecting', wallet, accounts: ['eip155:1:0xa', 'solana:main:a'] });
// @ts-expect-error a Solana balance through Ethereum's lease
evmLease.publishBalance({ account: solanaAccount, amount: '1' });
// @ts-expect-error an account without its network
evmLease.publishBalance({ account: '0xa', amount: '1' });

declare const evmHandle: Handle<'eip155'>;
declare const evmMount: Mount<'eip155'>;
declare const evmDiscover: Discover<'eip155'>;
declare const evmApproved: Approved<'eip155'>;
declare const solanaApproved: Approved<'solana'>;

// @ts-expect-error one family's handle for another's
export const foreignHandle: Handle<'solana'> = evmHandle;
// @ts-expect-error one family's connector for another's
export const foreignMount: Mount<'solana'> = evmMount;
// @ts-expect-error one family's discovery for another's
export const foreignDiscover: Discover<'solana'> = evmDiscover;
// @ts-expect-error one family's lease for another's
export const foreignLease: Lease<'solana'> = evmLease;
// @ts-expect-error one family's approval for another's
export const foreignApproved: Approved<'solana'> = evmApproved;
// @ts-expect-error one family's approval adopted by another
export const adopted = evmHandle.adopt(solanaApproved, evmLease);
// @ts-expect-error a network of another family
export const switched = evmHandle.switchNetwork('solana:main');

// @ts-expect-error a code that is none
export const unknownCode = new LinkspanError('wallet/asleep', {});
// @ts-expect-error a code without its context
export const withoutContext = new LinkspanError('wallet/rejected', {});
// @ts-expect-error a context that belongs to another code
export const foreignContext = failure('wallet/account-changed', { wallet: 'A' });
// @ts-expect-error a context that is no text
export const noText: Context<'wallet/rejected'> = { wallet: 1 };

declare const solanaAccountOfSend: Unsettled<'solana'>;
// @ts-expect-error another family's send
export const settled = evmHandle.settle(solanaAccountOfSend);

const title = 'Quay';
export const short: ShortConfig = { title, networks: ['ethereum', 'solana-testnet', 'near'] };

// @ts-expect-error a network that has no such name
export const misnamed: ShortConfig = { title, networks: ['etherum'] };

// @ts-expect-error practice that is not there is left out
export const withoutPractice: ShortConfig = { title, networks: ['near'], practice: false };
