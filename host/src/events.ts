import {
  type AttemptId,
  codes,
  type FamilyId,
  type Progress,
  type ReleaseStatus,
  type Settled,
  type Status,
  type WalletRequest,
} from '@linkspan/contract';
import { deepFreeze } from '@linkspan/store';

/** The stages of loading a remote, in order. */
export type LoadStage = 'document' | 'discovery' | 'connector' | 'mount';

/** The fields of each kind of event; in all kinds, `code` says that something failed. */
interface EventFields {
  /** A stage of loading a remote ended. */
  stage: {
    family: FamilyId;
    remote: string;
    version?: string;
    stage: LoadStage;
    durationMs: number;
    code?: string;
  };
  /** An attempt to connect reached a step. `wallet` is the wallet's id in its family's list. */
  attempt: { family: FamilyId; attempt: AttemptId; wallet: string; step: Progress['step'] };
  /** An attempt to connect ended. */
  outcome: { family: FamilyId; attempt: AttemptId; wallet: string; durationMs: number; code?: string };
  connection: { family: FamilyId; status: Status; code?: string };
  /** A request to a wallet, other than connecting, ended. */
  request: {
    family: FamilyId;
    request: WalletRequest['kind'] | 'network';
    durationMs: number;
    code?: string;
  };
  transfer: { family: FamilyId; state: Exclude<Settled['state'], 'unknown'>; code?: string };
  /** The status of the running release changed. */
  release: {
    family: FamilyId;
    remote: string;
    version: string;
    releaseStatus: ReleaseStatus['state'];
    code?: string;
  };
  /** A failure that no card shows. */
  fault: { family?: FamilyId; code: string };
}

/**
 * An event of the page, for its operator. It has no address, no signature and no text by a person, a wallet or a node,
 * so that it can be sent elsewhere unchanged: a failure is reported by its code alone.
 */
export type PageEvent = {
  [Kind in keyof EventFields]: { readonly kind: Kind } & Readonly<EventFields[Kind]>;
}[keyof EventFields];

/** An event and its time: milliseconds since 1970. */
export type TimedEvent = PageEvent & { readonly at: number };

/** The read end of the page's stream of events. */
export interface Events {
  /** The latest 500, oldest first. */
  recent(): readonly TimedEvent[];
  /** Calls the listener for each event; returns a function that stops it. */
  listen(listener: (event: TimedEvent) => void): () => void;
}

/** The page's stream of events. Only the host has its write end. */
export interface EventStream {
  readonly events: Events;
  /** Adds an event to the stream, sanitized. Never throws. */
  emit(event: PageEvent): void;
}

const mostStored = 500;

/** An empty stream; `now` is in milliseconds since 1970. */
export function createEventStream({ now }: { now(): number }): EventStream {
  const listeners = new Set<(event: TimedEvent) => void>();
  const stored: TimedEvent[] = [];

  return {
    events: deepFreeze({
      recent: () => Object.freeze([...stored]),
      listen(listener) {
        const own = (event: TimedEvent) => listener(event);
        listeners.add(own);
        return () => {
          listeners.delete(own);
        };
      },
    } satisfies Events),
    emit(given) {
      const event = deepFreeze({ ...sanitize(given), at: now() });
      stored.push(event);
      if (stored.length > mostStored) stored.shift();
      for (const listener of [...listeners]) notify(listener, event);
    },
  };
}

/** Reports a listener's error, so that the other listeners are still called. */
function notify(listener: (event: TimedEvent) => void, event: TimedEvent): void {
  try {
    listener(event);
  } catch (error) {
    reportError(error);
  }
}

/** Replaces the id of a wallet that may identify a person. */
const otherWallet = 'other';

const plainId = /^[a-z0-9.#-]{1,60}$/;
/** The length of accounts and keys; wallets' names have no such word. */
const longWord = /[a-z0-9]{20}/;
/** The endings of account names, such as `alice.near` and `alice.eth`; rare in reversed domain names. */
const accountName = /\.(near|testnet|tg|aurora|sweat|kaiching|eth|sol|bnb|crypto|lens)(?![a-z0-9])/;

/**
 * Returns the event with a code of the contract and with a wallet's id that is short, plain and no account name: wallets
 * choose their ids. Wallet Standard wallets are identified by name: `Practice Wallet` becomes `practice-wallet`.
 */
export function sanitize(event: PageEvent): PageEvent {
  const { code, wallet } = event as { readonly code?: string; readonly wallet?: string };
  return {
    ...event,
    ...(code !== undefined && { code: sanitizeCode(code) }),
    ...(wallet !== undefined && { wallet: sanitizeWallet(wallet) }),
  };
}

/** A remote newer than this page may use a code unknown here: only its stage is reported. */
function sanitizeCode(code: string): string {
  if (Object.hasOwn(codes, code)) return code;
  const [stage = ''] = code.split('/');
  const isKnown = Object.keys(codes).some((known) => known.startsWith(`${stage}/`));
  return `${isKnown ? stage : 'remote'}/other`;
}

function sanitizeWallet(id: string): string {
  const plain = id.toLowerCase().replaceAll(' ', '-');
  const isPersonal = longWord.test(plain) || accountName.test(plain);
  return plainId.test(plain) && !isPersonal ? plain : otherWallet;
}
