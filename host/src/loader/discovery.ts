import {
  type Discovery,
  type DiscoveryPort,
  type FamilyId,
  hasCode,
  isA,
  LinkspanError,
  missingRequirements,
  parseApproved,
  parseWallets,
  type Shape,
  toPlainError,
  type WalletListing,
  type WalletNeeds,
} from '@linkspan/contract';
import { deepFreeze, readFact, type Store } from '@linkspan/store';
import { createDeferred, runWithin, withDeadline } from '../async.ts';
import type { PageEvent } from '../events.ts';
import { discoveryMs } from '../limits.ts';
import { isCompatible } from '../releases/compatible.ts';
import type { Release } from '../releases/release.ts';
import { fetchFiles, toLoadError } from './files.ts';
import { isThrownIn, takeMethods, toModuleError } from './module.ts';
import {
  createRemotePort,
  emitRefusals,
  type FamilySlot,
  importMarked,
  publishFailed,
  timeStage,
} from './slot.ts';

/** Dependencies of a discovery. */
export interface DiscoveryDependencies {
  readonly store: Store;
  emit(event: PageEvent): void;
  /** The addresses that the page's policy allows for wallets. */
  readonly allowed?: WalletNeeds;
  /** The id of the wallet that a family used last. */
  lastUsed?(family: FamilyId): string | undefined;
  /** Called when a wallet shows accounts again. */
  unlocked?(family: FamilyId, walletId: string): void;
}

/**
 * Starts the discovery of a slot's release, which lists wallets from then on. If two pages in a row ended while code of
 * the remote was imported, it does not start until a person asks for it (`isAsked`). Never rejects: a failure is
 * published.
 */
export async function startDiscovery(
  slot: FamilySlot,
  dependencies: DiscoveryDependencies,
  isAsked = false,
): Promise<void> {
  const { store, emit } = dependencies;
  const { release } = slot;
  if (release === undefined) return;
  // This page can retry a fetch, but not a module that the browser has tried to run.
  let step: 'again' | 'reload' = 'again';
  const load = async () => {
    if (slot.failureMark?.needsPress && !isAsked)
      throw new LinkspanError('release/quarantined', { remote: release.ref.remote });
    await (slot.discoveryFile ?? fetchDiscovery(release));
    step = 'reload';
    return runDiscovery(slot, release, dependencies);
  };
  try {
    slot.discovery.resolve(await timeStage({ emit, slot, stage: 'discovery' }, load));
    store.publishRemote(slot.family.id, { stage: 'listed', release: release.ref });
    slot.failureMark?.list();
  } catch (error) {
    const { failureMark, ...untried } = slot;
    slot.ran?.forget();
    // The network may be slow, which is no failure of the release.
    publishFailed(store, hasCode(error, 'loader/timeout') ? untried : slot, error, step);
    slot.discovery.reject(error);
  }
}

/**
 * Fetches and checks the file of a slot's discovery, if its release is compatible with the page and it has not run here
 * before. Nothing of it runs.
 */
export function prefetchDiscovery(
  slot: FamilySlot,
  offered: Readonly<Record<string, string>>,
  fetch: typeof globalThis.fetch,
): void {
  const { release, ran } = slot;
  if (release === undefined || !isCompatible(release.manifest, offered)) return;
  const hasRun = ran?.has(release.manifest.discovery);
  slot.discoveryFile = hasRun ? Promise.resolve() : fetchDiscovery(release, fetch);
  slot.discoveryFile.catch(() => undefined);
}

function fetchDiscovery(release: Release, fetch = globalThis.fetch): Promise<void> {
  const files = { stage: 'discovery', paths: [release.manifest.discovery], fetch } as const;
  return runWithin(
    discoveryMs,
    (signal) => fetchFiles(release, files, signal),
    () => toTimeout(release),
  );
}

async function runDiscovery(
  slot: FamilySlot,
  release: Release,
  dependencies: DiscoveryDependencies,
): Promise<Discovery> {
  const context = { remote: release.ref.remote, stage: 'discovery' };
  const importing = importMarked(slot, 'discovery', () => importModule(release, context));
  const module = await withDeadline(importing, discoveryMs, () => toTimeout(release));
  slot.ran?.add([release.manifest.discovery]);
  const discovery = openDiscovery(module, createPort(slot, release, dependencies), context);
  return toGuardedDiscovery(discovery, slot.family.id);
}

