import { type FamilyId, LinkspanError } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import type { PageConfig } from '../config.ts';
import { createAttempts } from '../connect/attempts.ts';
import { comeBack } from '../connect/come-back.ts';
import { keepRemembered } from '../connect/remembered.ts';
import { openStorage } from '../connect/storage.ts';
import { type Berth, berthOf, createBerth, publishFailed } from '../loader/berth.ts';
import { withDeadline } from '../loader/deadline.ts';
import { createDeferred } from '../loader/deferred.ts';
import { retryDiscovery, startDiscovery } from '../loader/discovery.ts';
import { installImportMap, toImportMap } from '../loader/import-map.ts';
import { chooseReleases, retryDocument } from '../loader/release-choice.ts';
import type { ReleaseSource } from '../loader/release-source.ts';
import type { Boot, Host, StartHost } from './hand-over.ts';

/** What the boot script is given by the page. */
export interface BootNeeds {
  readonly config: PageConfig;
  /** Versions of the libraries that the page shares, by package name. */
  readonly offered: Readonly<Record<string, string>>;
  readonly source: ReleaseSource;
  /** Milliseconds since 1970. */
  now(): number;
  /** The page's own address, and what takes a wallet's answer out of it. */
  readonly address: URL;
  cleanAddress(): void;
  /** Modules: called once the page's one import map is in force, never before. */
  startPractice(): Promise<void>;
  loadHost(): Promise<{ readonly start: StartHost }>;
  /** Says on the page itself that it did not start; what the store says, nobody renders then. */
  showFailed(): void;
  /** Opens the wallet dialog at a family's group. */
  choose(family: FamilyId): void;
}

/** What everything that this page stores begins with; the number is that of the form. */
export const storagePrefix = 'linkspan:1:';
const discoveryHeadStartMs = 1_500;
const hostDeadlineMs = 30_000;

/**
 * Brings the page up: what is remembered, the live documents side by side, the one import map, the discoveries, then
 * the host module. A press before the host has come is carried out as far as the wallet's approval, and adopted when
 * it has. Where it does not come, every family fails with `loader/host`.
 */
export function startBoot(needs: BootNeeds): Boot {
  const { config, offered, source, now } = needs;
  const store = createStore(config.families);
  const memory = openStorage(`${storagePrefix}connection:`);
  const berths = new Map(
    config.families.map((family) => [
      family.id,
      createBerth(family, openStorage(`${storagePrefix}remote:${family.id}:`), source.open(family)),
    ]),
  );
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
  const releases = { store, offered, source, now };
  const { signal } = new AbortController();
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
    choose: needs.choose,
    comeBack: (id) => comeBack(returning, id, berth(id).discovery.promise),
    retryDocument: (id) => retryDocument(berth(id), releases),
    retryDiscovery: (id) => retryDiscovery(berth(id), store, signal),
  };

  async function bringUp(): Promise<void> {
    const all = [...berths.values()];
    await chooseReleases(all, releases);
    if (source.hashed) installImportMap(toImportMap(all.flatMap(({ release }) => release ?? [])));
    const listing = all.map((one) => startDiscovery(one, store, signal));
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
    needs.showFailed();
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
