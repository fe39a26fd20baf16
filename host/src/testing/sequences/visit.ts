import {
  type FamilyId,
  type Handle,
  type Lease,
  LinkspanError,
  type ScopedStorage,
} from '@linkspan/contract';
import { createPacedView, createStore, type Store } from '@linkspan/store';
import type { Handover } from '../../bootstrap/hand-over.ts';
import { toHost } from '../../bootstrap/to-host.ts';
import { type ActivityLog, createActivityLog } from '../../commands/activity.ts';
import { createCommands } from '../../commands/commands.ts';
import { createRequests, type Requests } from '../../commands/requests.ts';
import type { Commands } from '../../commands/shell.ts';
import { createDeferred } from '../../deferred.ts';
import { createEventStream } from '../../diagnostics/event-stream.ts';
import type { Connectors } from '../../loader/connectors.ts';
import { endConnection } from '../../loader/end-connection.ts';
import { toHeld } from '../../loader/guarded-handle.ts';
import { createAttempts } from '../../session/attempts.ts';
import { type Keeping, keepRemembered } from '../../session/remembered.ts';
import { restore, restoreRemembered } from '../../session/restore.ts';
import { createFakeMakers } from '../fake-makers.ts';
import { createFakeSends } from '../fake-sends.ts';
import { fakeConfig } from '../fake-shell.ts';
import type { Timers } from './timers.ts';
import { type Asked, createDiscovery, type World, walletIds } from './world.ts';

/** One load of a page: everything real between its discoveries and its connectors, which do what the world says. */
export interface Visit {
  readonly store: Store;
  readonly requests: Requests;
  readonly activity: ActivityLog;
  readonly commands: Commands;
  readonly connectors: Connectors;
  /** What coming back has thrown, by itself. */
  readonly thrown: unknown[];
}

/** What a visit needs of the world around it. */
export interface VisitNeeds {
  readonly world: World;
  readonly timers: Timers;
  /** What the browser keeps from load to load. */
  readonly memory: ScopedStorage;
  newId(): string;
}

/** Loads the page: what was connected comes back. */
export function openVisit({ world, timers, memory, newId }: VisitNeeds): Visit {
  const store = createStore(fakeConfig.families);
  const { now } = timers;
  const thrown: unknown[] = [];
  const connectors = createWorldConnectors(store, world);
  const requests = createRequests(store.view);
  const transactions = createFakeSends(store.view, newId);
  const activity = createActivityLog({ transactions, now, newId });
  const revalidation = {
    isDue: () => false,
    confirm: async () => undefined,
    assertMayRun(family: FamilyId) {
      const standing = store.view.family(family).standing.get();
      if (standing.state === 'stopped') throw new LinkspanError('release/withdrawn', { remote: family });
    },
  };
  const host = toHost(connectors, revalidation);
  const discoveries = new Map(store.view.families.map((family) => [family, createDiscovery(world, family)]));
  const discovery = async (family: FamilyId) => discoveries.get(family) ?? createDiscovery(world, family);
  const network = (family: FamilyId) => networksOf(family)[0];
  const attempts = createAttempts({ store, newId, network, discovery, ...host });
  const returning = {
    store,
    attempts,
    memory,
    newId,
    networks: networksOf,
    address: new URL('http://localhost/'),
    cleanAddress: () => undefined,
  };
  const keepings = new Map<FamilyId, Keeping>();
  const handover: Handover = {
    config: fakeConfig,
    offered: {},
    store,
    attempts,
    paced: createPacedView(store.view, (run) => void timers.set(run)),
    slots: new Map(),
    makers: createFakeMakers(),
    stream: createEventStream({ now }),
    choose: () => undefined,
    memory: { ...memory, isKept: () => true },
    keeping: (family) => keepings.get(family) as Keeping,
    restore: async (family, remembered, wanted) =>
      restore(returning, family, { ...wanted, remembered, discovery: await discovery(family) }),
    restoreRemembered: (family, adopting) =>
      restoreRemembered(returning, family, discovery(family), adopting),
    retryDocument: async () => undefined,
    retryDiscovery: async () => true,
  };
  const page = { host: 'localhost', origin: 'http://localhost' };
  const reload = () => undefined;
  const forget = async () => undefined;
  const commands = createCommands({
    sessions: handover,
    title: handover.config.title,
    connectors,
    requests,
    activity,
    transactions,
    revalidation,
    page,
    reload,
    forget,
    now,
  });
  for (const family of store.view.families) {
    store.publishWallets(family, walletIds.map(toListing));
    store.publishRemote(family, { stage: 'listed', release: { remote: family, version: '1.0.0' } });
    keepings.set(family, keepRemembered(memory, family, store.view.family(family)));
    handover.restoreRemembered(family).catch((error) => thrown.push(error));
  }
  return { store, requests, activity, commands, connectors, thrown };
}

export function toListing(id: string) {
  return { id, name: `Wallet ${id}`, reach: 'installed' } as const;
}

function networksOf(family: FamilyId) {
  const [first, ...others] = fakeConfig.families.find(({ id }) => id === family)?.networks ?? [];
  return [first?.id ?? 'no:network', ...others.map(({ id }) => id)] as const;
}

/** Connectors that are loaded already, with the page's own guards around them. */
function createWorldConnectors(store: Store, world: World): Connectors {
  const held = new Map<FamilyId, { readonly handle: Handle; readonly control: AbortController }>();
  const mount = (family: FamilyId) => {
    const control = new AbortController();
    const { signal } = control;
    const handle = toHeld(createWorldHandle(family, world), {
      family,
      signal,
      probation: undefined,
      emit: () => undefined,
      unmount: () => connectors.unmount(family),
    });
    held.set(family, { handle, control });
    return handle;
  };
  const connectors: Connectors = {
    mounted: async (family) => held.get(family)?.handle ?? mount(family),
    unmount(family) {
      held.get(family)?.control.abort();
      held.delete(family);
      if (store.view.family(family).connection.get().status === 'connected')
        endConnection(store, family, { code: 'remote/unmounted', context: { family } });
    },
  };
  return connectors;
}

function createWorldHandle(family: FamilyId, world: World): Handle {
  let lease: Lease | undefined;
  const ask = <Value>(command: Asked['command']) => {
    const asked: Asked = { family, command, answer: createDeferred(), isOpen: true };
    world.asked.push(asked);
    return asked.answer.promise as Promise<Value>;
  };
  return {
    adopt(approved, given) {
      lease = given;
      const answer = createDeferred<void>();
      world.adoptions.push({ family, approved, lease: given, answer, isOpen: true, hasPublished: false });
      return answer.promise;
    },
    async disconnect() {
      if (lease === undefined) throw new LinkspanError('wallet/not-connected', {});
      lease.publishConnection({ status: 'disconnected' });
      await ask('disconnect');
    },
    switchAccount: () => ask('account'),
    switchNetwork: () => ask('switch'),
    signMessage: () => ask('sign'),
    signIn: () => ask('sign'),
    send: () => ask('send'),
    unmount: () => undefined,
  };
}
