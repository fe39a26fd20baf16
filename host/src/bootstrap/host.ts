import type { FamilyId } from '@linkspan/contract';
import { deepFreeze } from '@linkspan/store';
import { once } from '../async.ts';
import { type AskDependencies, createAsk } from '../commands/ask.ts';
import { createCommands } from '../commands/commands.ts';
import { Requests } from '../commands/requests.ts';
import type { Commands, PageState, Shell } from '../commands/shell.ts';
import { reportRequests, reportSends } from '../diagnostics/reporters.ts';
import { followSends } from '../ledger/follow.ts';
import { Ledger } from '../ledger/ledger.ts';
import { openLedgerStorage } from '../ledger/storage.ts';
import { assumedIdleMs, idleMs } from '../limits.ts';
import { type Connectors, createConnectors } from '../loader/connector.ts';
import { startFederation } from '../loader/federation.ts';
import { createCompile } from '../loader/files.ts';
import { endConnection, type FamilySlot, publishShare, slotOf } from '../loader/slot.ts';
import { measureClock } from '../releases/clock.ts';
import { createRevalidation, type Revalidation } from '../releases/revalidate.ts';
import { createForget, type Forget, forgetKey } from '../session/forget.ts';
import {
  confirm,
  onWake,
  refreshBalances,
  retryFailed,
  watchOffline,
  watchStorage,
} from '../session/lifecycle.ts';
import { endPairings } from '../session/pairing.ts';
import { type PersistedConnection, recall } from '../session/remembered.ts';
import type { SilentReads } from '../session/restore.ts';
import { followTabs } from '../session/tabs.ts';
import { dropOlder } from '../storage.ts';
import { assistDialog } from '../ui/dialog/assist-dialog.ts';
import { onVisible } from '../visibility.ts';
import { untilNeeded } from './needed.ts';
import type { Host, Page, StartHost } from './page.ts';

const now = () => Date.now();
const newId = () => crypto.randomUUID();
const reload = () => location.reload();

/**
 * Starts the host on the page that the early script has made. The views load beside it, so that no connection waits for
 * them; the shared libraries load first, since connectors wait for them.
 */
export const start: StartHost = (page) => {
  const { store, slots, stream, data, root } = page;
  const { view } = store;
  const { families } = view;
  let loadingShared: Promise<unknown> | undefined;
  const loadShared = () => import('../loader/libraries.ts');
  const loadLibraries = async () => {
    const loading = loadShared();
    loadingShared = loading;
    return (await loading).offered;
  };
  const federation = once(async () => startFederation(data.offered, loadLibraries, page.provideCore));
  const connectors = createConnectors({
    store,
    slots,
    emit: stream.emit,
    federation,
    loadLibraries,
    compile: createCompile(document, (address) => import.meta.resolve(address)),
  });
  const revalidation = openRevalidation(page);
  const ledger = new Ledger({ storage: openLedgerStorage(window), view, now, newId });
  const requests = new Requests(view, (family) => ledger.abandon(family));
  const adopted = afterAdoption(connectors, page.reads);
  const needs: AskDependencies = {
    ...{ view, requests, ledger, revalidation, now },
    title: data.config.title,
    connectors: adopted,
    page: location,
    untilSeen: page.accounts?.untilSeen,
    measureClock: () => measureClock(page.fetch, now),
  };
  const ask = createAsk(needs);
  const commands = createCommands({
    ...needs,
    ask,
    connectors: adopted,
    sessions: { ...page, choose: (family) => page.dialog.open(family) },
    reload,
    forget: () => forget.begin(),
  });
  const { forget, ...state } = startLifecycle(page, { connectors: adopted, requests, commands });
  const request = (family: FamilyId) => requests.of(family);
  reportRequests(view, request, { emit: stream.emit, now });
  reportSends(ledger.entries, stream);
  whenIdle(() => sendTelemetry(page).catch(reportError));
  const isUnused = (id: FamilyId) => view.family(id).connection.get().status === 'disconnected';
  // Before a wallet is pressed. Connectors of remembered wallets load it after the views.
  if (families.every(isUnused)) whenIdle(() => federation().catch(reportError));
  const { mounted } = connectors;
  whenIdle(() => followSends({ ledger, view, mounted }));
  revalidation.start();
  for (const slot of slots.values()) mountAhead(page, slot, connectors);
  const retry = (id: FamilyId) => void commands.retry(id).catch(() => undefined);
  const assist = () => assistDialog({ ...page.dialog, view: page.paced.view, retry });
  if (page.dialog.element.open) assist();
  else whenIdle(assist);
  // React exposes props through DOM nodes, so the shell is frozen.
  const shell: Shell = deepFreeze({
    config: data.config,
    // Views render at most once a frame; commands read the store itself.
    view: page.paced.view,
    request,
    activity: ledger.entries,
    page: state,
    hostModule: import.meta.url,
    commands,
  });
  const gated = {
    ...{ view, requests, ask, ledger },
    assertMayRun: revalidation.assertMayRun,
    switchNetwork: commands.switchNetwork,
  };
  return {
    ...toHost(connectors, revalidation),
    ...{ commands, gated, preload: connectors.preload },
    needed: page.accounts?.shown.promise ?? untilNeeded(page, { ...state, activity: ledger.entries }),
    async show() {
      await loadingShared;
      // Beside the views, which import it: a browser would find it only once it has them.
      const [{ refuseMisconfigured, showViews }] = await Promise.all([import('./lazy.ts'), loadShared()]);
      // With the views: an activity that is filled later would move what is below it.
      ledger.refresh();
      showViews(shell, root, page.accounts?.main);
      // In a task after the one that renders them.
      setTimeout(() => {
        for (const slot of slots.values()) refuseMisconfigured(slot, store);
      });
    },
  };
};

