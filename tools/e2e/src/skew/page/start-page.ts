import { toFailure } from '@linkspan/contract';
import { type Card, showCard } from './card.ts';
import type { Edition } from './edition.ts';
import { type Family, openFamily } from './family.ts';
import { startFederation } from './federation.ts';
import { installImportMap } from './import-map.ts';
import { loadRelease, type Release } from './load-release.ts';
import { openRemote } from './open-remote.ts';
import type { PageFamily, PageView } from './page-family.ts';

interface Berth {
  readonly config: PageFamily;
  readonly family: Family;
  readonly card: Card;
  release?: Release;
}

/**
 * Brings a minimal page up, as the contract has it: documents, choice and refusal, one import map, then the remotes.
 * Its body is marked as ready when each card says the outcome of its remote.
 */
export async function startPage(edition: Edition): Promise<void> {
  const configured = readFamilies();
  const berths: readonly Berth[] = configured.map((config) => {
    const family = openFamily(edition);
    return { config, family, card: showCard(config, family.view) };
  });
  await forEach(berths, async (berth) => {
    berth.release = await loadRelease(berth.config.remote, edition.contract);
  });
  installImportMap(berths.flatMap(({ release }) => release ?? []));
  const federation = startFederation();
  const view: PageView = {
    families: configured.map(({ id }) => id),
    family: (id) => berths.find(({ config }) => config.id === id)?.family.view,
  };
  await forEach(berths, async ({ release, ...berth }) => {
    if (release !== undefined) await openRemote({ ...berth, release, edition, view, federation });
  });
  await startPractice(configured);
  document.body.dataset.ready = 'yes';
}

/** Side by side; what fails is said on the berth's card. */
async function forEach(berths: readonly Berth[], work: (berth: Berth) => Promise<void>): Promise<void> {
  const fallback = { code: 'remote/failed', context: {} };
  const done = berths.map((berth) =>
    work(berth).catch((error: unknown) => berth.card.fail(toFailure(error, fallback))),
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
