import {
  codeOf,
  type Discovery,
  type DiscoveryPort,
  type FamilyId,
  type Happening,
  hasCode,
  LinkspanError,
} from '@linkspan/contract';
import { deepFreeze, type Store } from '@linkspan/store';
import { withDeadline } from '../deadline.ts';
import { createDeferred } from '../deferred.ts';
import { discoveryMs } from '../limits.ts';
import type { Release } from '../releases/release.ts';
import { type FamilySlot, publishFailed } from './family-slot.ts';
import { fetchFiles } from './fetch-files.ts';
import { toHeldDiscovery } from './guarded-discovery.ts';
import type { InTurn } from './in-turn.ts';
import { isThrownBy } from './is-thrown-by.ts';
import { isUnderWay } from './is-under-way.ts';
import { toLoadError } from './load-error.ts';
import { takeMethods } from './take-methods.ts';
import { timeStage } from './time-stage.ts';
import { toModuleError } from './to-module-error.ts';

/** What a discovery needs of the page. */
export interface DiscoveryNeeds {
  readonly store: Store;
  /** One after another run those of which one may have blocked an earlier page. */
  readonly inTurn: InTurn;
  /** Hears what has happened, to be told. */
  emit(happening: Happening): void;
  /** Hears of a wallet that shows accounts now. */
  unlocked?(family: FamilyId, walletId: string): void;
}

/**
 * Starts the discovery of a slot's release: from here on it lists wallets. One during whose load an earlier page has
 * ended, beside others, waits until a person asks for it (`isAsked`). Never rejects: a failure is published.
 */
export async function startDiscovery(
  slot: FamilySlot,
  needs: DiscoveryNeeds,
  isAsked = false,
): Promise<void> {
  const { store, emit, inTurn } = needs;
  const { release } = slot;
  if (release === undefined) return;
  // A fetch can be tried again by this page; what the browser has tried to run cannot.
  let step: 'again' | 'reload' = 'again';
  const load = async () => {
    const isSuspect = slot.probation?.isSuspect ?? false;
    if (isSuspect && !isAsked) throw new LinkspanError('loader/suspect', { remote: release.ref.remote });
    await fetchDiscovery(release);
    step = 'reload';
    const run = () => runDiscovery(slot, release, needs);
    return isSuspect ? inTurn(run, discoveryMs) : run();
  };
  try {
    slot.discovery.resolve(await timeStage({ emit, slot, stage: 'discovery' }, load));
    store.publishRemote(slot.family.id, { stage: 'listed', release: release.ref });
    slot.probation?.list();
  } catch (error) {
    const { probation, ...untried } = slot;
    // What the network is late with is no fault of the release: nothing was tried that speaks against it.
    const isLate = hasCode(error, 'loader/timeout') && (await isUnderWay(release));
    publishFailed(store, isLate ? untried : slot, error, step);
    slot.discovery.reject(error);
  }
}

type Heard = Omit<DiscoveryNeeds, 'inTurn'>;

async function runDiscovery(slot: FamilySlot, release: Release, heard: Heard): Promise<Discovery> {
  const context = { remote: release.ref.remote, stage: 'discovery' };
  const late = () => new LinkspanError('loader/timeout', context);
  // Nothing of a module runs in the call that asks for it: the mark comes in time, and the file no later for it.
  const importing = importModule(release, context);
  const ran = slot.probation?.begin('discovery');
  try {
    const module = await withDeadline(importing, discoveryMs, late);
    const discovery = openDiscovery(module, createPort(slot, heard), context);
    return toHeldDiscovery(discovery, slot.family.id);
  } finally {
    ran?.();
  }
}

/** Starts a discovery that failed once more. Returns whether it lists wallets now, or did before. Never rejects. */
export async function retryDiscovery(slot: FamilySlot, needs: DiscoveryNeeds): Promise<boolean> {
  if (await isListed(slot)) return true;
  slot.discovery = createDeferred<Discovery>();
  await startDiscovery(slot, needs, true);
  return isListed(slot);
}

function isListed({ discovery }: FamilySlot): Promise<boolean> {
  return discovery.promise.then(
    () => true,
    () => false,
  );
}

function fetchDiscovery(release: Release): Promise<unknown> {
  return fetchFiles(release, {
    stage: 'discovery',
    paths: [release.manifest.discovery],
    deadlineMs: discoveryMs,
  });
}

type Context = { readonly remote: string; readonly stage: string };

async function importModule(release: Release, context: Context): Promise<object> {
  const { discovery } = release.manifest;
  try {
    return await import(/* @vite-ignore */ release.addressOf(discovery));
  } catch (cause) {
    const failed = await toLoadError(release, [discovery], context, cause);
    // The files are as they should be: the code in them is not.
    if (hasCode(failed, 'loader/unreachable') && isThrownBy(release, cause))
      throw new LinkspanError('loader/broken', context, { cause });
    throw failed;
  }
}

/** Throws `loader/broken`, or `config/…` and `remote/…` as the discovery does. */
function openDiscovery(module: object, port: DiscoveryPort, context: Context): Discovery {
  try {
    const opened: unknown = Reflect.apply(Reflect.get(module, 'discover'), undefined, [port]);
    const discovery = takeMethods<Discovery>(opened, ['attempt', 'restore', 'resume']);
    if (discovery !== undefined) return discovery;
  } catch (cause) {
    throw toModuleError(cause, context);
  }
  throw new LinkspanError('loader/broken', context);
}

function createPort({ family, storage }: FamilySlot, { store, emit, unlocked }: Heard): DiscoveryPort {
  return deepFreeze({
    family: family.id,
    networks: family.networks,
    options: family.remote.options,
    storage,
    // Its own: whoever has a signal can tell all who listen to it that it is aborted.
    signal: new AbortController().signal,
    publish(wallets) {
      try {
        store.publishWallets(family.id, wallets);
      } catch (error) {
        emit({ kind: 'fault', family: family.id, code: codeOf(error) ?? 'remote/failed' });
        throw error;
      }
    },
    unlocked: (walletId) => unlocked?.(family.id, walletId),
  });
}
