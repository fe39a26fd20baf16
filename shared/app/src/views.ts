import {
  addressOf,
  type Balance,
  type Connection,
  type FamilyView as ContractView,
  type Failure,
  type FamilyId,
  type Network,
  type NetworkId,
  networkOf,
  type Readable,
  type ReleaseStatus,
  type RemoteState,
  type Sent,
  type Signed,
  type WalletListing,
} from '@linkspan/contract';
import { atom, type WritableAtom } from 'nanostores';
import type { PageFamily, Shell, ShellRequest, SignInFields } from './page.ts';

export interface WalletView {
  readonly id: string;
  readonly name: string;
  /** A `data:image/…` address. */
  readonly icon?: string;
}

export interface ConnectedView {
  readonly status: 'connected' | 'reconnecting';
  readonly wallet: WalletView;
  /** CAIP-10, the one in use first. */
  readonly accounts: readonly [string, ...string[]];
  /** Of the account in use, in the chain's own format. */
  readonly address: string;
  /** CAIP-2. */
  readonly network: NetworkId;
  readonly capabilities: readonly string[];
  /** Only a window of the wallet or a second device has named the accounts; no signature has proved them yet. */
  readonly isUnverified?: true;
  /** Why a wallet that is reconnecting is not back yet: it is locked, for example. */
  readonly failure?: Failure;
}

export type ConnectionView =
  | { readonly status: 'disconnected'; readonly failure?: Failure }
  | { readonly status: 'connecting'; readonly wallet: WalletView }
  | ConnectedView;

export interface BalanceView {
  /** In the smallest unit. */
  readonly amount: bigint;
  readonly decimals: number;
  readonly symbol: string;
}

/**
 * `pending`: its list of wallets is not there yet; with `release/late` it comes with the next load. `outdated`: a
 * reload brings a newer release. `stopped`: it asks no more.
 */
export interface RemoteView {
  readonly state: 'pending' | 'running' | 'outdated' | 'stopped' | 'failed';
  readonly version?: string;
  readonly failure?: Failure;
}

export type RequestView = ShellRequest;

/** One chain family of the page. Its stores are nanostores: `get`, `listen`, `subscribe`. */
export interface FamilyView extends Omit<PageFamily, 'networks'> {
  /** The page's own first; none without a page. */
  readonly networks: readonly Network[];
  readonly $connection: Readable<ConnectionView>;
  /** Undefined until the chain has answered. */
  readonly $balance: Readable<BalanceView | undefined>;
  readonly $wallets: Readable<readonly WalletListing[]>;
  readonly $remote: Readable<RemoteView>;
  readonly $request: Readable<RequestView>;
}

/** The wallets of the page. Each promise rejects with a `LinkspanError`; what is malformed opens no prompt. */
export interface Linkspan {
  /** Of this package. */
  readonly version: string;
  readonly families: readonly FamilyView[];
  /** Throws `remote/unknown-family`. Without a page, as in Node, any family is failed with `loader/no-window`. */
  family(id: FamilyId): FamilyView;
  /** Opens the dialog of wallets, the accounts, or the activity. Throws `remote/unknown-family`. */
  open(options?: { readonly view?: 'connect' | 'accounts' | 'activity'; readonly family?: FamilyId }): void;
  close(): void;
  /**
   * Without a wallet the person chooses one: rejects with `wallet/closed` if the dialog is closed, with `wallet/cancelled`
   * if the signal is aborted, with `wallet/absent` for a wallet that is not here, and as the wallet does.
   */
  connect(
    family: FamilyId,
    options?: { readonly walletId?: string; readonly signal?: AbortSignal },
  ): Promise<ConnectedView>;
  /** Without a family, of all. */
  disconnect(family?: FamilyId): Promise<void>;
  /** `network` as CAIP-2. Rejects with `wallet/network-unsupported` for one that the page lacks. */
  switchNetwork(family: FamilyId, network: NetworkId): Promise<void>;
  /** `account` as CAIP-10. Rejects with `wallet/account-changed` if the wallet does not show it. */
  switchAccount(family: FamilyId, account: string): Promise<void>;
  /** Rejects with `input/empty` for anything but a text. */
  signMessage(family: FamilyId, message: string): Promise<Signed>;
  /** The text of a sign-in, signed: a server has to check it. Rejects with `input/call` for malformed fields. */
  signSignInMessage(family: FamilyId, fields: SignInFields): Promise<Signed>;
  /**
   * `amount` in the smallest unit, more than zero. Resolves once the network has taken the transaction, or other owners of the
   * account have it to confirm (`awaits`): the chain then has another id for it. Rejects with `input/amount` or
   * `input/recipient`, before the wallet is asked.
   */
  send(family: FamilyId, transfer: { readonly to: string; readonly amount: bigint }): Promise<Sent>;
}