/** Mounts the connector of a remembered wallet while its discovery reads the wallet. */
function mountAhead({ store }: Page, { family, discovery }: FamilySlot, { mounted }: Connectors): void {
  if (store.view.family(family.id).connection.get().status !== 'reconnecting') return;
  // The adoption reports a failure.
  discovery.promise.then(() => mounted(family.id)).catch(() => undefined);
}

/**
 * How the early script reaches connectors. A release that was stopped adopts nothing, and none of it is run ahead; the
 * check of the release runs while the wallet is asked.
 */
export function toHost(
  connectors: Connectors,
  revalidation: Pick<Revalidation, 'confirm' | 'assertMayRun'>,
): Pick<Host, 'adopt' | 'prepare'> {
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
      // The command that needs them reports a failure.
      run().catch(() => undefined);
    },
  };
}

/** Connectors for commands: a wallet may be shown as connected before its connector has adopted it. */
export function afterAdoption(connectors: Connectors, reads: Pick<SilentReads, 'adopted'>): Connectors {
  return {
    ...connectors,
    async mounted(family) {
      await reads.adopted(family);
      return connectors.mounted(family);
    },
  };
}

/** Keeps the page up to date with its other tabs, its network, its storage and the device's sleep. */
export function startLifecycle(
  page: Pick<Page, 'store' | 'memory' | 'remembered' | 'reads' | 'attempts'>,
  parts: {
    readonly connectors: Connectors;
    readonly requests: Requests;
    readonly commands: Pick<Commands, 'retry' | 'restart' | 'refreshBalance'>;
  },
): PageState & { readonly forget: Forget } {
  const { store, memory, remembered, reads, attempts } = page;
  const { connectors, requests, commands } = parts;
  const { view } = store;

  function end(family: FamilyId, isRevoked = false): void {
    const connection = view.family(family).connection.get();
    const wallet = 'wallet' in connection ? connection.wallet.name : '';
    connectors.unmount(family);
    endConnection(store, family, isRevoked ? { code: 'wallet/revoked', context: { wallet } } : undefined);
  }

  const persisted = (family: FamilyId) => remembered.get(family) as PersistedConnection;
  const request = (family: FamilyId) => requests.of(family);
  const tabs = followTabs({ view, memory, reads, persisted, request, end });
  const forget = createForget({
    view,
    window,
    end,
    attempts,
    reads,
    mounted: connectors.mounted,
    stopPersisting() {
      for (const one of remembered.values()) one.end();
    },
    reload,
    newId,
  });
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === forgetKey && newValue !== null) forget.follow();
    else tabs.onStorage(key);
  });
  const readTabs = () => view.families.forEach(tabs.look);
  onVisible(readTabs);
  // Another tab may have stored something since the early script started.
  readTabs();
  endPairings({ ...store, request });
  const retryAt = retryFailed({ ...commands, view, now });
  refreshBalances({ ...commands, view, request, now });
  onWake(now, () => {
    for (const family of view.families)
      confirm({ ...commands, view, reads, request, end }, family).catch(reportError);
  });
  dropOlder();
  return {
    forget,
    isOffline: watchOffline(),
    isStorageUnavailable: watchStorage(view, memory),
    retryAt,
    lastAccounts: (family) => recall(memory, family)?.connection.accounts ?? [],
  };
}

function openRevalidation({ store, slots, fetch }: Page): Revalidation {
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
    measureClock: () => measureClock(fetch, now),
    // Called as a method of another object, the browser’s own function throws.
    report: (error: unknown) => reportError(error),
  });
}

/** WebKit has no `requestIdleCallback`. */
function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: idleMs });
  else setTimeout(task, assumedIdleMs);
}

async function sendTelemetry({ data: { config }, stream }: Page): Promise<void> {
  const { telemetry } = config;
  if (telemetry === undefined) return;
  const { startTelemetry, toBuild } = await import('./lazy.ts');
  const build = toBuild(import.meta.url);
  startTelemetry({ events: stream.events, telemetry, build, fetch: (url, init) => fetch(url, init) });
}
