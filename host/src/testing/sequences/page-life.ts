import type { FamilyId } from '@linkspan/contract';
import { createFakeStorage } from '../fake-storage.ts';
import { createTimers, type Timers } from './timers.ts';
import { openVisit, type Visit } from './visit.ts';
import type { Adoption, World } from './world.ts';

/** A page over its loads: what the browser keeps, the wallets, the time, and the visit that is open now. */
export interface PageLife {
  readonly world: World;
  readonly timers: Timers;
  visit: Visit;
  /** The adoption whose connector has published a family's connection. */
  readonly holders: Map<FamilyId, Adoption>;
  /** Loads the page again: what was under way is for nobody any more. */
  reload(): void;
}

/** Opens the page for the first time. */
export function createPageLife(timers: Timers = createTimers()): PageLife {
  const world: World = { prompts: [], adoptions: [], asked: [] };
  const memory = createFakeStorage();
  let ids = 0;
  const open = () => openVisit({ world, timers, memory, newId: () => `id-${++ids}` });
  const life: PageLife = {
    world,
    timers,
    visit: open(),
    holders: new Map(),
    reload() {
      for (const one of [...world.prompts, ...world.adoptions, ...world.asked]) one.isOpen = false;
      life.holders.clear();
      life.visit = open();
    },
  };
  return life;
}
