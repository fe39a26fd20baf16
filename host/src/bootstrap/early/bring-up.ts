import { LinkspanError } from '@linkspan/contract';
import type { NextFrame } from '@linkspan/store';
import { withDeadline } from '../../async.ts';
import { reportDocuments } from '../../diagnostics/report-documents.ts';
import { discoveryHeadStartMs, enforcementMs, hostCodeMs } from '../../limits.ts';
import { type DiscoveryDependencies, startDiscovery } from '../../loader/discovery.ts';
import { type FamilySlot, publishFailed } from '../../loader/slot.ts';
import { openFailureMark } from '../../releases/failure-mark.ts';
import { openStorage, storagePrefix } from '../../storage.ts';
import type { Arrival, Handover, StartHost } from '../hand-over.ts';
import type { AwaitedHost } from './await-host.ts';
import { publishRefusals, refuseUnenforced } from './refusals.ts';

/** What the early script needs of the page to bring it up. */
export interface BringUpNeeds {
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
export async function bringUp(parts: PageParts, needs: BringUpNeeds): Promise<void> {
  try {
    await listWallets(parts, needs);
    // To ask for more keeps a slow processor from showing what is listed.
    await untilShown(needs.nextFrame);
    needs.uncover();
    await showHost(parts, needs);
  } catch (error) {
    giveUp(parts, error);
  }
}

/** Settles when all discoveries have started or failed, or have had their head start. */
async function listWallets({ arrival, handover, running }: PageParts, needs: BringUpNeeds): Promise<void> {
  const { store, offered, stream } = handover;
  const slots = [...handover.slots.values()];
  const unproved = () => new Error(`The browser did not answer within ${enforcementMs} ms`);
  const isEnforced = await withDeadline(arrival.chosen, enforcementMs, unproved);
  if (!isEnforced) slots.forEach(refuseUnenforced);
  needs.closePolicies();
  publishRefusals(slots, { store, offered, now: needs.now });
  openFailureMarks(slots, needs.now);
  const listing = slots.map((slot) => startDiscovery(slot, running));
  reportDocuments(slots, { clock: performance, base: document.baseURI, emit: stream.emit });
  const practice = needs.startPractice().catch(reportError);
  await Promise.race([Promise.all([practice, ...listing]), delay(discoveryHeadStartMs)]);
}

/** Development releases have none: the page is loaded again at each change. */
function openFailureMarks(slots: readonly FamilySlot[], now: () => number): void {
  const documents = openStorage(`${storagePrefix}release:`);
  for (const slot of slots) {
    const { family, release, releases } = slot;
    const needs = { remote: family.remote.name, release, documents, now };
    if (releases !== undefined) slot.failureMark = openFailureMark(needs);
  }
}

async function showHost({ handover, host, endPainting }: PageParts, needs: BringUpNeeds): Promise<void> {
  const { start } = await inTime(needs.loadHost(), 'host module');
  const started = start(handover);
  // Those who wait for it go first: what connects a wallet is asked for before what shows it.
  await host.started(started.host);
  // A person who chooses a wallet has the line to themselves, and looks at no card.
  await needs.untilSeen();
  await inTime(started.show(), 'views');
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

function inTime<Value>(coming: Promise<Value>, what: string): Promise<Value> {
  return withDeadline(coming, hostCodeMs, () => new Error(`No ${what} within ${hostCodeMs} ms`));
}

/** Resolves when the next frame has been made, in a task after it. */
function untilShown(nextFrame: NextFrame): Promise<void> {
  return new Promise((resolve) => nextFrame(() => void setTimeout(resolve)));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
