import {
  type AccountId,
  type Approved,
  type AttemptOptions,
  type Capability,
  type Connection,
  codeOf,
  type Discovery,
  type FamilyView,
  type Handle,
  hasCode,
  type Lease,
  type Pairing,
  type Progress,
  type Readable,
  type SendIntent,
  type View,
  type WalletListing,
} from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { assertSame, ConformanceError, until, within } from './assert.ts';
import type { Subject } from './subject.ts';

/** How long a case watches that nothing happens, in milliseconds. */
export const quietMs = 250;

export type Connected = Connection & { readonly status: 'connected' };

/** One run of a remote: discovered, mounted on demand, and closed at the end whatever happens. */
export interface Stage {
  readonly subject: Subject;
  readonly recorder: Recorder;
  readonly lease: Lease;
  readonly discovery: Discovery;
  readonly progress: readonly Progress['step'][];
  /** The wallet under the suite's hand, once it is listed as installed. */
  listed(): Promise<WalletListing>;
  attempt(options?: Partial<AttemptOptions>): Promise<Approved>;
  restore(walletId?: string): Promise<Approved | undefined>;
  /** Mounts at the first call. */
  handle(): Handle;
  /** Mounts once more, as a later page does: it has no wallet. */
  later(): Handle;
  /** Attempts and adopts. */
  connect(): Promise<Connected>;
  connected(): Connected;
  /** The value once it passes, or the sentence as an error. */
  awaited<Value>(
    readable: Readable<Value>,
    passes: (value: Value) => boolean,
    sentence: string,
  ): Promise<Value>;
  /** The promise's outcome, or the sentence as an error where it does not settle. */
  within<Value>(promise: Promise<Value>, sentence: string): Promise<Value>;
  /** The first answer that is not undefined, or the sentence as an error where none comes. */
  until<Value>(look: () => Value | undefined, sentence: string): Promise<Value>;
  /** Ends the case where the connected wallet does not declare this: there is nothing to hold it to. */
  needs(capability: Capability): void;
  /** Stops listing and unmounts, as leaving the page does. */
  close(): void;
}

/** Thrown where a case asks for what this wallet does not offer. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}

export function openStage(subject: Subject): Stage {
  const recorder = createRecorder(subject);
  const storage = subject.createStorage();
  const ended = new AbortController();
  const { family, networks, options } = subject;
  const { showPairing } = recorder;
  const shared = { family, networks, options, storage, importCode, showPairing, signal: ended.signal };
  const progress: Progress['step'][] = [];
  let mounted: Handle | undefined;
  let later: Handle | undefined;
  let attempts = 0;

  const discovery = subject.discover({
    ...shared,
    publish: recorder.publishWallets,
    unlocked: () => undefined,
  });
  const { own } = recorder;
  const isInstalled = ({ name, reach }: WalletListing) =>
    name === subject.wallet.name && reach === 'installed';
  const mount = () => subject.mount({ ...shared, view: recorder.view });
  const stage: Stage = {
    ...{ subject, recorder, discovery, progress, lease: recorder.lease },
    within: (promise, sentence) => within(promise, subject.patienceMs, sentence),
    until: (look, sentence) => until(look, subject.patienceMs, sentence),
    async awaited(readable, passes, sentence) {
      const find = () => {
        const value = readable.get();
        return passes(value) ? { value } : undefined;
      };
      return (await stage.until(find, sentence)).value;
    },
    listed() {
      const sentence = `${subject.wallet.name} is not listed as installed`;
      return stage.until(() => own.wallets.get().find(isInstalled), sentence);
    },
    connected() {
      const connection = own.connection.get();
      if (connection.status === 'connected') return connection;
      throw new ConformanceError(`the connection is ${connection.status}, not connected`);
    },
    async attempt(given) {
      const { id } = await stage.listed();
      return discovery.attempt(id, {
        id: `attempt-${++attempts}`,
        network: networks[0].id,
        signal: new AbortController().signal,
        deadlineMs: 30_000,
        onProgress: ({ step }) => progress.push(step),
        mayUndo: () => true,
        pressed: () => new Promise(() => undefined),
        ...given,
      });
    },
    async restore(walletId) {
      const id = walletId ?? (await stage.listed()).id;
      const signal = new AbortController().signal;
      return discovery.restore(id, { id: 'restore', network: networks[0].id, signal, deadlineMs: 2_000 });
    },
    handle() {
      mounted ??= mount();
      return mounted;
    },
    later() {
      later ??= mount();
      return later;
    },
    async connect() {
      const approved = await stage.attempt();
      await stage.within(stage.handle().adopt(approved, recorder.lease), 'adopt does not settle');
      return stage.connected();
    },
    needs(capability) {
      if (!stage.connected().capabilities.includes(capability)) throw new NotOffered(capability);
    },
    close() {
      ended.abort();
      mounted?.unmount();
      later?.unmount();
    },
  };
  return stage;
}

/** The host's side of a remote: a store, with an account of what is published to it. */
interface Recorder {
  readonly view: View;
  readonly own: FamilyView;
  readonly lease: Lease;
  /** How often anything was published through the lease. */
  published(): number;
  publishWallets(wallets: readonly WalletListing[]): void;
  showPairing(pairing?: Pairing): void;
  /** The codes of what was refused. */
  readonly refused: readonly string[];
}

