import {
  type Accounts,
  type Approved,
  type AttemptOptions,
  type Discovery,
  type FamilyId,
  type Handle,
  type Lease,
  LinkspanError,
  type Sent,
  type Signed,
} from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { createDeferred, type Deferred } from '../async.ts';
import { afterAdoption, toHost } from '../bootstrap/host.ts';
import { type AskDependencies, createAsk } from '../commands/ask.ts';
import { createCommands, type Sessions } from '../commands/commands.ts';
import { Requests } from '../commands/requests.ts';
import type { Commands } from '../commands/shell.ts';
import type { Connectors } from '../loader/connector.ts';
import { toGuarded } from '../loader/guarded-handle.ts';
import { endConnection } from '../loader/slot.ts';
import { createAdoptions } from '../session/adoptions.ts';
import { Attempts } from '../session/attempts.ts';
import { persistConnection } from '../session/remembered.ts';
import { SilentReads } from '../session/restore.ts';
import { toSending } from './facts.ts';
import { createFakeLedger } from './fake-ledger.ts';
import { fakeConfig } from './fake-shell.ts';
import { createFakeStorage } from './fake-storage.ts';

interface Asked<Kind extends string, Value> {
  readonly kind: Kind;
  readonly family: FamilyId;
  readonly answer: Deferred<Value>;
  isOpen: boolean;
}

/** A question to a wallet, for an approval or by a silent read. */
export interface Prompt extends Asked<'attempt' | 'restore', Approved | undefined> {
  readonly wallet: string;
  /** The accounts that it grants have this number in their addresses. */
  readonly number: number;
  readonly options: Pick<AttemptOptions, 'signal'> & Partial<AttemptOptions>;
  /** The person has abandoned its restoring. */
  isGivenUp: boolean;
}

/** A connector that takes an approved wallet over. */
export interface Adoption extends Asked<'adoption', void> {
  readonly approved: Approved;
  readonly lease: Lease;
}

/** A command to a wallet that shows a prompt. */
export interface Command extends Asked<'command', unknown> {
  readonly name: 'sign' | 'send' | 'switch' | 'account' | 'disconnect';
}

/** A question to a wallet or connector, which the test answers. */
export type Question = Prompt | Adoption | Command;

/** One load of a page: everything between its discoveries and its connectors is real. */
interface Visit {
  readonly store: Store;
  readonly requests: Requests;
  readonly commands: Commands;
  readonly connectors: Connectors;
}

/** A page over its loads, with all questions to its wallets and connectors. */
export interface PageLife {
  readonly questions: Question[];
  /** The adoption whose connector has published a family's connection. */
  readonly holders: Map<FamilyId, Adoption>;
  /** Errors of restoring. */
  readonly thrown: unknown[];
  visit: Visit;
  /** Loads the page again, which abandons all questions. */
  reload(): void;
}

/** A wallet of this name ignores that an attempt was cancelled, and answers late. */
const stubborn = 'stubborn';
export const walletIds = ['one', 'two', stubborn] as const;

/** Opens the page for the first time. */
export function createPageLife(): PageLife {
  const memory = createFakeStorage();
  let ids = 0;
  const life: Omit<PageLife, 'visit'> & { visit?: Visit } = {
    ...{ questions: [], holders: new Map(), thrown: [] },
    reload() {
      for (const one of life.questions) one.isOpen = false;
      life.holders.clear();
      life.visit = openVisit(life as PageLife, memory, () => `id-${++ids}`);
    },
  };
  life.reload();
  return life as PageLife;
}

function openVisit(life: PageLife, kept: ReturnType<typeof createFakeStorage>, newId: () => string): Visit {
  const store = createStore(fakeConfig.families);
  const connectors = createConnectors(store, life);
  const ledger = createFakeLedger(store.view, newId);
  const requests = new Requests(store.view, (family) => ledger.abandon(family));
  const revalidation = {
    confirm: async () => undefined,
    assertMayRun(family: FamilyId) {
      if (store.view.family(family).releaseStatus.get().state === 'stopped')
        throw new LinkspanError('release/withdrawn', { remote: family });
    },
  };
  const discovery = async (family: FamilyId) => createDiscovery(life, family);
  const memory = { ...kept, isKept: () => true };
  const host = toHost(connectors, revalidation);
  const shared = { store, newId, discovery, adopt: createAdoptions(store, host.adopt) };
  const reads = new SilentReads({ ...shared, memory, networks: networksOf });
  const network = (family: FamilyId) => networksOf(family)[0];
  const attempts = new Attempts({ ...shared, reads, network, hasLeft: () => false, prepare: host.prepare });
  const sessions: Sessions = {
    ...{ store, attempts, reads, slots: new Map(), choose: () => undefined },
    retryDocument: async () => undefined,
    retryDiscovery: async () => true,
  };
  const now = () => Date.now();
  const needs: AskDependencies = {
    ...{ requests, ledger, revalidation, title: fakeConfig.title, now, view: store.view },
    connectors: afterAdoption(connectors, reads),
    page: { host: 'localhost', origin: 'http://localhost' },
    measureClock: async () => 0,
  };
  const commands = createCommands({
    ...{ ...needs, sessions, connectors: afterAdoption(connectors, reads), ask: createAsk(needs) },
    reload: () => undefined,
    forget: async () => undefined,
  });
  for (const family of store.view.families) {
    store.publishWallets(family, walletIds.map(toListing));
    store.publishRemote(family, { stage: 'listed', release: { remote: family, version: '1.0.0' } });
    persistConnection(memory, family, store.view.family(family), () => reads.isAhead(family));
    reads.restoreRemembered(family).catch((error) => life.thrown.push(error));
  }
  return { store, requests, commands, connectors };
}

