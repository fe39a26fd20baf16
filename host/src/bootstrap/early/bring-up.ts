import { type Approved, type FamilyId, type Lease, LinkspanError } from '@linkspan/contract';
import type { NextFrame } from '@linkspan/store';
import { createDeferred, withDeadline } from '../../async.ts';
import { reportDocuments } from '../../diagnostics/reporters.ts';
import { discoveryHeadStartMs, enforcementMs, hostCodeMs } from '../../limits.ts';
import { type DiscoveryDependencies, prefetchDiscovery, startDiscovery } from '../../loader/discovery.ts';
import { isThrownIn } from '../../loader/module.ts';
import { type FamilySlot, publishFailed } from '../../loader/slot.ts';
import { type FailureMarkDependencies, openFailureMark } from '../../releases/failure-mark.ts';
import { createPageLock } from '../../releases/page-lock.ts';
import { openStorage, storagePrefix } from '../../storage.ts';
import type { Arrival, Handover, Host, StartHost } from '../hand-over.ts';
import { publishRefusals, refuseUnenforced } from './refusals.ts';

/** Dependencies of bringing the page up. */
export interface BringUpDependencies {
  /** Milliseconds since 1970. */
  now(): number;
  readonly nextFrame: NextFrame;
  /** Lets nobody make another Trusted Types policy. */
  closePolicies(): void;
  startPractice(): Promise<void>;
  loadHost(): Promise<{ readonly start: StartHost }>;
  /** Lets the page be seen behind an open dialog, with all of its style. */
  uncover(): void;
  /** Settles when nothing is in front of the page. */
  untilSeen(): Promise<void>;
  /** Lets a later page of this tab reload itself if it does not start. */
  removeReloadMark(): void;
}

/** What is brought up. */
export interface PageParts {
  readonly arrival: Arrival;
  readonly handover: Handover;
  readonly running: DiscoveryDependencies;
  readonly host: AwaitedHost;
  /** Leaves the cards to the views, or to what is said instead of them. */
  endPainting(): void;
}

/**
 * Starts the discoveries when the releases are chosen, and loads the host module when the wallets are listed. If
 * anything of it fails, every family fails with `loader/host`. Never rejects.
 */
export async function bringUp(parts: PageParts, needs: BringUpDependencies): Promise<void> {
  try {
    await listWallets(parts, needs);
    // To ask for more keeps a slow processor from showing what is listed.
    await untilShown(needs.nextFrame);
    needs.uncover();
    await showHost(parts, needs);
    needs.removeReloadMark();
  } catch (error) {
    giveUp(parts, error);
  }
}

/** Settles when all discoveries have started or failed, or have had their head start. */
async function listWallets(
  { arrival, handover, running }: PageParts,
  needs: BringUpDependencies,
): Promise<void> {
  const { store, offered, stream } = handover;
  const slots = [...handover.slots.values()];
  const lock = createPageLock(navigator.locks);
  // No import waits for it.
  const held = lock.hold();
  // While the browser is asked whether it enforces them.
  const prefetch = () => {
    for (const slot of slots) prefetchDiscovery(slot, offered);
  };
  arrival.released.then(prefetch).catch(() => undefined);
  if (!(await inTime(arrival.chosen, 'answer of the browser', enforcementMs)))
    slots.forEach(refuseUnenforced);
  needs.closePolicies();
  publishRefusals(slots, { store, offered, now: needs.now });
  openFailureMarks(slots, { lock, now: needs.now });
  const listing = slots.map((slot) => startDiscovery(slot, running));
  void Promise.all([held, ...listing]).then(([unlock]) => unlock());
  reportDocuments(slots, { clock: performance, base: document.baseURI, emit: stream.emit });
  const practice = needs.startPractice().catch(reportError);
  await Promise.race([Promise.all([practice, ...listing]), delay(discoveryHeadStartMs)]);
}

/** Development releases have none: the page is loaded again at each change. */
function openFailureMarks(
  slots: readonly FamilySlot[],
  platform: Pick<FailureMarkDependencies, 'lock' | 'now'>,
): void {
  const documents = openStorage(`${storagePrefix}release:`);
  for (const slot of slots) {
    const { family, release, releases } = slot;
    const needs = { ...platform, remote: family.remote.name, release, documents };
    if (releases !== undefined) slot.failureMark = openFailureMark(needs);
  }
  listenForReloads(slots);
}

/**
 * Records the release whose code leaves or reloads the page: at each load, it would be a loop. What a person does in the
 * browser's own controls is not heard of here: HTML, "The navigate event". In browsers without that event, Safari before
 * 26.2 and Firefox before 147, such a loop goes on.
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

async function showHost(
  { handover, host, endPainting }: PageParts,
  needs: BringUpDependencies,
): Promise<void> {
  const { start } = await inTime(needs.loadHost(), 'host module', hostCodeMs);
  const started = start(handover);
  // Those who wait for it go first: what connects a wallet is asked for before what shows it.
  await host.started(started);
  // A person who chooses a wallet has the line to themselves, and looks at no card.
  await needs.untilSeen();
  await inTime(started.show(), 'views', hostCodeMs);
  endPainting();
}

function giveUp({ arrival, handover, host, endPainting }: PageParts, cause: unknown): void {
  const error = new LinkspanError('loader/host', {}, { cause });
  host.lost(error);
  // What it shows would take the place of what is said now.
  endPainting();
  for (const slot of handover.slots.values()) {
    slot.discovery.reject(error);
    publishFailed(handover.store, slot, error, 'reload');
  }
  arrival.showFailed();
  reportError(error);
}

function inTime<Value>(coming: Promise<Value>, what: string, deadlineMs: number): Promise<Value> {
  return withDeadline(coming, deadlineMs, () => new Error(`No ${what} within ${deadlineMs} ms`));
}

/** Resolves when the next frame has been made, in a task after it. */
function untilShown(nextFrame: NextFrame): Promise<void> {
  return new Promise((resolve) => nextFrame(() => void setTimeout(resolve)));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The host module, for those who need it before it has started. */
export interface AwaitedHost {
  /** Settles when all who have waited for the host have it. */
  started(host: Host): Promise<void>;
  /** From now on nothing is adopted: the host module or its views did not come. */
  lost(error: LinkspanError): void;
  /** Has the host adopt an approved wallet when it has started. Rejects if the host is lost. */
  adopt(family: FamilyId, approved: Approved, lease: Lease): Promise<void>;
  /** Fetches a family's connector, and has the host mount it when it has started. */
  prepare(family: FamilyId): void;
}

export function awaitHost(preload: (family: FamilyId) => void): AwaitedHost {
  const host = createDeferred<Host>();
  let failure: LinkspanError | undefined;
  return {
    async started(value) {
      host.resolve(value);
      await host.promise;
    },
    lost(error) {
      failure = error;
      host.reject(error);
    },
    async adopt(family, approved, lease) {
      const started = await host.promise;
      // Without its views, a page takes nothing over.
      if (failure !== undefined) throw failure;
      await started.adopt(family, approved, lease);
    },
    // In a task of its own, which a wallet that is to be asked does not wait for.
    prepare: (family) =>
      void setTimeout(() => {
        // Beside the host module, which knows what to do with it.
        preload(family);
        host.promise.then((started) => started.prepare(family)).catch(() => undefined);
      }),
  };
}
