import { addressOf, type AccountId, LinkspanError, type Port } from '@linkspan/contract';
import { assertShared } from '@linkspan/kit/shared-library';
import { BaseWalletAdapter, type WalletName, WalletReadyState } from '@solana/wallet-adapter-base';
import {
  ConnectionContext,
  useWallet,
  type WalletContextState,
  WalletProvider,
} from '@solana/wallet-adapter-react';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Destination, Facade } from './facade.ts';
import type { SignedIn } from './provider.ts';
import type { SignInInput } from './sign-in.ts';

/** One wallet in wallet-adapter-react, which runs in a React root of its own and renders nothing. */
export interface Library {
  /** The accounts in base58, the one in use first, as the library has taken them over. */
  addresses(): readonly string[];
  /** Each command rejects with `wallet/account-changed` where the account is not the one in use. */
  signMessage(account: AccountId, message: Uint8Array): Promise<Uint8Array>;
  signIn(account: AccountId, input: SignInInput): Promise<SignedIn>;
  send(account: AccountId, transaction: Uint8Array, destination: Destination): Promise<string>;
  disconnect(): Promise<void>;
  /** Takes over what the facade has now. */
  follow(): void;
}

/** What the library works on, for as long as the signal is not aborted. */
export interface LibraryOptions {
  /** The wallet's id in the list. */
  readonly id: string;
  readonly facade: Facade;
  readonly signal: AbortSignal;
  /** Told of each change; of no address, once the wallet has ended it. */
  changed(addresses: readonly string[]): void;
}

/** Refuses a React that is not the page's. Throws `remote/second-copy`. */
export function assertSharedReact(port: Port<'solana'>): void {
  assertShared(port, 'react', 'createElement', createElement);
  assertShared(port, 'react-dom/client', 'createRoot', createRoot);
}

/** Connects the library to a wallet that has approved, without a prompt. Rejects with `wallet/cancelled` by the signal. */
export async function openLibrary({ id, facade, signal, changed }: LibraryOptions): Promise<Library> {
  const adapter = new FacadeAdapter(id, facade);
  const told = createTold(signal);
  const root = createRoot(document.createDocumentFragment());
  signal.addEventListener('abort', () => root.unmount(), { once: true });
  const render = () => {
    const tell = createElement(Tell, { addresses: facade.accounts().map(({ address }) => address), to: told.tell });
    root.render(inProvider(adapter, tell));
  };
  render();
  (await told.until(() => true)).context.select(adapter.name);
  // Right after `select` the library does not know its wallet yet, and `connect` would throw.
  await (await told.until(({ context }) => context.wallet !== null)).context.connect();
  await told.until(isTakenOver);
  told.listen((now) => {
    if (isTakenOver(now)) changed(now.addresses);
    else if (!now.context.connected) changed([]);
  });

  function inUse(account: AccountId): WalletContextState {
    const { context } = told.latest();
    const address = addressOf(account);
    if (context.publicKey?.toBase58() !== address || adapter.publicKey?.toBase58() !== address)
      throw new LinkspanError('wallet/account-changed', { account });
    return context;
  }

  return {
    addresses: () => told.latest().addresses,
    async signMessage(account, message) {
      const { signMessage } = inUse(account);
      if (signMessage === undefined) throw unsupported(id, 'solana:signMessage');
      return signMessage(message);
    },
    async signIn(account, input) {
      const { signIn } = inUse(account);
      if (signIn === undefined) throw unsupported(id, 'solana:signIn');
      return signIn(input as never) as Promise<unknown> as Promise<SignedIn>;
    },
    // The hook passes both on as they are; the adapter is ours and takes these.
    send: async (account, transaction, destination) =>
      inUse(account).sendTransaction(transaction as never, destination as never),
    disconnect: async () => told.latest().context.disconnect(),
    follow() {
      adapter.follow();
      render();
    },
  };
}
