import {
  type AccountId,
  type Answer,
  type Approved,
  type AttemptOptions,
  type Capability,
  type Connection,
  codeOf,
  type Discovery,
  type Handle,
  hasCode,
  type Lease,
  type PageRequest,
  type Pairing,
  type PersonReading,
  type Progress,
  parseReading,
  type Readable,
  type SendOptions,
  type SendRequest,
  type Settled,
  type WalletListing,
} from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { assert, assertSame, ConformanceError, pause, until, within } from './assert.ts';
import type { Subject } from './subject.ts';

/** How long a case checks that nothing happens, in milliseconds. */
export const quietMs = 250;

const lookEveryMs = 100;

export type Connected = Connection & { readonly status: 'connected' };

/** Thrown if a case asks for something that this wallet does not offer. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}

/** One run of a remote: discovered, mounted on demand, and closed at the end whatever happens. */
export class Stage {
  readonly subject: Subject;
  readonly recorder: ReturnType<typeof createRecorder>;
  readonly lease: Lease;
  readonly discovery: Discovery;
  readonly progress: Progress['step'][] = [];
  readonly #mount: () => Handle;
  readonly #ended = new AbortController();
  #mounted: Handle | undefined;
  #later: Handle | undefined;
  #attempts = 0;

  constructor(subject: Subject) {
    const { family, networks, options } = subject;
    const recorder = createRecorder(subject);
    const { showPairing } = recorder;
    const { signal } = this.#ended;
    const storage = subject.createStorage();
    const shared = { family, networks, options, storage, importCode, showPairing, signal };
    this.subject = subject;
    this.recorder = recorder;
    this.lease = recorder.lease;
    this.#mount = () => subject.mount({ ...shared, view: recorder.view });
    const { publishWallets } = recorder;
    this.discovery = subject.discover({ ...shared, publish: publishWallets, unlocked: () => undefined });
  }

  /** The promise's outcome, or the sentence as an error if it does not settle. */
  within<Value>(promise: Promise<Value>, sentence: string): Promise<Value> {
    return within(promise, this.subject.patienceMs, sentence);
  }

  /** The first answer that is not undefined, or the sentence as an error if none comes. */
  until<Value>(look: () => Value | undefined, sentence: string): Promise<Value> {
    return until(look, this.subject.patienceMs, sentence);
  }

  /** The value once it passes, or the sentence as an error. */
  async awaited<Value>(
    readable: Readable<Value>,
    passes: (value: Value) => boolean,
    sentence: string,
  ): Promise<Value> {
    const find = () => {
      const value = readable.get();
      return passes(value) ? { value } : undefined;
    };
    return (await this.until(find, sentence)).value;
  }

  /** The suite's wallet, once it is listed as installed. */
  listed(): Promise<WalletListing> {
    const { name } = this.subject.wallet;
    const isInstalled = (one: WalletListing) => one.name === name && one.reach === 'installed';
    const find = () => this.recorder.own.wallets.get().find(isInstalled);
    return this.until(find, `${name} is not listed as installed`);
  }

  async attempt(given?: Partial<AttemptOptions>): Promise<Approved> {
    const { id } = await this.listed();
    this.#attempts += 1;
    return this.discovery.attempt(id, {
      id: `attempt-${this.#attempts}`,
      network: this.subject.networks[0].id,
      signal: new AbortController().signal,
      deadlineMs: 30_000,
      onProgress: ({ step }) => this.progress.push(step),
      mayUndo: () => true,
      pressed: () => new Promise(() => undefined),
      ...given,
    });
  }

  async restore(walletId?: string): Promise<Approved | undefined> {
    const id = walletId ?? (await this.listed()).id;
    const network = this.subject.networks[0].id;
    const { signal } = new AbortController();
    return this.discovery.restore(id, { id: 'restore', network, signal, deadlineMs: 2_000 });
  }

