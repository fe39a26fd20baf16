import type { Discover, FamilyId, Mount, Network, ScopedStorage } from '@linkspan/contract';

/** An installed wallet whose user the suite plays. */
export interface TestWallet {
  /** The name under which it is listed; no other listed wallet has it. */
  readonly name: string;
  /** Nothing granted, the first account in use, nothing asked, approving. */
  reset(): Promise<void>;
  /** Its answer from now on. `hold` leaves the prompt open. */
  answer(how: 'approve' | 'reject' | 'hold'): void;
  /** Approves the open prompt; settles when the wallet has done it. */
  release(): Promise<void>;
  /** The number of prompts since its reset. */
  prompts(): number;
  /** Whether the page is granted accounts. */
  isGranted(): boolean;
  /** Inside the wallet: takes another account into use, and reports that to the page by its standard. */
  useAnotherAccount(): Promise<void>;
  /** Inside the wallet: revokes the page's permission, and reports that to the page by its standard. */
  revoke(): Promise<void>;
}

/** One built remote, with everything to run it as a host would. */
export interface Subject<Namespace extends string = string> {
  readonly discover: Discover<Namespace>;
  readonly mount: Mount<Namespace>;
  readonly family: FamilyId;
  readonly namespace: Namespace;
  /** Where the wallet's accounts are known and hold something to send; two or more let it be switched. */
  readonly networks: readonly [Network<Namespace>, ...Network<Namespace>[]];
  readonly options: unknown;
  readonly wallet: TestWallet;
  /** Someone else, in the chain's own format, who may be sent the smallest unit. */
  readonly recipient: string;
  /** The event targets of the remote beyond its port: `[window, document]`. */
  readonly targets: readonly EventTarget[];
  /** How long the remote may take to follow its wallet or its chain, in milliseconds. */
  readonly patienceMs: number;
  createStorage(): ScopedStorage;
}
