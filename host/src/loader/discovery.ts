import { codeOf, type Discovery, type DiscoveryPort, LinkspanError } from '@linkspan/contract';
import { harden, type Store } from '@linkspan/store';
import { type Berth, publishFailed } from './berth.ts';
import { withDeadline } from './deadline.ts';
import { createDeferred } from './deferred.ts';
import { fetchFiles } from './fetch-files.ts';
import { isMadeOf } from './is-made-of.ts';
import { toLoadError } from './load-error.ts';
import type { Release } from './release.ts';

const deadlineMs = 10_000;

/** Starts the discovery of a berth's release: from here on it lists wallets. Never rejects: a failure is published. */
export async function startDiscovery(berth: Berth, store: Store): Promise<void> {
  const { release } = berth;
  if (release === undefined) return;
  const context = { remote: release.ref.remote, stage: 'discovery' };
  // A fetch can be tried again by this page; what the browser has tried to run cannot.
  let mend: 'again' | 'reload' = 'again';
  try {
    if (mayBeAway(release)) await fetchDiscovery(release);
    mend = 'reload';
    const late = () => new LinkspanError('loader/timeout', context);
    const module = await withDeadline(importModule(release, context), deadlineMs, late);
    berth.discovery.resolve(openDiscovery(module, createPort(berth, store), context));
    store.publishRemote(berth.family.id, { stage: 'listed', release: release.ref });
  } catch (error) {
    publishFailed(store, berth, error, mend);
    berth.discovery.reject(error);
  }
}

/** Starts a discovery that failed once more. Answers whether it lists wallets now, or did before. Never rejects. */
export async function retryDiscovery(berth: Berth, store: Store): Promise<boolean> {
  if (await isListed(berth)) return true;
  berth.discovery = createDeferred<Discovery>();
  await startDiscovery(berth, store);
  return isListed(berth);
}

function isListed({ discovery }: Berth): Promise<boolean> {
  return discovery.promise.then(
    () => true,
    () => false,
  );
}

/** A copy of the document served, so its server may not answer now; else the detour by a fetch is not worth its time. */
function mayBeAway({ checkedAt }: Release): boolean {
  return checkedAt === undefined;
}

function fetchDiscovery(release: Release): Promise<unknown> {
  return fetchFiles(release, { stage: 'discovery', paths: [release.manifest.discovery], deadlineMs });
}

type Context = { readonly remote: string; readonly stage: string };

async function importModule(release: Release, context: Context): Promise<object> {
  const { discovery } = release.manifest;
  try {
    return await import(/* @vite-ignore */ release.addressOf(discovery));
  } catch (cause) {
    throw await toLoadError(release, [discovery], context, cause);
  }
}

/** A code that the discovery itself gives, such as `config/malformed` for its options, says more than `loader/broken`. */
function openDiscovery(module: object, port: DiscoveryPort, context: Context): Discovery {
  try {
    const discovery: unknown = Reflect.apply(Reflect.get(module, 'discover'), undefined, [port]);
    if (isMadeOf<Discovery>(discovery, ['attempt', 'restore', 'resume'])) return discovery;
  } catch (cause) {
    throw codeOf(cause) === undefined ? new LinkspanError('loader/broken', context, { cause }) : cause;
  }
  throw new LinkspanError('loader/broken', context);
}

function createPort({ family, storage }: Berth, store: Store): DiscoveryPort {
  return harden({
    family: family.id,
    networks: family.networks,
    options: family.remote.options,
    storage,
    // Its own: whoever has a signal can tell all who listen to it that it is aborted.
    signal: new AbortController().signal,
    publish: (wallets) => store.publishWallets(family.id, wallets),
  });
}