function createDiscovery({ questions }: PageLife, family: FamilyId): Discovery {
  const ask = (kind: Prompt['kind'], wallet: string, options: Prompt['options']) => {
    const answer = createDeferred<Approved | undefined>();
    const flags = { isOpen: true, isGivenUp: false };
    questions.push({ kind, family, wallet, number: questions.length + 1, options, answer, ...flags });
    const cancel = () => answer.reject(new LinkspanError('wallet/cancelled', { wallet }));
    if (wallet !== stubborn) options.signal.addEventListener('abort', cancel);
    return answer.promise;
  };
  return {
    attempt: (wallet, options) => ask('attempt', wallet, options) as Promise<Approved>,
    restore: (wallet, options) => ask('restore', wallet, options),
  };
}

/** Connectors that are loaded already, with the page's own guards around them. */
function createConnectors(store: Store, life: PageLife): Connectors {
  const mounted = new Map<FamilyId, { readonly handle: Handle; readonly control: AbortController }>();
  const mount = (family: FamilyId) => {
    const control = new AbortController();
    const unmount = () => connectors.unmount(family);
    const hold = { family, signal: control.signal, failureMark: undefined, emit: () => undefined, unmount };
    const handle = toGuarded(createHandle(family, life), hold);
    mounted.set(family, { handle, control });
    return handle;
  };
  const connectors: Connectors = {
    mounted: async (family) => mounted.get(family)?.handle ?? mount(family),
    preload: () => undefined,
    unmount(family) {
      mounted.get(family)?.control.abort();
      mounted.delete(family);
      if (store.view.family(family).connection.get().status === 'connected')
        endConnection(store, family, { code: 'remote/unmounted', context: { family } });
    },
  };
  return connectors;
}

function createHandle(family: FamilyId, { questions }: PageLife): Handle {
  let lease: Lease | undefined;
  const ask = <Value>(name: Command['name']) => {
    const answer = createDeferred<unknown>();
    questions.push({ kind: 'command', family, name, answer, isOpen: true });
    return answer.promise as Promise<Value>;
  };
  return {
    adopt(approved, given) {
      lease = given;
      const answer = createDeferred<void>();
      questions.push({ kind: 'adoption', family, approved, lease: given, answer, isOpen: true });
      return answer.promise;
    },
    async disconnect() {
      if (lease === undefined) throw new LinkspanError('wallet/not-connected', {});
      lease.publishConnection({ status: 'disconnected' });
      await ask('disconnect');
    },
    switchAccount: () => ask('account'),
    switchNetwork: () => ask('switch'),
    async read(request) {
      if (request.kind === 'call') throw new LinkspanError('wallet/unsupported', { wallet: '', method: '' });
      const { account, kind } = request;
      if (kind === 'send') {
        const answer = async () => ({ sent: await ask<Sent>('send') });
        return { asks: 'person', intent: toSending(account, request.to, request.amount), answer };
      }
      const intent = { account, method: kind, asksFor: 'signature', lines: [] } as const;
      return { asks: 'person', intent, answer: async () => ({ signed: await ask<Signed>('sign') }) };
    },
    settle: async () => ({ state: 'unknown' }),
    refreshBalance: async () => undefined,
    unmount: () => undefined,
  };
}

export function toListing(id: string) {
  return { id, name: `Wallet ${id}`, reach: 'installed' } as const;
}

/** A wallet's approval, with the prompt's number in its accounts. */
export function toApproved({ family, wallet, number }: Prompt): Approved {
  const { id, name } = toListing(wallet);
  return {
    attempt: `attempt ${number}`,
    wallet: { id, name },
    accounts: toAccounts(family, number),
    provider: {},
  };
}

/** Two accounts of a family, with the number of the prompt that granted them. */
export function toAccounts(family: FamilyId, number: number): Accounts {
  const [network] = networksOf(family);
  return [`${network}:x${number}-a`, `${network}:x${number}-b`];
}

/** The number of the prompt that granted an account. */
export function numberOf(account: string): number {
  return Number(/:x(\d+)-/.exec(account)?.[1]);
}

function networksOf(family: FamilyId) {
  const [first, ...others] = fakeConfig.families.find(({ id }) => id === family)?.networks ?? [];
  return [first?.id ?? 'no:network', ...others.map(({ id }) => id)] as const;
}
