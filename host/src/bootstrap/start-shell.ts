import { harden } from '@linkspan/store';
import { createActivityLog } from '../commands/activity.ts';
import { createCommands } from '../commands/commands.ts';
import { createRequests } from '../commands/requests.ts';
import type { Shell } from '../commands/shell.ts';
import { openAsking } from '../commands/transactions/asking.ts';
import { followSends } from '../commands/transactions/follow-transactions.ts';
import { publishSend } from '../commands/transactions/publish-transaction.ts';
import { openShelf } from '../commands/transactions/storage.ts';
import type { KeptSend } from '../commands/transactions/stored-transaction.ts';
import { createSends } from '../commands/transactions/transactions.ts';
import { createHealth } from '../diagnostics/health-report.ts';
import { keepsStorage } from '../diagnostics/keeps-storage.ts';
import { tellRequests } from '../diagnostics/report-requests.ts';
import { toBuild } from '../diagnostics/telemetry/to-build.ts';
import { createCompile } from '../loader/compile.ts';
import { createConnectors } from '../loader/connectors.ts';
import { berthOf } from '../loader/family-slot.ts';
import { startFederation } from '../loader/federation.ts';
import { publishShare } from '../loader/publish-share.ts';
import { createLend, type Libraries } from '../loader/shared-modules.ts';
import { findInterceptor } from '../releases/interceptor.ts';
import { createUpkeep } from '../releases/revalidate.ts';
import type { Boot, Host } from './hand-over.ts';
import { sendTelemetry } from './send-telemetry.ts';
import { startPageState } from './start-lifecycle.ts';
import { toHost } from './to-host.ts';

/**
 * Makes the shell of what the lobby hands over: what views render, and what the lobby needs back. `loadOffered` brings
 * the libraries that the page lends.
 */
export function startShell(
  boot: Boot,
  loadOffered: () => Promise<Libraries>,
): { readonly shell: Shell; readonly host: Host } {
  const { config, store, paced, berths, makers, stream } = boot;
  const lend = createLend(loadOffered);
  const now = () => Date.now();
  const reload = () => location.reload();
  const federation = once(async () => startFederation(boot.offered, lend));
  const loading = {
    federation,
    lend,
    compile: createCompile(document, (address) => import.meta.resolve(address)),
  };
  const connectors = createConnectors({ store, berths, makers, now, emit: stream.emit, ...loading });
  const requests = createRequests(store.view);
  const upkeep = createUpkeep({
    families: store.view.families,
    listed: (family) => berthOf(berths, family).discovery.promise,
    serving(family) {
      const { release, releases } = berthOf(berths, family);
      return release && releases && { release, releases };
    },
    publishStanding: store.publishStanding,
    publishShare: (family, share) => publishShare(store, berthOf(berths, family), share),
    now,
    // Called as a method of another object, the browser’s own function throws.
    report: (error: unknown) => reportError(error),
  });
  const newId = () => crypto.randomUUID();
  const shelf = openShelf(window);
  const sends = createSends({ shelf, asking: openAsking(navigator.locks), view: store.view, now, newId });
  const activity = createActivityLog({ sends, now, newId });
  const commands = createCommands({
    sessions: boot,
    title: config.title,
    connectors,
    requests,
    activity,
    sends,
    upkeep,
    page: location,
    reload,
    forget: () => forget.begin(),
    now,
  });
  const { forget, ...page } = startPageState({ boot, connectors, requests, commands, every, now, reload });
  tellRequests(store.view, requests.of, { emit: stream.emit, now });
  whenIdle(() => sendTelemetry(boot).catch(reportError));
  whenIdle(() => federation().catch(reportError));
  const told = (send: KeptSend) => publishSend(store, send);
  const { families } = store.view;
  whenIdle(() => followSends({ sends, families, mounted: connectors.mounted, told, document, window, now }));
  upkeep.begin({ document, window, every });
  const interceptor = findInterceptor(navigator.serviceWorker, { allowed: config.serviceWorker, location });
  interceptor.then((found) => found && reportError(found.error)).catch(reportError);
  return {
    // React leaves its marks on the page, so that whoever runs there finds what the views are made of.
    shell: harden({
      config,
      // Views are told of a flood once a frame; what decides reads the store itself.
      view: paced.view,
      request: requests.of,
      activity: activity.entries,
      interceptor,
      page,
      health: createHealth({
        config,
        store,
        paced,
        events: stream.events,
        build: toBuild(import.meta.url),
        keeps: () => keepsStorage(() => localStorage),
        now,
      }),
      commands,
    }),
    host: toHost(connectors, upkeep),
  };
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

function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}

/** WebKit has no `requestIdleCallback`. */
function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 3_000 });
  else setTimeout(task, 500);
}
