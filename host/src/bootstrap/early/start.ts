import { type FamilyId, LinkspanError, type View } from '@linkspan/contract';
import { createPacedView, createStore, type NextFrame } from '@linkspan/store';
import { withDeadline } from '../../deadline.ts';
import { createDeferred } from '../../deferred.ts';
import { createEventStream } from '../../diagnostics/event-stream.ts';
import { reportDocuments } from '../../diagnostics/report-documents.ts';
import { reportFacts } from '../../diagnostics/report-facts.ts';
import { reportFloods } from '../../diagnostics/report-floods.ts';
import { chosenRemoteMs, discoveryHeadStartMs, hostCodeMs } from '../../limits.ts';
import { type DiscoveryNeeds, retryDiscovery, startDiscovery } from '../../loader/discovery.ts';
import { type FamilySlot, publishFailed, slotOf } from '../../loader/family-slot.ts';
import type { FileMakers } from '../../loader/file-makers.ts';
import { createTurns } from '../../loader/in-turn.ts';
import { createAttempts } from '../../session/attempts.ts';
import { followListing, mayAnswer } from '../../session/follow-listing.ts';
import { openMemory } from '../../session/open-memory.ts';
import { type Keeping, keepRemembered, recall } from '../../session/remembered.ts';
import { restore, restoreRemembered } from '../../session/restore.ts';
import type { Arrival, Handover, Host, StartHost } from '../hand-over.ts';
import { listenForStray } from './listen-for-stray.ts';
import { openProbations, wakeStorage } from './open-probations.ts';
import { publishRefusals, retryDocument } from './refusals.ts';
import { refuseUnenforced } from './refuse-unenforced.ts';

/** What the early script is given by the page, beside what the inline script hands over. */
export interface EarlyNeeds {
  /** Milliseconds since 1970. */
  now(): number;
  readonly nextFrame: NextFrame;
  /** The page's own address, and what takes a wallet's answer out of it. */
  readonly address: URL;
  cleanAddress(): void;
  readonly makers: FileMakers;
  /** Lets nobody make another Trusted Types policy. */
  closePolicies(): void;
  startPractice(): Promise<void>;
  loadHost(): Promise<{ readonly start: StartHost }>;
  /** Fetches what a family's connector is made of. */
  prefetch(family: FamilyId): void;
  /** Opens the wallet dialog at a family's group. */
  choose(family: FamilyId): void;
  /** Lets the page be seen behind an open dialog. */
  uncover(): void;
  /** Shows what is connected until the views have come; returns what ends it. */
  paint(view: View): () => void;
  /** Settles when nothing is in front of the page. */
  untilSeen(): Promise<void>;
}

/** What the early script has made. */
export interface EarlyPage extends Handover {
  /** Brings a family's connector into the page before it is needed, where that has not been tried yet. */
  prepare(family: FamilyId): void;
}

/**
 * Brings the page on: what is remembered at once, and when the releases are chosen the discoveries, then the host module. A press before
 * the host has come is carried out as far as the wallet's approval, and adopted when it has. Where it does not come,
 * every family fails with `loader/host`.
 */
