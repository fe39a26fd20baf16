import { deepFreeze } from '@linkspan/store';
import { createActivityLog } from '../commands/activity.ts';
import { createCommands } from '../commands/commands.ts';
import { followTransactions } from '../commands/follow-transactions.ts';
import { createRequests } from '../commands/requests.ts';
import type { Shell } from '../commands/shell.ts';
import { openTransactionStorage } from '../commands/stored-transaction.ts';
import { createTransactions } from '../commands/transactions.ts';
import { reportRequests } from '../diagnostics/reporters.ts';
import { assumedIdleMs, idleMs } from '../limits.ts';
import { type Connectors, createConnectors } from '../loader/connector.ts';
import { startFederation } from '../loader/federation.ts';
import { createCompile } from '../loader/files.ts';
import type { Libraries } from '../loader/libraries.ts';
import { publishShare, slotOf } from '../loader/slot.ts';
import { createRevalidation, type Revalidation } from '../releases/revalidate.ts';
import type { Handover, Host } from './hand-over.ts';
import { startLifecycle } from './start-lifecycle.ts';

/**
 * Makes the shell of what the early script hands over: what views render, and what the early script needs back. `loadLibraries` brings
 * the libraries that the page shares.
 */
export function startShell(
  handover: Handover,
  loadLibraries: () => Promise<Libraries>,
): { readonly shell: Shell; readonly host: Omit<Host, 'show'> } {
  const { config, store, paced, slots, stream } = handover;
  const now = () => Date.now();
  const reload = () => location.reload();
  const federation = once(async () => startFederation(handover.offered, loadLibraries));
  const loading = {
    federation,
    loadLibraries,
    compile: createCompile(document, (address) => import.meta.resolve(address)),
  };
  const connectors = createConnectors({ store, slots, emit: stream.emit, ...loading });
  const requests = createRequests(store.view);
  const revalidation = openRevalidation(handover, now);
  const newId = () => crypto.randomUUID();
  const transactionStorage = openTransactionStorage(window);
  const transactions = createTransactions({
    transactionStorage,
    view: store.view,
    now,
    newId,
  });
  const activity = createActivityLog({ transactions, now, newId });
  const commands = createCommands({
    sessions: handover,
    title: config.title,
    connectors,
    requests,
    activity,
    transactions,
    revalidation,
    page: location,
    reload,
    forget: () => forget.begin(),
    now,
  });
  const { forget, ...page } = startLifecycle({
    handover,
    connectors,
    requests,
    commands,
    now,
    reload,
  });
  reportRequests(store.view, requests.of, { emit: stream.emit, now });
  whenIdle(() => sendTelemetry(handover).catch(reportError));
  whenIdle(() => federation().catch(reportError));
  const { families } = store.view;
  whenIdle(() => followTransactions({ ...store, transactions, families, mounted: connectors.mounted, now }));
  revalidation.start();
  return {
    // React leaves its marks on the page, so that whoever runs there finds what the views are made of.
    shell: deepFreeze({
      config,
      // Views hear at most once a frame; what decides reads the store itself.
      view: paced.view,
      request: requests.of,
      activity: activity.entries,
      page,
      hostModule: import.meta.url,
      commands,
    }),
    host: toHost(connectors, revalidation),
  };
}

function openRevalidation({ store, slots }: Handover, now: () => number): Revalidation {
  return createRevalidation({
    families: store.view.families,
    listed: (family) => slotOf(slots, family).discovery.promise,
    runningRelease(family) {
      const { release, releases } = slotOf(slots, family);
      return release && releases && { release, releases };
    },
    publishReleaseStatus: store.publishReleaseStatus,
    publishShare: (family, share) => publishShare(store, slotOf(slots, family), share),
    now,
    // Called as a method of another object, the browser’s own function throws.
    report: (error: unknown) => reportError(error),
  });
}

/** A promise that is made at the first call, and again after a failure. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** WebKit has no `requestIdleCallback`. */
function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: idleMs });
  else setTimeout(task, assumedIdleMs);
}

async function sendTelemetry({ config: { telemetry }, stream }: Handover): Promise<void> {
  if (telemetry === undefined) return;
  const { startTelemetry, toBuild } = await import('./lazy.ts');
  const build = toBuild(import.meta.url);
  startTelemetry({
    events: stream.events,
    telemetry,
    build,
    fetch: (url, init) => fetch(url, init),
  });
}

/**
 * What the early script needs of the host. A release that was stopped adopts nothing, and none of it is run ahead; whether it
 * was is asked while the wallet is.
 */
export function toHost(
  connectors: Connectors,
  revalidation: Pick<Revalidation, 'confirm' | 'assertMayRun'>,
): Omit<Host, 'show'> {
  return {
    async adopt(family, approved, lease) {
      revalidation.assertMayRun(family);
      const handle = await connectors.mounted(family);
      await handle.adopt(approved, lease);
    },
    prepare(family) {
      const run = async () => {
        revalidation.assertMayRun(family);
        await Promise.all([revalidation.confirm(family), connectors.mounted(family)]);
      };
      // A failure is reported by what needs them.
      run().catch(() => undefined);
    },
  };
}
