import { type FamilyId, LinkspanError } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import type { Arrival, Boot, Host, StartHost } from '../boot/hand-over.ts';
import { createAttempts } from '../connect/attempts.ts';
import { comeBack } from '../connect/come-back.ts';
import { keepRemembered } from '../connect/remembered.ts';
import { openStorage, storagePrefix } from '../connect/storage.ts';
import { createEventStream } from '../events/stream.ts';
import { type Berth, berthOf, publishFailed } from '../loader/berth.ts';
import { withDeadline } from '../loader/deadline.ts';
import { createDeferred } from '../loader/deferred.ts';
import { retryDiscovery, startDiscovery } from '../loader/discovery.ts';
import type { FileMakers } from '../loader/file-makers.ts';
import { publishRefusals, retryDocument } from './refusals.ts';

/** What the lobby is given by the page, beside what the inline script hands over. */
export interface LobbyNeeds {
  /** Milliseconds since 1970. */
  now(): number;
  /** The page's own address, and what takes a wallet's answer out of it. */
  readonly address: URL;
  cleanAddress(): void;
  readonly makers: FileMakers;
  startPractice(): Promise<void>;
  loadHost(): Promise<{ readonly start: StartHost }>;
  /** Opens the wallet dialog at a family's group. */
  choose(family: FamilyId): void;
}

const discoveryHeadStartMs = 1_500;
const hostDeadlineMs = 30_000;

/**
 * Brings the page on from the import map: what is remembered, the discoveries, then the host module. A press before
 * the host has come is carried out as far as the wallet's approval, and adopted when it has. Where it does not come,
 * every family fails with `loader/host`.
 */
export function startLobby(arrival: Arrival, needs: LobbyNeeds): Boot {
  const { berths, source, showFailed } = arrival;
  const { config, offered } = arrival.page;
  const store = createStore(config.families);
  const stream = createEventStream(needs);
  const judging = { store, offered, now: needs.now };
  publishRefusals([...berths.values()], judging);
  const memory = openStorage(`${storagePrefix}connection:`);
  const berth = (id: FamilyId) => berthOf(berths, id);
  const host = createDeferred<Host>();
  const newId = () => crypto.randomUUID();
  const attempts = createAttempts({
    store,
    newId,
    network: (id) => berth(id).family.networks[0].id,
    discovery: (id) => berth(id).discovery.promise,
    adopt: async (id, approved, lease) => (await host.promise).adopt(id, approved, lease),
    prepare: (id) => {
      host.promise.then((started) => started.prepare(id)).catch(() => undefined);
    },
  });
  const returning = {
    ...needs,
    store,
    attempts,
    memory,
    newId,
    networks: (id: FamilyId) => networksOf(berth(id)),
  };
  const boot: Boot = {
    config,
    store,
    berths,
    attempts,
    stream,
    makers: needs.makers,
    choose: needs.choose,
    comeBack: (id) => comeBack(returning, id, berth(id).discovery.promise),
    retryDocument: (id) => retryDocument(berth(id), { ...judging, source }),
    retryDiscovery: (id) => retryDiscovery(berth(id), store),
  };

  async function bringUp(): Promise<void> {
    const listing = [...berths.values()].map((one) => startDiscovery(one, store));
    const practice = needs.startPractice().catch(reportError);
    await Promise.race([Promise.all([practice, ...listing]), delay(discoveryHeadStartMs)]);
    const late = () => new Error(`The host module did not come within ${hostDeadlineMs} ms`);
    const { start } = await withDeadline(needs.loadHost(), hostDeadlineMs, late);
    host.resolve(start(boot));
  }

  function giveUp(cause: unknown): void {
    const error = new LinkspanError('loader/host', {}, { cause });
    host.reject(error);
    for (const one of berths.values()) {
      one.discovery.reject(error);
      publishFailed(store, one, error, 'reload');
    }
    showFailed();
    reportError(error);
  }

  for (const { id } of config.families) {
    keepRemembered(memory, id, store.view.family(id));
    boot.comeBack(id).catch(reportError);
  }
  bringUp().catch(giveUp);
  return boot;
}

function networksOf({ family }: Berth) {
  const [first, ...others] = family.networks;
  return [first.id, ...others.map(({ id }) => id)] as const;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
