/**
 * What a remote is tried with: a wallet, a chain, and somebody to send to. A team has its own as the default export of
 * `practice/subject.js`, a module for Node.
 */
export interface Subject {
  /** As a page's configuration has it, without the remote and the addresses of nodes. */
  readonly family: {
    readonly id: string;
    readonly title: string;
    /** The CAIP-2 namespace of its networks. */
    readonly namespace: string;
    readonly mark?: { readonly path: string; readonly hue: number };
    /** The first is the one that the wallet uses; a second one lets it be switched. */
    readonly networks: readonly {
      /** CAIP-2. */
      readonly id: string;
      readonly title: string;
      readonly symbol: string;
      readonly decimals: number;
    }[];
    /** The remote's own options. */
    readonly options?: object;
  };
  /** Starts a node or a fixture for each network, on free ports. */
  startChain(): Promise<{
    /** Addresses over HTTP, in the order of the networks. */
    readonly rpc: readonly string[];
    /** Addresses of subscriptions, if the family has them. */
    readonly ws?: readonly string[];
    close(): Promise<void>;
  }>;
  /**
   * A module for the page, in one file. Its `announce({ networks })` puts the wallet there, with the networks by family id;
   * its `testWallet(family)` plays the wallet's user for the suite:
   *
   * - `name`: under which it is listed; no other listed wallet has it.
   * - `reset()`: nothing granted, the first account in use, nothing asked, approving.
   * - `answer('approve' | 'reject' | 'hold')`: its answer to prompts from now on; `hold` leaves them open.
   * - `release()`: approves the open prompt, and settles when the wallet has done it.
   * - `prompts()`: how many since its reset. `isGranted()`: whether the page is granted accounts.
   * - `useAnotherAccount()`, `revoke()`: as a person does inside the wallet, reported to the page by its standard.
   *
   * `reset`, `release`, `useAnotherAccount` and `revoke` return promises.
   */
  readonly wallet: URL;
  /** Someone else, in the chain's own format, who may be sent the smallest unit. */
  readonly recipient: string;
}
