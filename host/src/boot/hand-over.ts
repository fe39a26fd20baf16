import type { Approved, FamilyId, Lease } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import type { PageConfig } from '../config.ts';
import type { Attempts } from '../connect/attempts.ts';
import type { Berth } from '../loader/berth.ts';

/** What the boot script has made by the time the host module starts, and hands over to it alone. */
export interface Boot {
  readonly config: PageConfig;
  readonly store: Store;
  readonly berths: ReadonlyMap<FamilyId, Berth>;
  readonly attempts: Attempts;
  /** Opens the wallet dialog at a family's group. */
  choose(family: FamilyId): void;
  /** Brings a remembered wallet back, where one is; settles when it is connected or given up. */
  comeBack(family: FamilyId): Promise<void>;
  /** Asks once more for a live document that did not come; the answer is the remote's state in the store. */
  retryDocument(family: FamilyId): Promise<void>;
  /** Starts a discovery once more that could not be fetched. Answers whether it lists wallets; the store says why not. */
  retryDiscovery(family: FamilyId): Promise<boolean>;
}

/** What the boot script needs of the host module, once it has started. */
export interface Host {
  adopt(family: FamilyId, approved: Approved, lease: Lease): Promise<void>;
  prepare(family: FamilyId): void;
}

/** The one export of the host module. */
export type StartHost = (boot: Boot) => Host;