function createRecorder({ family, namespace }: Subject): Recorder {
  const { view, openLease, publishWallets, publishPairing } = createStore([{ id: family, namespace }]);
  const { lease } = openLease(family);
  const refused: string[] = [];
  let published = 0;
  const record = (publish: () => void) => {
    try {
      publish();
    } catch (error) {
      refused.push(codeOf(error) ?? String(error));
      throw error;
    }
  };
  const counted =
    <Given>(publish: (given: Given) => void) =>
    (given: Given) => {
      published += 1;
      record(() => publish(given));
    };
  return {
    view,
    own: view.family(family),
    lease: {
      publishConnection: counted(lease.publishConnection),
      publishBalance: counted(lease.publishBalance),
      publishBalanceFailure: counted(lease.publishBalanceFailure),
      publishTransfer: counted(lease.publishTransfer),
    },
    published: () => published,
    publishWallets: (wallets) => record(() => publishWallets(family, wallets)),
    showPairing: (pairing) => record(() => publishPairing(family, pairing)),
    refused,
  };
}

/** The account in use. */
export function inUse({ accounts }: Connected): AccountId {
  return accounts[0];
}

/** One thing that every remote does, as a sentence about it, and how to see it. */
export interface Case {
  readonly sentence: string;
  /** Rejects with a sentence where the remote does not do it; with `NotOffered` where its wallet cannot. */
  run<Namespace extends string>(subject: Subject<Namespace>): Promise<void>;
}

const caseDeadlineMs = 30_000;

/** A case that is played on a fresh stage with a wallet that has granted nothing. */
export function toCase(sentence: string, play: (stage: Stage) => Promise<void>): Case {
  return {
    sentence,
    async run(subject) {
      await subject.wallet.reset();
      // What a remote hands back is held to its namespace by the cases, whatever its types say.
      const stage = openStage(subject as unknown as Subject);
      try {
        await within(play(stage), caseDeadlineMs, 'it does not come to an end');
      } finally {
        stage.close();
      }
    },
  };
}

/** The smallest send that there is, to the subject's recipient. */
export function toSend({ subject }: Stage, account: AccountId): SendIntent {
  return { kind: 'send', account, to: subject.recipient, amount: '1' };
}

/** Some wallets say that they grant nothing; others refuse to be read, or answer as they do while they are locked. */
const refusals = ['wallet/refuses', 'wallet/locked-or-ended'] as const;

/** Throws a sentence if the wallet, which grants nothing, is restored, or if restoring fails for another reason. */
export async function assertNotRestored(stage: Stage): Promise<void> {
  const restoring = stage.restore().catch((error: unknown) => {
    if (!refusals.some((code) => hasCode(error, code))) throw error;
  });
  const restored = await stage.within(restoring, 'restore does not settle');
  assertSame(restored, undefined, 'what was restored');
}

/** A host that fetches nothing ahead. */
function importCode<Module>(_: readonly string[], load: () => Promise<Module>): Promise<Module> {
  return load();
}
