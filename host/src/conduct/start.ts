import { harden } from '@linkspan/store';
import type { Boot, Host } from '../boot/hand-over.ts';
import { berthOf } from '../loader/berth.ts';
import { createConnectors } from '../loader/connectors.ts';
import { offered } from '../loader/offered.ts';
import type { Shell } from '../shell.ts';
import { findInterceptor } from '../upkeep/interceptor.ts';
import { publishShare } from '../upkeep/publish-share.ts';
import { createUpkeep } from '../upkeep/upkeep.ts';
import { createActivityLog } from './activity.ts';
import { createCommands } from './commands.ts';
import { createRequests } from './requests.ts';
import { toHost } from './to-host.ts';

/** Makes the shell of what boot hands over: what views render, and what boot needs back. */
export function startShell(boot: Boot): { readonly shell: Shell; readonly host: Host } {
  const { config, store, berths, makers } = boot;
  const now = () => Date.now();
  const federation = once(async () => (await import('../loader/federation.ts')).startFederation(offered));
  const connectors = createConnectors({ store, berths, federation, makers, now });
  const requests = createRequests(store.view);
  const upkeep = createUpkeep({
    families: store.view.families,
    serving(family) {
      const { release, releases } = berthOf(berths, family);
      return release && releases && { release, releases };
    },
    publishStanding: store.publishStanding,
    publishShare: (family, share) => publishShare(store, berthOf(berths, family), share),
    now,
    report: reportError,
  });
  const activity = createActivityLog({ now, newId: () => crypto.randomUUID() });
  const commands = createCommands({
    boot,
    connectors,
    requests,
    activity,
    upkeep,
    page: location,
    reload: () => location.reload(),
    now,
  });
  whenIdle(() => federation().catch(reportError));
  upkeep.begin({ document, window, every });
  const interceptor = findInterceptor(navigator.serviceWorker, { allowed: config.serviceWorker, location });
  interceptor.then((found) => found && reportError(found.error)).catch(reportError);
  return {
    // React leaves its marks on the page, so that whoever runs there finds what the views are made of.
    shell: harden({
      config,
      view: store.view,
      request: requests.of,
      activity: activity.entries,
      interceptor,
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
