import { toFailure } from '@linkspan/contract';
import { type Card, showCard } from './card.ts';
import type { Edition } from './edition.ts';
import { type Family, openFamily } from './family.ts';
import { startFederation } from './federation.ts';
import { installImportMap } from './import-map.ts';
import { loadRelease, type Release } from './load-release.ts';
import { openRemote } from './open-remote.ts';
import type { PageFamily, PageView } from './page-family.ts';

interface Slot {
  readonly config: PageFamily;
  readonly family: Family;
  readonly card: Card;
  release?: Release;
}

/**
 * Brings a minimal page up, as the contract has it: documents, choice and refusal, one import map, then the remotes.
 * Its body is marked as ready when each card says whether its remote runs.
 */
export async function startPage(edition: Edition): Promise<void> {
  const configured = readFamilies();
  const slots: readonly Slot[] = configured.map((config) => {
    const family = openFamily(edition);
    return { config, family, card: showCard(config, family.view) };
  });
  await forEach(slots, async (slot) => {
    slot.release = await loadRelease(slot.config.remote, edition.contract);
  });
  installImportMap(slots.flatMap(({ release }) => release ?? []));
  const federation = startFederation();
  const view: PageView = {
    families: configured.map(({ id }) => id),
    family: (id) => slots.find(({ config }) => config.id === id)?.family.view,
  };
  await forEach(slots, async ({ release, ...slot }) => {
    if (release !== undefined) await openRemote({ ...slot, release, edition, view, federation });
  });
  await startPractice(configured);
  document.body.dataset.ready = 'yes';
}

/** Side by side; what fails is said on the slot's card. */
async function forEach(slots: readonly Slot[], work: (slot: Slot) => Promise<void>): Promise<void> {
  const fallback = { code: 'remote/failed', context: {} };
  const done = slots.map((slot) =>
    work(slot).catch((error: unknown) => slot.card.fail(toFailure(error, fallback))),
  );
  await Promise.all(done);
}

function readFamilies(): readonly PageFamily[] {
  return JSON.parse(document.getElementById('families')?.textContent ?? '[]');
}

async function startPractice(families: readonly PageFamily[]): Promise<void> {
  const module = '/practice/wallets.js';
  const { announce } = await import(/* @vite-ignore */ module);
  announce({ networks: Object.fromEntries(families.map(({ id, networks }) => [id, networks])) });
}
