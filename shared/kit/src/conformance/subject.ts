import type { Discover, FamilyId, Mount, Network, ScopedStorage } from '@linkspan/contract';

/** How the wallet under the suite's hand answers what it asks a person. */
export type Answer = 'approve' | 'reject' | 'hold';

/** An installed wallet that the suite plays the person of. */
export interface TestWallet {
  /** The name under which it is listed; no other listed wallet has it. */
  readonly name: string;
  /** Nothing granted, the first account in use, nothing asked, approving. */
  reset(): Promise<void>;
  /** How it answers from now on. `hold` leaves the question open. */
  answer(how: Answer): void;
  /** Approves what is held open; settles when the wallet has done it. */
  release(): Promise<void>;
  /** How many questions it has put to a person since its reset. */
  prompts(): number;
  /** Whether the page is granted accounts. */
  isGranted(): boolean;
  /** Inside the wallet: takes another account into use, and tells the page as its standard has it. */
  useAnotherAccount(): Promise<void>;
  /** Inside the wallet: takes back what the page was granted, and tells the page as its standard has it. */
  revoke(): Promise<void>;
}

/** One built remote, and all that the suite needs to run it as a host would. */
export interface Subject<Namespace extends string = string> {
  readonly discover: Discover<Namespace>;
  readonly mount: Mount<Namespace>;
  readonly family: FamilyId;
  readonly namespace: Namespace;
  /** Where the wallet's accounts are known and hold something to send; two or more let it be switched. */
  readonly networks: readonly [Network<Namespace>, ...Network<Namespace>[]];
  readonly options: unknown;
  readonly wallet: TestWallet;
  /** Someone else, in the chain's own writing, who may be sent the smallest unit. */
  readonly recipient: string;
  /** What the remote may listen to beyond its port: `[window, document]`. */
  readonly targets: readonly EventTarget[];
  /** How long the remote may take to follow its wallet or its chain, in milliseconds. */
  readonly patienceMs: number;
  createStorage(): ScopedStorage;
}