/** Retries a discovery that failed. Resolves to true if it lists wallets. Never rejects. */
export async function retryDiscovery(
  slot: FamilySlot,
  dependencies: DiscoveryDependencies,
): Promise<boolean> {
  if (await isListed(slot)) return true;
  slot.discovery = createDeferred<Discovery>();
  delete slot.discoveryFile;
  await startDiscovery(slot, dependencies, true);
  return isListed(slot);
}

function isListed({ discovery }: FamilySlot): Promise<boolean> {
  return discovery.promise.then(
    () => true,
    () => false,
  );
}

function toTimeout({ ref }: Release): LinkspanError {
  return new LinkspanError('loader/timeout', { remote: ref.remote, stage: 'discovery' });
}

type Context = { readonly remote: string; readonly stage: string };

async function importModule(release: Release, context: Context): Promise<object> {
  const { discovery } = release.manifest;
  try {
    return await import(/* @vite-ignore */ release.addressOf(discovery));
  } catch (cause) {
    const failed = await toLoadError(release, [discovery], context, cause);
    // The browser throws a `TypeError` of its own if a module did not load; otherwise its code has thrown.
    const isOwn = !isA(cause, TypeError) || isThrownIn(release, cause);
    if (hasCode(failed, 'loader/unreachable') && isOwn)
      throw new LinkspanError('loader/broken', context, { cause });
    throw failed;
  }
}

/** Throws `loader/broken`, or `config/…` and `remote/…` as the discovery does. */
function openDiscovery(module: object, port: DiscoveryPort, context: Context): Discovery {
  try {
    const opened: unknown = Reflect.apply(Reflect.get(module, 'discover'), undefined, [port]);
    const discovery = takeMethods<Discovery>(opened, ['attempt', 'restore'], ['prepare']);
    if (discovery !== undefined) return discovery;
  } catch (cause) {
    throw toModuleError(cause, context);
  }
  throw new LinkspanError('loader/broken', context);
}

function createPort(
  slot: FamilySlot,
  release: Release,
  { store, emit, allowed = {}, lastUsed, unlocked }: DiscoveryDependencies,
): DiscoveryPort {
  const { family } = slot;
  const unmet = missingRequirements(release.manifest.accepts, allowed, family.remote.options);
  return deepFreeze({
    ...createRemotePort(slot, release, { stage: 'discovery', store, emit }),
    // For this discovery alone: code with a signal can dispatch `abort` to all of its listeners.
    signal: new AbortController().signal,
    lastUsed: lastUsed?.(family.id),
    publish: emitRefusals(family.id, emit, (wallets) =>
      store.publishWallets(family.id, withoutUnmet(family.id, wallets, unmet)),
    ),
    unlocked: (walletId) => unlocked?.(family.id, walletId),
  });
}

/**
 * Removes wallets that need addresses which this page does not allow. Installed wallets need none. Throws
 * `remote/malformed`.
 */
function withoutUnmet(
  family: FamilyId,
  wallets: readonly WalletListing[],
  unmet: ReadonlyMap<string, unknown>,
): readonly WalletListing[] {
  if (unmet.size === 0) return wallets;
  return readFact(family, parseWallets, wallets).filter(
    ({ id, reach }) => reach === 'installed' || reach === 'absent' || !unmet.has(id),
  );
}

/** A discovery as the page calls it: its answers are parsed, and its errors are plain ones that keep their code. */
export function toGuardedDiscovery(discovery: Discovery, family: FamilyId): Discovery {
  async function read<Value>(shape: Shape<Value>, call: () => Promise<unknown>): Promise<Value> {
    try {
      return readFact(family, shape, await call());
    } catch (thrown) {
      throw toPlainError(thrown);
    }
  }
  const orNothing: Shape<ReturnType<typeof parseApproved> | undefined> = (value, place) =>
    value === undefined ? undefined : parseApproved(value, place);
  return {
    attempt: (walletId, options) => read(parseApproved, () => discovery.attempt(walletId, options)),
    restore: (walletId, options) => read(orNothing, () => discovery.restore(walletId, options)),
    prepare(walletId) {
      try {
        discovery.prepare?.(walletId);
      } catch (error) {
        reportError(error);
      }
    },
  };
}