export function startEarly(arrival: Arrival, needs: EarlyNeeds): EarlyPage {
  const { slots, source, showFailed } = arrival;
  const { config, offered } = arrival.page;
  const store = createStore(config.families);
  const stream = createEventStream(needs);
  const paced = createPacedView(store.view, needs.nextFrame);
  const reporting = { emit: stream.emit, now: needs.now };
  reportFacts(store.view, reporting);
  reportFloods(store.view.families, paced, reporting);
  const refusalNeeds = { store, offered, now: needs.now };
  const all = [...slots.values()];
  listenForStray(window, { slots: all, emit: stream.emit });
  const running: DiscoveryNeeds = {
    store,
    emit: stream.emit,
    inTurn: createTurns(),
    unlocked(id, walletId) {
      const now = store.view.family(id).connection.get();
      const remembered = recall(memory, id)?.connection.wallet.id;
      if (mayAnswer(now) && remembered === walletId) handover.restoreRemembered(id).catch(reportError);
    },
  };
  const memory = openMemory();
  const keepings = new Map(
    store.view.families.map((id) => [id, keepRemembered(memory, id, store.view.family(id))]),
  );
  const slot = (id: FamilyId) => slotOf(slots, id);
  const host = createDeferred<Host>();
  let lost: LinkspanError | undefined;
  const newId = () => crypto.randomUUID();
  // In a task of its own, which a wallet that is to be asked does not wait for.
  const prepare = (id: FamilyId) =>
    void setTimeout(() => {
      // Beside the host module, which knows what to do with it.
      needs.prefetch(id);
      host.promise.then((started) => started.prepare(id)).catch(() => undefined);
    });
  const attempts = createAttempts({
    store,
    newId,
    network: (id) => slot(id).family.networks[0].id,
    discovery: (id) => slot(id).discovery.promise,
    async adopt(id, approved, lease) {
      const started = await host.promise;
      // Without its views, a page takes nothing over.
      if (lost !== undefined) throw lost;
      await started.adopt(id, approved, lease);
    },
    prepare,
  });
  const returning = {
    ...needs,
    store,
    attempts,
    memory,
    newId,
    networks: (id: FamilyId) => networksOf(slot(id)),
  };
  const handover: Handover = {
    config,
    offered,
    store,
    paced,
    slots,
    attempts,
    stream,
    makers: needs.makers,
    choose: needs.choose,
    memory,
    keeping: (id) => keepings.get(id) as Keeping,
    restore: async (id, remembered, wanted) =>
      restore(returning, id, { ...wanted, remembered, discovery: await slot(id).discovery.promise }),
    restoreRemembered: (id, adopting) =>
      restoreRemembered(returning, id, slot(id).discovery.promise, adopting),
    retryDocument: (id) => retryDocument(slot(id), { ...refusalNeeds, source }),
    retryDiscovery: (id) => retryDiscovery(slot(id), running),
  };

  const endPainting = needs.paint(store.view);

  async function bringUp(): Promise<void> {
    const unproved = () => new Error(`The browser did not answer within ${chosenRemoteMs} ms`);
    const isEnforced = await withDeadline(arrival.chosen, chosenRemoteMs, unproved);
    if (!isEnforced) all.forEach(refuseUnenforced);
    needs.closePolicies();
    publishRefusals(all, refusalNeeds);
    openProbations(all, { document, window, page: newId(), now: needs.now });
    const listing = all.map((one) => startDiscovery(one, running));
    reportDocuments(all, { clock: performance, base: document.baseURI, emit: stream.emit });
    const practice = needs.startPractice().catch(reportError);
    await Promise.race([Promise.all([practice, ...listing]), delay(discoveryHeadStartMs)]);
    // To ask for more keeps a slow processor from showing what is listed.
    await untilShown(needs.nextFrame);
    needs.uncover();
    const { start } = await inTime(needs.loadHost(), 'host module');
    const started = start(handover);
    host.resolve(started.host);
    // Those who wait for it go first: what connects a wallet is asked for before what shows it.
    await host.promise;
    // A person who chooses a wallet has the line to themselves, and looks at no card.
    await needs.untilSeen();
    await inTime(started.show(), 'views');
    endPainting();
  }

  function giveUp(cause: unknown): void {
    const error = new LinkspanError('loader/host', {}, { cause });
    lost = error;
    host.reject(error);
    // What it shows would take the place of what is said now.
    endPainting();
    for (const one of slots.values()) {
      one.discovery.reject(error);
      publishFailed(store, one, error, 'reload');
    }
    showFailed();
    reportError(error);
  }

  for (const { id } of config.families) {
    const returnNow = () => void handover.restoreRemembered(id).catch(reportError);
    returnNow();
    const remembered = () => recall(memory, id)?.connection.wallet.id;
    followListing(id, { store, page: window, remembered, restoreRemembered: returnNow });
  }
  wakeStorage();
  bringUp().catch(giveUp);
  return {
    ...handover,
    prepare(family) {
      const { remote, standing } = store.view.family(family);
      if (standing.get().state === 'stopped' || slot(family).probation?.isSuspect) return;
      if (remote.get().stage === 'listed') prepare(family);
    },
  };
}

function inTime<Value>(coming: Promise<Value>, what: string): Promise<Value> {
  return withDeadline(coming, hostCodeMs, () => new Error(`No ${what} within ${hostCodeMs} ms`));
}

function networksOf({ family }: FamilySlot) {
  const [first, ...others] = family.networks;
  return [first.id, ...others.map(({ id }) => id)] as const;
}

/** Resolves when the next frame has been made, in a task after it. */
function untilShown(nextFrame: NextFrame): Promise<void> {
  return new Promise((resolve) => nextFrame(() => void setTimeout(resolve)));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
