import type { FamilyId, View } from '@linkspan/contract';
import { createPacedView, createStore } from '@linkspan/store';
import { reportFacts, reportUncaught } from '../../diagnostics/reporters.ts';
import { createEventStream } from '../../events.ts';
import { type DiscoveryDependencies, retryDiscovery } from '../../loader/discovery.ts';
import { type FamilySlot, slotOf } from '../../loader/slot.ts';
import { createAttempts } from '../../session/attempts.ts';
import { followListing, mayAnswer } from '../../session/follow-listing.ts';
import { type Keeping, keepRemembered, openMemory, recall } from '../../session/remembered.ts';
import { restore, restoreRemembered } from '../../session/restore.ts';
import type { Arrival, Handover } from '../hand-over.ts';
import { awaitHost, type BringUpDependencies, bringUp } from './bring-up.ts';
import { retryDocument } from './refusals.ts';

/** What the early script is given by the page, beside what the inline script hands over. */
export interface EarlyDependencies extends BringUpDependencies {
  /** The id of the wallet that a family used last, on an earlier visit. */
  lastUsed?(family: FamilyId): string | undefined;
  /** Fetches what a family's connector is made of. */
  preload(family: FamilyId): void;
  /** Opens the wallet dialog at a family's group. */
  choose(family: FamilyId): void;
  readonly setSearch: Handover['setSearch'];
  /** Shows what is connected until the views have come; returns what ends it. */
  paint(view: View): () => void;
}

/**
 * Brings the page on: what is remembered at once, and when the releases are chosen the discoveries, then the host module. A press before
 * the host has come is carried out as far as the wallet's approval, and adopted when it has. Where it does not come,
 * every family fails with `loader/host`.
 */
export function startEarly(arrival: Arrival, needs: EarlyDependencies): Handover {
  const { slots, page, source } = arrival;
  const { config, offered } = page;
  const store = createStore(config.families);
  const stream = createEventStream(needs);
  const paced = createPacedView(store.view, needs.nextFrame);
  reportFacts(store.view, { emit: stream.emit, now: needs.now });
  reportUncaught(window, [...slots.values()], stream.emit);
  const host = awaitHost(needs.preload);
  const slot = (id: FamilyId) => slotOf(slots, id);
  const newId = () => crypto.randomUUID();
  const attempts = createAttempts({
    store,
    newId,
    network: (id) => slot(id).family.networks[0].id,
    discovery: (id) => slot(id).discovery.promise,
    adopt: host.adopt,
    prepare: host.prepare,
  });
  const memory = openMemory();
  const lastWallet = (id: FamilyId) => recall(memory, id)?.connection.wallet.id;
  const keepings = new Map(
    store.view.families.map((id) => [id, keepRemembered(memory, id, store.view.family(id))]),
  );
  const running: DiscoveryDependencies = {
    store,
    emit: stream.emit,
    allowed: config,
    lastUsed: (id) => lastWallet(id) ?? needs.lastUsed?.(id),
    unlocked(id, walletId) {
      if (attempts.takeLate(id, walletId)) return;
      if (mayAnswer(store.view.family(id).connection.get()) && lastWallet(id) === walletId) returnNow(id);
    },
  };
  const networks = (id: FamilyId) => networksOf(slot(id));
  const returning = { ...needs, store, attempts, memory, newId, networks };
  const handover: Handover = {
    config,
    offered,
    store,
    paced,
    slots,
    attempts,
    stream,
    choose: needs.choose,
    setSearch: needs.setSearch,
    memory,
    keeping: (id) => keepings.get(id) as Keeping,
    restore: async (id, remembered, isWanted) =>
      restore(returning, id, { isWanted, remembered, discovery: await slot(id).discovery.promise }),
    restoreRemembered: (id) => restoreRemembered(returning, id, slot(id).discovery.promise),
    retryDocument: (id) => retryDocument(slot(id), { store, offered, now: needs.now, source }),
    retryDiscovery: (id) => retryDiscovery(slot(id), running),
  };
  const returnNow = (id: FamilyId) => void handover.restoreRemembered(id).catch(reportError);

  const endPainting = needs.paint(paced.view);
  for (const { id } of config.families) {
    returnNow(id);
    followListing(id, {
      store,
      page: window,
      remembered: () => lastWallet(id),
      restoreRemembered: () => returnNow(id),
      takeLate: () => attempts.takeLate(id),
    });
  }
  void bringUp({ arrival, handover, running, host, endPainting }, needs);
  return handover;
}

function networksOf({ family }: FamilySlot) {
  const [first, ...others] = family.networks;
  return [first.id, ...others.map(({ id }) => id)] as const;
}