/** A family's stores before the shell has started, and the function that has them follow it. */
export interface OpenedFamily {
  readonly view: FamilyView;
  follow(shell: Shell): void;
  /** Reads the connection at once: the shell tells a change with the next frame, and a command may be done before. */
  refresh(): void;
  fail(failure: Failure): void;
}

export function openFamily(
  family: Pick<FamilyView, 'id' | 'title' | 'namespace' | 'networks'>,
): OpenedFamily {
  const $connection = atom<ConnectionView>({ status: 'disconnected' });
  const $balance = atom<BalanceView | undefined>(undefined);
  const $wallets = atom<readonly WalletListing[]>([]);
  const $remote = atom<RemoteView>({ state: 'pending' });
  const $request = atom<RequestView>({ state: 'none' });
  let refresh = () => {};
  return {
    refresh: () => refresh(),
    view: Object.freeze({ ...family, $connection, $balance, $wallets, $remote, $request }),
    follow(shell) {
      const facts = shell.view.family(family.id);
      refresh = follow(facts.connection, $connection, toConnectionView);
      follow(facts.balance, $balance, toBalanceView);
      follow(facts.wallets, $wallets, (wallets) => wallets);
      follow(shell.request(family.id), $request, (request) => request);
      followRemote(facts, $remote);
    },
    fail: (failure) => $remote.set({ state: 'failed', failure }),
  };
}

/** Returns a function that reads the fact at once. */
function follow<Fact, View>(
  fact: Readable<Fact>,
  $view: WritableAtom<View>,
  toView: (fact: Fact) => View,
): () => void {
  let last: { readonly fact: Fact } | undefined;
  const read = () => {
    const now = fact.get();
    if (last?.fact === now) return;
    last = { fact: now };
    $view.set(toView(now));
  };
  fact.subscribe(read);
  return read;
}

function followRemote({ remote, releaseStatus }: ContractView, $remote: WritableAtom<RemoteView>): void {
  const show = () => $remote.set(toRemoteView(remote.get(), releaseStatus.get()));
  remote.subscribe(show);
  releaseStatus.listen(show);
}

function toConnectionView(connection: Connection): ConnectionView {
  if (!('accounts' in connection)) return connection;
  const { status, wallet, accounts } = connection;
  const [first] = accounts;
  return {
    ...{ status, wallet, accounts, address: addressOf(first), network: networkOf(first) },
    capabilities: 'capabilities' in connection ? connection.capabilities : [],
    ...('isUnverified' in connection && { isUnverified: true as const }),
    ...('failure' in connection && { failure: connection.failure }),
  };
}

function toBalanceView(balance: Balance | undefined): BalanceView | undefined {
  return balance && { amount: BigInt(balance.amount), decimals: balance.decimals, symbol: balance.symbol };
}

function toRemoteView(remote: RemoteState, status: ReleaseStatus): RemoteView {
  if (remote.stage === 'failed')
    return { state: remote.failure.code === 'release/late' ? 'pending' : 'failed', failure: remote.failure };
  if (remote.stage === 'pending') return { state: 'pending' };
  const { version } = remote.release;
  if (status.state === 'stopped') return { state: 'stopped', version, failure: status.failure };
  return { state: status.state === 'superseded' ? 'outdated' : 'running', version };
}
