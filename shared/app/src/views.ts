import {
  type Accounts,
  addressOf,
  type Balance,
  type Connection,
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
  type SignInFields,
  type WalletListing,
} from '@linkspan/contract';
import { atom } from 'nanostores';
import type { ApplicationShell, PageFamily, ShellRequest, ShellView } from './page.ts';

/** A wallet with accounts: connected, or remembered and on its way back. */
export type ConnectedView = Extract<Connection, { readonly accounts: Accounts }> & {
  /** Of the account in use, in the chain's own format. */
  readonly address: string;
  readonly network: NetworkId;
};

/** The contract's connection, with address and network of the account in use. */
export type ConnectionView = Exclude<Connection, { readonly accounts: Accounts }> | ConnectedView;

/** One chain family of the page. Its stores are nanostores: `get`, `listen`, `subscribe`. */
export interface LinkspanFamily extends Omit<PageFamily, 'networks'> {
  /** The page's own first; none without a page. */
  readonly networks: readonly Network[];
  readonly $connection: Readable<ConnectionView>;
  /** Undefined until the chain has answered. */
  readonly $balance: Readable<Balance | undefined>;
  readonly $wallets: Readable<readonly WalletListing[]>;
  /** Failed with `release/late`, it comes with the next load. */
  readonly $remote: Readable<RemoteState>;
  readonly $releaseStatus: Readable<ReleaseStatus>;
  readonly $request: Readable<ShellRequest>;
}

/** The wallets of the page. Each promise rejects with a `LinkspanError`; what is malformed opens no prompt. */
export interface Linkspan {
  /** Of this package. */
  readonly version: string;
  readonly families: readonly LinkspanFamily[];
  /** Throws `remote/unknown-family`. Without a page, as in Node, any family is failed with `loader/no-window`. */
  family(id: FamilyId): LinkspanFamily;
  /** Opens the dialog of wallets, the accounts, or the activity. Throws `remote/unknown-family`. */
  open(options?: { readonly view?: ShellView; readonly family?: FamilyId }): void;
  close(): void;
  /**
   * Without a wallet the person chooses one: rejects with `wallet/closed` if the dialog is closed, with `wallet/cancelled`
   * if the signal is aborted, with `wallet/absent` for a wallet that is not here, and as the wallet does.
   */
  connect(
    family: FamilyId,
    options?: { readonly walletId?: string; readonly signal?: AbortSignal },
  ): Promise<ConnectedView & { readonly status: 'connected' }>;
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
  readonly view: LinkspanFamily;
  follow(shell: ApplicationShell): void;
  /** Reads the connection at once: the shell tells a change with the next frame, and a command may be done before. */
  refresh(): void;
  fail(failure: Failure): void;
}

export function openFamily(
  family: Pick<LinkspanFamily, 'id' | 'title' | 'namespace' | 'networks'>,
): OpenedFamily {
  const $connection = atom<ConnectionView>({ status: 'disconnected' });
  const $balance = atom<Balance | undefined>(undefined);
  const $wallets = atom<readonly WalletListing[]>([]);
  const $remote = atom<RemoteState>({ stage: 'pending' });
  const $releaseStatus = atom<ReleaseStatus>({ state: 'current' });
  const $request = atom<ShellRequest>({ state: 'none' });
  const stores = { $connection, $balance, $wallets, $remote, $releaseStatus, $request };
  let refresh = () => {};
  return {
    refresh: () => refresh(),
    view: Object.freeze({ ...family, ...stores }),
    follow(shell) {
      const facts = shell.view.family(family.id);
      let last: Connection | undefined;
      refresh = () => {
        const now = facts.connection.get();
        if (now === last) return;
        last = now;
        $connection.set(toConnectionView(now));
      };
      facts.connection.subscribe(refresh);
      facts.balance.subscribe($balance.set);
      facts.wallets.subscribe($wallets.set);
      facts.remote.subscribe($remote.set);
      facts.releaseStatus.subscribe($releaseStatus.set);
      shell.request(family.id).subscribe($request.set);
    },
    fail: (failure) => $remote.set({ stage: 'failed', failure, step: 'reload' }),
  };
}

function toConnectionView(connection: Connection): ConnectionView {
  if (!('accounts' in connection)) return connection;
  const [first] = connection.accounts;
  return { ...connection, address: addressOf(first), network: networkOf(first) };
}
