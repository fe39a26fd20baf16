import type { FamilyId } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import type { PageConfig } from '../config.ts';
import { createAttempts } from '../connect/attempts.ts';
import { comeBack } from '../connect/come-back.ts';
import { keepRemembered } from '../connect/remembered.ts';
import { openStorage } from '../connect/storage.ts';
import { berthOf, createBerth } from '../loader/berth.ts';
import { startDiscovery } from '../loader/discovery.ts';
import { installImportMap, toImportMap } from '../loader/import-map.ts';
import { chooseRelease, retryDocument } from '../loader/release-choice.ts';
import type { Boot, Host, StartHost } from './hand-over.ts';

/** What the boot script is given by the page. */
export interface BootNeeds {
  readonly config: PageConfig;
  /** Versions of the libraries that the page shares, by package name. */
  readonly offered: Readonly<Record<string, string>>;
  /** The page's own address, and what takes a wallet's answer out of it. */
  readonly address: URL;
  cleanAddress(): void;
  /** Modules: called once the page's one import map is in force, never before. */
  startPractice(): Promise<void>;
  loadHost(): Promise<{ readonly start: StartHost }>;
  /** Opens the wallet dialog at a family's group. */
  choose(family: FamilyId): void;
}

const storagePrefix = 'linkspan:1:';
const discoveryHeadStartMs = 1_500;

/**
 * Brings the page up: what is remembered, the live documents side by side, the one import map, the discoveries, then
 * the host module. A press before the host has come is carried out as far as the wallet's approval, and adopted when
 * it has.
 */
export function startBoot(needs: BootNeeds): Boot {
  const { config } = needs;
  const store = createStore(config.families);
  const memory = openStorage(`${storagePrefix}connection:`);
  const berths = new Map(
    config.families.map((family) => [
      family.id,
      createBerth(family, openStorage(`${storagePrefix}${family.id}:`)),
    ]),
  );
  const host = Promise.withResolvers<Host>();
  const newId = () => crypto.randomUUID();
  const attempts = createAttempts({
    store,
    newId,
    network: (id) => berthOf(berths, id).family.networks[0].id,
    discovery: (id) => berthOf(berths, id).discovery.promise,
    adopt: async (id, approved, lease) => (await host.promise).adopt(id, approved, lease),
    prepare: (id) => {
      host.promise.then((started) => started.prepare(id)).catch(() => undefined);
    },
  });
  const returning = { ...needs, store, attempts, memory, newId };
  const boot: Boot = {
    config,
    store,
    berths,
    attempts,
    choose: needs.choose,
    comeBack: (id) => comeBack(returning, id, berthOf(berths, id).discovery.promise),
    retryDocument: (id) => retryDocument(berthOf(berths, id), store, needs.offered),
  };

  async function bringUp(): Promise<void> {
    const all = [...berths.values()];
    await Promise.all(all.map((berth) => chooseRelease(berth, store, needs.offered)));
    if (config.development === undefined)
      installImportMap(toImportMap(all.flatMap(({ release }) => release ?? [])));
    const listing = all.map((berth) => startDiscovery(berth, store, new AbortController().signal));
    await Promise.race([Promise.all([needs.startPractice(), ...listing]), delay(discoveryHeadStartMs)]);
    const { start } = await needs.loadHost();
    host.resolve(start(boot));
  }

  for (const { id } of config.families) {
    keepRemembered(memory, id, store.view.family(id));
    boot.comeBack(id).catch(reportError);
  }
  bringUp().catch((error) => {
    host.reject(error);
    reportError(error);
  });
  return boot;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
