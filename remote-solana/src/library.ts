import { type AccountId, addressOf, LinkspanError, type WalletRef } from '@linkspan/contract';
import { raceRequest } from '@linkspan/kit/race';
import { BaseWalletAdapter, type WalletName, WalletReadyState } from '@solana/wallet-adapter-base';
import {
  ConnectionContext,
  useWallet,
  type WalletContextState,
  WalletProvider,
} from '@solana/wallet-adapter-react';
import { createElement, type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { SignedIn, SignedText } from './provider.ts';
import type { SignInInput } from './verify.ts';
import type { Adapter, Destination } from './wallet.ts';

/** One wallet in wallet-adapter-react. Its commands reject with `wallet/account-changed` for an account not in use. */
export interface Library {
  signMessage(account: AccountId, message: Uint8Array): Promise<SignedText>;
  signIn(account: AccountId, input: SignInInput): Promise<SignedIn>;
  /** Returns each transaction signed, in wire format. */
  signTransactions(
    account: AccountId,
    ...request: Parameters<Adapter['signTransactions']>
  ): Promise<readonly Uint8Array[]>;
  /** Returns the transaction's id in base58. */
  send(account: AccountId, transaction: Uint8Array, destination: Destination): Promise<string>;
  /** Gives the permission back, if the wallet can. */
  disconnect(): Promise<void>;
}

export interface LibraryOptions {
  readonly wallet: WalletRef;
  readonly adapter: Adapter;
  readonly signal: AbortSignal;
}

/** The hook's state, and the adapter's addresses at its render. */
interface State {
  readonly hook: WalletContextState;
  readonly addresses: readonly string[];
}

/**
 * Connects the library to a wallet that has approved: without a prompt, in a React root of its own, which renders
 * nothing and keeps nothing. Rejects with `wallet/cancelled` by the signal, `wallet/revoked`.
 */
export async function openLibrary({ wallet, adapter, signal }: LibraryOptions): Promise<Library> {
  const libraryWallet = new LibraryWallet(wallet.id as WalletName, adapter);
  const state = createObservable<State>(wallet.name, signal);
  const root = createRoot(document.createDocumentFragment());
  signal.addEventListener('abort', () => root.unmount(), { once: true });
  const render = () => {
    const addresses = adapter.accounts().map(({ address }) => address);
    root.render(inProvider(libraryWallet, createElement(PublishHook, { addresses, to: state.publish })));
  };

  render();
  const { hook } = await state.until(() => true);
  hook.select(libraryWallet.name);
  // Right after `select` the library does not know its wallet yet, and `connect` would throw.
  const selected = await state.until((now) => now.hook.wallet !== null);
  await selected.hook.connect();
  adapter.watch(() => {
    libraryWallet.follow();
    render();
  });
  const { addresses } = await state.until((now) => isTakenOver(now) || isOver(now));
  if (addresses.length === 0) throw new LinkspanError('wallet/revoked', { wallet: wallet.name });

  function inUse(account: AccountId): WalletContextState {
    // The library's wallet signs, and knows at once; the hook changes only when React has rendered.
    if (libraryWallet.publicKey?.toBase58() !== addressOf(account))
      throw new LinkspanError('wallet/account-changed', { account });
    return state.latest().hook;
  }

  const lacks = (method: string) => new LinkspanError('wallet/unsupported', { wallet: wallet.name, method });

  return {
    async signMessage(account, message) {
      const { signMessage } = inUse(account);
      if (signMessage === undefined || !adapter.can('solana:signMessage')) throw lacks('solana:signMessage');
      // The hook passes its input on to our own wallet.
      return (await signMessage(message)) as unknown as SignedText;
    },
    async signIn(account, input) {
      const { signIn } = inUse(account);
      if (signIn === undefined || !adapter.can('solana:signIn')) throw lacks('solana:signIn');
      return (await signIn(input as object)) as unknown as SignedIn;
    },
    async signTransactions(account, ...request) {
      inUse(account);
      return adapter.signTransactions(...request);
    },
    send: async (account, transaction, destination) =>
      inUse(account).sendTransaction(transaction as never, destination as never),
    disconnect: async () => state.latest().hook.disconnect(),
  };
}

function inProvider(libraryWallet: LibraryWallet, children: ReactNode): ReactNode {
  return createElement(
    // The provider reads the address of the connection alone, to guess a cluster for a mobile adapter.
    ConnectionContext.Provider,
    { value: { connection: { rpcEndpoint: '' } as never } },
    createElement(
      WalletProvider,
      // Without `onError` it would write to the console and open pages; each command's own caller has the error.
      { wallets: libraryWallet.asList, autoConnect: false, onError: () => undefined, children },
    ),
  );
}

function PublishHook({ addresses, to }: { readonly addresses: readonly string[]; to(state: State): void }) {
  const hook = useWallet();
  useEffect(() => to({ hook, addresses }), [hook, addresses, to]);
  return null;
}

function isTakenOver({ hook, addresses }: State): boolean {
  return hook.connected && hook.publicKey?.toBase58() === addresses[0];
}

function isOver({ hook, addresses }: State): boolean {
  return !hook.connected && addresses.length === 0;
}

/** The adapter as the library wants its wallets. */
class LibraryWallet extends BaseWalletAdapter {
  readonly name: WalletName;
  readonly url = '';
  readonly icon = '';
  readonly readyState = WalletReadyState.Installed;
  readonly connecting = false;
  readonly supportedTransactionVersions = new Set([0 as const]);
  /** The same list at each render, or the library would start over. */
  readonly asList = [this as never];
  readonly signMessage: Adapter['signMessage'];
  readonly signIn: Adapter['signIn'];
  publicKey: BaseWalletAdapter['publicKey'] = null;
  readonly #adapter: Adapter;

  constructor(name: WalletName, adapter: Adapter) {
    super();
    this.name = name;
    this.#adapter = adapter;
    this.signMessage = (message) => adapter.signMessage(message);
    this.signIn = (input) => adapter.signIn(input);
  }

  async connect(): Promise<void> {
    if (this.#adapter.accounts().length === 0) throw new LinkspanError('wallet/not-connected', {});
    this.follow();
  }

  /** Takes the adapter's account in use over. */
  follow(): void {
    const [account] = this.#adapter.accounts();
    if (account === undefined) this.#end();
    else if (account.address !== this.publicKey?.toBase58()) {
      this.publicKey = toPublicKey(account.address);
      this.emit('connect', this.publicKey);
    }
  }

  async disconnect(): Promise<void> {
    try {
      await this.#adapter.disconnect();
    } finally {
      this.#end();
    }
  }

  sendTransaction(transaction: unknown, destination: unknown): Promise<string> {
    return this.#adapter.send(transaction as Uint8Array, destination as Destination);
  }

  #end(): void {
    if (this.publicKey === null) return;
    this.publicKey = null;
    this.emit('disconnect');
  }
}

/** The library asks a key for no more than its text, so none of web3.js is needed. */
function toPublicKey(address: string): NonNullable<BaseWalletAdapter['publicKey']> {
  const isSame = (other: { toBase58(): string }) => other.toBase58() === address;
  return { toBase58: () => address, toString: () => address, equals: isSame } as never;
}

/**
 * An observable value; `until` resolves on the first match, the latest value included, and rejects with `wallet/cancelled` by
 * the signal. `wallet` is the wallet's name, for the texts.
 */
function createObservable<Value>(wallet: string, signal: AbortSignal) {
  const listeners = new Set<() => void>();
  let current: { readonly value: Value } | undefined;

  return {
    publish(value: Value): void {
      current = { value };
      // Listeners must not run inside of React's rendering.
      queueMicrotask(() => {
        for (const listener of [...listeners]) listener();
      });
    },
    /** Throws `wallet/not-connected` before the first value. */
    latest(): Value {
      if (current === undefined) throw new LinkspanError('wallet/not-connected', {});
      return current.value;
    },
    until(passes: (value: Value) => boolean): Promise<Value> {
      const match = new Promise<Value>((resolve) => {
        const look = () => {
          if (current === undefined || !passes(current.value)) return;
          listeners.delete(look);
          resolve(current.value);
        };
        listeners.add(look);
        look();
      });
      return raceRequest(wallet, signal, () => match);
    },
  };
}
