import { type Connection, type FamilyId, isWaiting, LinkspanError, type View } from '@linkspan/contract';
import { createDeferred, withDeadline } from '../async.ts';
import type { FamilyConfig } from '../config.ts';
import { closePolicies } from '../csp/policy.ts';
import { reportDocuments } from '../diagnostics/reporters.ts';
import {
  applicationStartMs,
  discoveryHeadStartMs,
  enforcementMs,
  hostCodeMs,
  restoreHeadStartMs,
  viewsHeadStartMs,
} from '../limits.ts';
import { prefetchDiscovery, startDiscovery } from '../loader/discovery.ts';
import { isThrownIn } from '../loader/module.ts';
import { openRanFiles } from '../loader/ran-files.ts';
import {
  isPassing,
  publishRefusals,
  refuseUnenforced,
  retryDocument,
  takeCopied,
} from '../loader/refusals.ts';
import { type FamilySlot, publishFailed } from '../loader/slot.ts';
import { measureClock } from '../releases/clock.ts';
import { nameTab, openFailureMark } from '../releases/failure-mark.ts';
import type { Release } from '../releases/release.ts';
import { openStorage, storagePrefix } from '../storage.ts';
import { paintConnections } from '../ui/paint-connections.ts';
import { nextFrame } from '../visibility.ts';
import { removeReloadMark, uncover } from './failed-page.ts';
import type { Host, Page, StartHost } from './page.ts';

/**
 * Starts the discoveries when the releases are chosen, and loads the host module when the wallets are listed. If
 * anything of it fails, every family fails with `loader/host`. Never rejects.
 */
export async function bringUp(page: Page): Promise<void> {
  const endPainting = paintConnections({
    view: page.paced.view,
    root: page.accounts?.main ?? page.root,
    families: page.data.config.families,
    connect: (family, walletId) => page.attempts.start(family, walletId),
    choose: (family) => page.dialog.open(family),
  });
  try {
    await listWallets(page);
    // Further requests would delay the list on a slow processor.
    await untilShown();
    uncover(page.root);
    await showHost(page);
    endPainting();
    // A later page of this tab may reload itself again if it does not start.
    removeReloadMark();
  } catch (cause) {
    // A painted card would replace the failure that the page shows now.
    endPainting();
    failAll(page, new LinkspanError('loader/host', {}, { cause }));
  }
}

/** Settles when all discoveries have started or failed, or have had their head start. */
async function listWallets(page: Page): Promise<void> {
  const { store, stream, discovery, data } = page;
  const { config, offered } = data;
  const slots = [...page.slots.values()];
  // While the browser proves that it enforces the hashes.
  const prefetch = (slot: FamilySlot, by: typeof fetch) => {
    if (slot.release) slot.ran = openRanFiles(slot.release, openDocuments());
    prefetchDiscovery(slot, offered, by);
  };
  page.released.then(
    () => {
      for (const slot of slots) prefetch(slot, page.fetch);
    },
    () => undefined,
  );
  const isEnforced = await inTime(page.chosen, 'answer of the browser', enforcementMs);
  if (!isEnforced) slots.forEach(refuseUnenforced);
  // An application makes its own policies while it starts.
  if (config.app?.trustedTypes?.length) await Promise.race([page.started, delay(applicationStartMs)]);
  // Not before the import map: to put it into the page takes such a policy.
  closePolicies(document, [...(config.frames ?? []), ...(config.app?.frames ?? [])]);
  const { now } = Date;
  const measure = () => measureClock(page.fetch, now);
  const start = async (those: readonly FamilySlot[]) => {
    await publishRefusals(those, { store, offered, now, measureClock: measure });
    those.forEach(openMark);
    return those.map((slot) => startDiscovery(slot, discovery));
  };
  const isComing = ({ coming }: FamilySlot) => isEnforced && coming !== undefined;
  const listing = await start(slots.filter((slot) => !isComing(slot)));
  listenForReloads(slots);
  for (const slot of slots.filter(isComing)) void takeComing(slot, prefetch).then(() => start([slot]));
  reportDocuments(slots, { clock: performance, base: location.href, emit: stream.emit });
  const practice = startPractice(page).catch(reportError);
  await Promise.race([Promise.all([practice, ...listing]), delay(discoveryHeadStartMs)]);
}

/** Development releases have no mark: the page is loaded again at each change. */
function openMark(slot: FamilySlot): void {
  const { family, release, releases } = slot;
  const mark = {
    tab: nameTab(),
    now: Date.now,
    remote: family.remote.name,
    release,
    documents: openDocuments(),
  };
  if (releases !== undefined) slot.failureMark = openFailureMark(mark);
}

const openDocuments = () => openStorage(`${storagePrefix}release:`);

/** Asks again for a document that did not come, and makes its release ready to start if it can run in this page. */
export async function retryLate(slot: FamilySlot, needs: Parameters<typeof retryDocument>[1]): Promise<void> {
  await retryDocument(slot, needs);
  if (slot.release === undefined) return;
  slot.ran = openRanFiles(slot.release, openDocuments());
  openMark(slot);
}

