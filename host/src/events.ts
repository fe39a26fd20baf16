import {
  type AttemptId,
  codes,
  type FamilyId,
  type Intent,
  type Progress,
  type ReleaseStatus,
  type Status,
  type Transfer,
} from '@linkspan/contract';
import { deepFreeze } from '@linkspan/store';

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

/** The write end of the page's stream of events. The host alone holds it. */
export interface EventStream {
  readonly events: Events;
  /**
   * Adds an event to the stream, sanitized. Of a family, and of each code of a fault, at most a hundred a second are
   * added. Never throws.
   */
  emit(event: PageEvent): void;
}

const mostStored = 500;
const mostASecond = 100;

/** An empty stream; `now` is in milliseconds since 1970. */
export function createEventStream({ now }: { now(): number }): EventStream {
  const listeners = new Set<(event: TimedEvent) => void>();
  const kept: TimedEvent[] = [];
  const isWithin = createLimit(mostASecond);

  return {
    events: deepFreeze({
      recent: () => Object.freeze([...kept]),
      listen(listener) {
        const own = (event: TimedEvent) => listener(event);
        listeners.add(own);
        return () => void listeners.delete(own);
      },
    } satisfies Events),
    emit(given) {
      const at = now();
      const plain = sanitize(given);
      if (!isWithin(nameOf(plain), at)) return;
      const event = deepFreeze({ ...plain, at });
      kept.push(event);
      if (kept.length > mostStored) kept.shift();
      for (const listener of [...listeners]) notify(listener, event);
    },
  };
}

/** By what is counted: each code of a fault by itself, of which there are few, so that none drowns another. */
function nameOf(event: PageEvent): string {
  const { kind, family = '' } = event;
  return kind === 'fault' ? `${family} ${event.code}` : family;
}

/** One listener that throws must not keep the others from hearing. */
function notify(listener: (event: TimedEvent) => void, event: TimedEvent): void {
  try {
    listener(event);
  } catch (error) {
    reportError(error);
  }
}

/** What stands for a wallet whose id may say more than which wallet it is. */
const otherWallet = 'other';

const plainId = /^[a-z0-9.#-]{1,60}$/;
/** As long as the accounts and keys of any chain are; no wallet's name is. */
const longWord = /[a-z0-9]{20}/;
/** How the names end that people have on chains: `alice.near`, `alice.eth`. A reversed domain name hardly does. */
const accountName = /\.(near|testnet|tg|aurora|sweat|kaiching|eth|sol|bnb|crypto|lens)(?![a-z0-9])/;

/**
 * An event as it may be sent elsewhere: its code is one of the contract's, and a wallet's id, which the wallet claims
 * itself, is short, plain and no name of an account. Wallets of Wallet Standard are identified by their names: `Practice Wallet` is reported as
 * `practice-wallet`.
 */
export function sanitize(event: PageEvent): PageEvent {
  const { code, wallet } = event as { readonly code?: string; readonly wallet?: string };
  return {
    ...event,
    ...(code !== undefined && { code: toPlainCode(code) }),
    ...(wallet !== undefined && { wallet: toPlainWallet(wallet) }),
  };
}

/** A remote newer than this page may give a code that it does not know, of which only the stage is reported. */
function toPlainCode(code: string): string {
  if (Object.hasOwn(codes, code)) return code;
  const [stage = ''] = code.split('/');
  const isKnown = Object.keys(codes).some((known) => known.startsWith(`${stage}/`));
  return `${isKnown ? stage : 'remote'}/other`;
}

function toPlainWallet(id: string): string {
  const plain = id.toLowerCase().replaceAll(' ', '-');
  const isPersonal = longWord.test(plain) || accountName.test(plain);
  return plainId.test(plain) && !isPersonal ? plain : otherWallet;
}

/** Returns whether one more, of this name at this time in milliseconds, is within so many a second. */
export function createLimit(mostASecond: number): (name: string, at: number) => boolean {
  const windows = new Map<string, { readonly since: number; count: number }>();
  return (name, at) => {
    const known = windows.get(name);
    const window = known && at - known.since < 1_000 ? known : { since: at, count: 0 };
    windows.set(name, window);
    window.count += 1;
    return window.count <= mostASecond;
  };
}
