import { contractVersion, type FamilyId } from '@linkspan/contract';
import { createPacedView, createStore, deepFreeze } from '@linkspan/store';
import { createDeferred } from '../async.ts';
import { reportFacts, reportUncaught } from '../diagnostics/reporters.ts';
import { createEventStream } from '../events.ts';
import { closedDialogMs } from '../limits.ts';
import { type DiscoveryDependencies, retryDiscovery } from '../loader/discovery.ts';
import { reserveFederation } from '../loader/federation-globals.ts';
import { preloadConnector, slotOf } from '../loader/slot.ts';
import { createAdoptions } from '../session/adoptions.ts';
import { Attempts } from '../session/attempts.ts';
import { followListing, isRecoverable } from '../session/follow-listing.ts';
import { ended, keepLastUsed, openMemory, persistConnection, recall } from '../session/remembered.ts';
import { SilentReads } from '../session/restore.ts';
import { openStorage, storagePrefix } from '../storage.ts';
import { findDialog } from '../ui/dialog/elements.ts';
import { listedPrefix, recallListed } from '../ui/dialog/stored-wallets.ts';
import { mountWalletDialog } from '../ui/dialog/wallet-dialog.ts';
import { dialogTexts } from '../ui/texts/en-dialog.ts';
import { nextFrame } from '../visibility.ts';
import { retryLate } from './bring-up.ts';
import type { EnterPage, Host, OpenedPage, Page } from './page.ts';
import type { EarlyScope } from './run-page.ts';

/** Takes the hook by which the inline script waits for the early script, so that no later script can use it. */
export function enterPage(enter: EnterPage): void {
  const scope: EarlyScope = globalThis;
  const { linkspanEnter: handOver } = scope;
  delete scope.linkspanEnter;
  // In a task of its own: a slow processor answers the person in between.
  handOver?.(new Promise((resolve) => setTimeout(() => resolve(enter))));
}

/** Defines the page's public interface: facts, at most once a frame, and events; for reading, from any framework. */
export function definePublic({ paced, stream }: Page): void {
  const value = Object.freeze({ contract: contractVersion, view: paced.view, events: stream.events });
  Object.defineProperty(globalThis, 'linkspan', { value });
}

/**
 * Makes the page's state, and restores what is remembered. An attempt before the host has loaded runs until the wallet
 * approves, and is adopted afterwards.
 */
export function createPage(opened: OpenedPage): Page {
  const { data, root, slots } = opened;
  const { families, identities } = data.config;
  // It is shared with every remote: nobody can change it.
  deepFreeze(data.config);
  const store = createStore(families);
  const { view } = store;
  const stream = createEventStream({ now: Date.now });
  const paced = createPacedView(view, nextFrame);
  reportFacts(view, { emit: stream.emit, now: Date.now });
  reportUncaught(window, [...slots.values()], stream.emit);
  const memory = openMemory();
  const lastWallet = (id: FamilyId) => recall(memory, id)?.connection.wallet.id;
  const usedLast = openStorage(`${storagePrefix}last-used:`);
  const listed = openStorage(listedPrefix);
  const networksOf = (id: FamilyId) => {
    const [first, ...others] = slotOf(slots, id).family.networks;
    return [first.id, ...others.map(({ id }) => id)] as const;
  };
  const shared = {
    store,
    adopt: createAdoptions(store, async (id, ...adoption) => {
      if (view.family(id).connection.get().status === 'connected') await page.shown.promise;
      await (await page.host.promise).adopt(id, ...adoption);
    }),
    newId: () => crypto.randomUUID(),
    discovery: (id: FamilyId) => slotOf(slots, id).discovery.promise,
  };
  const reads = new SilentReads({ ...shared, memory, networks: networksOf });
  const attempts = new Attempts({
    ...shared,
    reads,
    network: (id) => networksOf(id)[0],
    hasLeft: (id, walletId) => memory.get(id) === ended && usedLast.get(id) === walletId,
    // In a task of its own, which a wallet that is to be asked does not wait for.
    prepare: (id) =>
      setTimeout(() => {
        preloadConnector(slots.get(id));
        page.host.promise.then((host) => host.prepare(id)).catch(() => undefined);
      }),
  });
  const restore = (id: FamilyId) => reads.restoreRemembered(id).catch(reportError);
  const element = findDialog(root);
  if (element === undefined) throw new Error('Markup has taken the place of the wallet dialog');
  let due: (() => void) | undefined;
  const drawDue = () => {
    due?.();
    due = undefined;
  };
  /** Nobody sees a closed dialog, and wallets that are being restored need the processor. */
  const drawLater = (draw: () => void) => {
    if (element.open) return draw();
    if (!due) setTimeout(drawDue, closedDialogMs);
    due = draw;
  };
  element.addEventListener('beforetoggle', drawDue);
  const dialog = mountWalletDialog(
    element,
    {
      view,
      identities,
      listen: (id, draw) => paced.listen(id, () => drawLater(draw)),
      connect: (id, walletId) => attempts.start(id, walletId),
      prepare(id, walletId) {
        preloadConnector(slots.get(id));
        page.host.promise.then((host) => host.preload(id)).catch(() => undefined);
        shared.discovery(id).then(
          (discovery) => discovery.prepare?.(walletId),
          () => undefined,
        );
      },
      lastUsed: keepLastUsed(usedLast, view),
      listedBefore: (id) => recallListed(listed, id),
    },
    dialogTexts,
  );
  const discovery: DiscoveryDependencies = {
    store,
    emit: stream.emit,
    allowed: data.config,
    lastUsed: (id) => lastWallet(id) ?? usedLast.get(id),
    unlocked(id, walletId) {
      if (attempts.adoptLateApproval(id, walletId)) return;
      if (isRecoverable(view.family(id).connection.get()) && lastWallet(id) === walletId) void restore(id);
    },
  };
  const page: Page = {
    ...opened,
    store,
    stream,
    paced,
    memory,
    remembered: new Map(
      view.families.map((id) => [
        id,
        persistConnection(memory, id, view.family(id), () => reads.isAhead(id)),
      ]),
    ),
    attempts,
    reads,
    provideCore: reserveFederation(globalThis),
    discovery,
    retryDocument: (id) => retryLate(slotOf(slots, id), { ...opened, ...data, store }),
    retryDiscovery: (id) => retryDiscovery(slotOf(slots, id), discovery),
    dialog: { ...dialog, element },
    host: createDeferred<Host>(),
    shown: createDeferred<void>(),
  };
  for (const id of view.families) void restore(id);
  for (const id of view.families)
    followListing(id, {
      store,
      page: window,
      remembered: () => lastWallet(id),
      restoreRemembered: () => void restore(id),
      adoptLateApproval: () => attempts.adoptLateApproval(id),
    });
  return page;
}