/** Waits for a document that was late, and takes its release if it is the one in the import map. Never rejects. */
async function takeComing(
  slot: FamilySlot,
  prefetch: (slot: FamilySlot, by: typeof fetch) => void,
): Promise<void> {
  try {
    takeCopied(slot, await (slot.coming as Promise<Release>));
    // An answer to the page's early request may have been given up by now.
    prefetch(slot, fetch);
  } catch (error) {
    slot.refusal = error;
  }
}

/**
 * Records the release whose code leaves or reloads the page: repeated at each load, that is a loop. Code of an
 * application may navigate too, so the stack decides. The browser's own controls fire no event: HTML, "The navigate
 * event". In browsers without that event, Safari before 26.2 and Firefox before 147, such a loop goes on.
 */
function listenForReloads(slots: readonly FamilySlot[]): void {
  const { navigation } = globalThis as { readonly navigation?: Navigation };
  navigation?.addEventListener('navigate', ({ destination, userInitiated }) => {
    if (userInitiated || destination.sameDocument) return;
    // The browser calls this while the code that leaves is on the stack.
    const here = new Error('left');
    slots.find(({ release }) => release && isThrownIn(release, here))?.failureMark?.reload();
  });
}

/** The module of the practice wallets. */
interface Practice {
  announce(config: { readonly networks: Readonly<Record<FamilyId, FamilyConfig['networks']>> }): void;
}

async function startPractice({ data: { config }, load }: Page): Promise<void> {
  if (config.practice === undefined) return;
  const practice = (await load(config.practice.module)) as Practice;
  practice.announce({
    networks: Object.fromEntries(config.families.map(({ id, networks }) => [id, networks])),
  });
}

async function showHost(page: Page): Promise<void> {
  if (page.wanted) await untilWanted(page, page.wanted.promise);
  await Promise.race([untilRestored(page.store.view), delay(restoreHeadStartMs)]);
  const loading = page.load(page.data.hostModule) as Promise<{ readonly start: StartHost }>;
  const { start } = await inTime(loading, 'host module', hostCodeMs);
  const host = start(page);
  // Connect waiting wallets before loading the views.
  page.host.resolve(host);
  // An application may never show the cards.
  if (page.accounts) page.shown.resolve();
  await host.needed;
  // A person who chooses a wallet has the line to themselves, and looks at no card.
  if (page.dialog.element.open) page.shown.resolve();
  await whenDialogClosed(page.dialog.element);
  const showing = inTime(host.show(), 'views', hostCodeMs).then(untilShown);
  Promise.race([showing, delay(viewsHeadStartMs)]).then(page.shown.resolve, page.shown.resolve);
  await showing;
}

/** On an application's page nothing of the host loads before somebody needs a wallet, or a family has to be tried again. */
async function untilWanted({ store: { view }, dialog }: Page, wanted: Promise<void>): Promise<void> {
  const isRemembered = view.families.some((id) => view.family(id).connection.get().status !== 'disconnected');
  if (isRemembered || dialog.element.open) return;
  const opened = new Promise((resolve) =>
    dialog.element.addEventListener('beforetoggle', resolve, { once: true }),
  );
  const failed = new Promise<void>((resolve) => {
    for (const id of view.families) view.family(id).remote.subscribe((now) => isPassing(now) && resolve());
  });
  await Promise.race([wanted, opened, failed]);
}

/** Settles once no wallet is being restored: it has answered, or failed to. */
async function untilRestored({ families, family }: View): Promise<void> {
  const isRestored = (now: Connection) => now.status !== 'reconnecting' || isWaiting(now);
  await Promise.all(
    families.map(
      (id) =>
        new Promise<void>((resolve) => {
          family(id).connection.subscribe((now) => isRestored(now) && resolve());
        }),
    ),
  );
}

function failAll(page: Page, error: LinkspanError): void {
  page.host.reject(error);
  // Without its views, a host that has started adopts nothing more.
  page.host = createDeferred<Host>();
  page.host.reject(error);
  page.shown.resolve();
  for (const slot of page.slots.values()) {
    slot.discovery.reject(error);
    publishFailed(page.store, slot, error, 'reload');
  }
  page.showFailed();
  reportError(error);
}

function inTime<Value>(coming: Promise<Value>, what: string, deadlineMs: number): Promise<Value> {
  return withDeadline(coming, deadlineMs, () => new Error(`No ${what} within ${deadlineMs} ms`));
}

/** Resolves when the next frame has been made, in a task after it. */
function untilShown(): Promise<void> {
  return new Promise((resolve) => nextFrame(() => void setTimeout(resolve)));
}

/** Settles when the dialog is closed, or needs the views for a pairing. */
async function whenDialogClosed(dialog: HTMLDialogElement): Promise<void> {
  if (!dialog.open || dialog.dataset.pairing) return;
  await new Promise((resolve) => {
    for (const type of ['close', 'pairing']) dialog.addEventListener(type, resolve, { once: true });
  });
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