  /** Mounts at the first call. */
  handle(): Handle {
    this.#mounted ??= this.#mount();
    return this.#mounted;
  }

  /** Mounts once more, as a later page does: it has no wallet. */
  later(): Handle {
    this.#later ??= this.#mount();
    return this.#later;
  }

  /** A request of the page as the remote reads it, in the form that a host takes. */
  async read(request: PageRequest): Promise<PersonReading> {
    const given = this.within(this.handle().read(request), 'read does not come to an end');
    const reading = parseReading(await given, 'the reading');
    if (reading.asks === 'person') return reading;
    throw new ConformanceError(`a ${request.kind} asks ${reading.asks}`);
  }

  /** Has a request of the page read and answered. */
  async ask(request: PageRequest, options: SendOptions = { noted: () => undefined }): Promise<Answer> {
    return (await this.read(request)).answer(options);
  }

  /** How a send has landed, as soon as the network has it. */
  async landed(look: () => Promise<Settled>): Promise<Settled & { readonly state: 'landed' }> {
    const end = performance.now() + this.subject.patienceMs;
    for (;;) {
      const settled = await this.within(look(), 'looking up the send does not come to an end');
      if (settled.state === 'landed') return settled;
      const isOpen = ['sent', 'unknown'].includes(settled.state) && performance.now() < end;
      assert(isOpen, `what has landed is reported as ${settled.state}`);
      await pause(lookEveryMs);
    }
  }

  /** Attempts and adopts. */
  async connect(): Promise<Connected> {
    const approved = await this.attempt();
    await this.within(this.handle().adopt(approved, this.lease), 'adopt does not settle');
    return this.connected();
  }

  connected(): Connected {
    const connection = this.recorder.own.connection.get();
    if (connection.status === 'connected') return connection;
    throw new ConformanceError(`the connection is ${connection.status}, not connected`);
  }

  /** Ends the case if the connected wallet does not declare this capability. */
  needs(capability: Capability): void {
    if (!this.connected().capabilities.includes(capability)) throw new NotOffered(capability);
  }

  /** Stops listing and unmounts, as leaving the page does. */
  close(): void {
    this.#ended.abort();
    this.#mounted?.unmount();
    this.#later?.unmount();
  }
}

/** The host's side of a remote: a store, and counts of what is published to it. */
function createRecorder({ family, namespace }: Subject) {
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
    },
    /** How often anything was published through the lease. */
    published: () => published,
    publishWallets: (wallets: readonly WalletListing[]) => record(() => publishWallets(family, wallets)),
    showPairing: (pairing?: Pairing) => record(() => publishPairing(family, pairing)),
    /** The codes of the refusals. */
    refused,
  };
}

/** The account in use. */
export function inUse({ accounts }: Connected): AccountId {
  return accounts[0];
}

/** One requirement of every remote: a sentence, and its check. */
export interface Case {
  readonly sentence: string;
  /** Rejects with a sentence if the remote does not do it; with `NotOffered` if its wallet cannot. */
  run<Namespace extends string>(subject: Subject<Namespace>): Promise<void>;
}

const caseDeadlineMs = 30_000;

/** A case on a new stage with a wallet that has granted nothing. */
export function toCase(sentence: string, play: (stage: Stage) => Promise<void>): Case {
  return {
    sentence,
    async run(subject) {
      await subject.wallet.reset();
      // The cases check the namespace of results, whatever the types say.
      const stage = new Stage(subject as unknown as Subject);
      try {
        await within(play(stage), caseDeadlineMs, 'it does not come to an end');
      } finally {
        stage.close();
      }
    },
  };
}

/** The smallest send that there is, to the subject's recipient. */
export function toSend({ subject }: Stage, account: AccountId): SendRequest {
  return { kind: 'send', account, to: subject.recipient, amount: '1' };
}

/** Some wallets say that they grant nothing; others refuse the read, or answer as if they were locked. */
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
