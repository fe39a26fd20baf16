import type {
  AttemptId,
  FamilyId,
  Intent,
  Progress,
  ReleaseStatus,
  Status,
  Transfer,
} from '@linkspan/contract';

/** The stages in which a remote is loaded, in their order. */
export type LoadStage = 'document' | 'discovery' | 'connector' | 'mount';

/**
 * What has happened in the page, for those who run it. It holds no address, no signature, no text that a person, a
 * wallet or a node has written, so that it can be sent elsewhere as it is: where something failed, its code alone.
 */
export type PageEvent =
  /** A stage of a remote has ended; with a `code`, it failed. */
  | {
      readonly kind: 'stage';
      readonly family: FamilyId;
      readonly remote: string;
      readonly version?: string;
      readonly stage: LoadStage;
      readonly durationMs: number;
      readonly code?: string;
    }
  /** An attempt to connect has come to a step. `wallet` is the wallet's id in its family's list. */
  | {
      readonly kind: 'attempt';
      readonly family: FamilyId;
      readonly attempt: AttemptId;
      readonly wallet: string;
      readonly step: Progress['step'];
    }
  /** An attempt to connect has ended; with a `code`, it failed. */
  | {
      readonly kind: 'outcome';
      readonly family: FamilyId;
      readonly attempt: AttemptId;
      readonly wallet: string;
      readonly durationMs: number;
      readonly code?: string;
    }
  | {
      readonly kind: 'connection';
      readonly family: FamilyId;
      readonly status: Status;
      readonly code?: string;
    }
  /** A wallet was asked for something beside connecting, and it is over; with a `code`, it failed. */
  | {
      readonly kind: 'request';
      readonly family: FamilyId;
      readonly request: Intent['kind'] | 'network';
      readonly durationMs: number;
      readonly code?: string;
    }
  | {
      readonly kind: 'transfer';
      readonly family: FamilyId;
      readonly state: Transfer['state'];
      readonly code?: string;
    }
  /** What the page knows of the release it runs has changed. */
  | {
      readonly kind: 'release';
      readonly family: FamilyId;
      readonly remote: string;
      readonly version: string;
      readonly releaseStatus: ReleaseStatus['state'];
      readonly code?: string;
    }
  /** Something went wrong that no card need tell. */
  | {
      readonly kind: 'fault';
      readonly family?: FamilyId;
      readonly code: string;
    };

/** What has happened, and when: milliseconds since 1970. */
export type TimedEvent = PageEvent & { readonly at: number };

/** The page's one stream of what happens, for reading. Anyone may hold it. */
export interface Events {
  /** The latest, oldest first. */
  recent(): readonly TimedEvent[];
  /** Calls at each; returns what ends it. */
  listen(listener: (event: TimedEvent) => void): () => void;
}
