import type { Network, RemotePort, ScopedStorage } from '@linkspan/contract';
import type { Batch } from '../actions.ts';

/**
 * A NEAR wallet whose code is loaded when it is chosen, on one network. Each method may open a window, ask an extension or
 * show a pairing, is called within a person's press, and rejects with the wallet's error, or with `wallet/…`. The signal
 * of a call aborts when it is given up. Then Meteor, Intear and HOT settle, listen to nothing any more and close their
 * windows; MyNearWallet closes its window, and settles a moment later. Nightly cannot be cancelled, so that its answer may
 * come late.
 */
export interface LoadedWallet {
  /**
   * Whether an extension in this page answers now, for a wallet that can also be reached elsewhere: the account of an
   * extension needs no proof.
   */
  isHere?(): boolean;
  /**
   * The accounts that the wallet shows now, `[{ accountId, publicKey? }]`, without asking anybody; missing if only a request
   * tells them.
   */
  getAccounts?(): Promise<unknown>;
  /** Asks for an account, without a key for a contract; answers `[{ accountId, publicKey? }]`. Nothing of it is verified. */
  signIn(signal: AbortSignal): Promise<unknown>;
  /** NEP-413; answers `{ accountId, publicKey, signature }`, the signature in base64. */
  signMessage(message: MessageParams, signal: AbortSignal): Promise<unknown>;
  /** Answers the outcome of the transaction, with `transaction.hash`. */
  signAndSendTransaction(transaction: TransactionParams, signal: AbortSignal): Promise<unknown>;
  /** The same for several that a person approves at once; answers their outcomes. Missing if the wallet cannot. */
  signAndSendTransactions?(
    params: { readonly transactions: readonly TransactionParams[] },
    signal: AbortSignal,
  ): Promise<readonly unknown[]>;
  /** Ends the wallet's own session, if that opens nothing. The caller clears the storage of the wallet's code. */
  signOut(): Promise<void>;
}

export interface MessageParams {
  readonly message: string;
  readonly recipient: string;
  readonly callbackUrl?: string | undefined;
  /** 32 bytes. */
  readonly nonce: Uint8Array;
}

export interface TransactionParams extends Batch {
  readonly signerId: string;
}

export interface LoadOptions extends Pick<RemotePort, 'showPairing'> {
  readonly network: Network<'near'>;
  /** The data of the wallet's code for a network, under the network's id: a sign-out clears that of all networks. */
  readonly storage: ScopedStorage;
  /** The account that the wallet has named before on this network. */
  readonly account: string | undefined;
  /** The address of the wallet's site in place of its own: a fixture, in tests. */
  readonly site: string | undefined;
}

export type OpenLoaded = (options: LoadOptions) => Promise<LoadedWallet>;
