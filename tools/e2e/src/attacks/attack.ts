import type { Code } from '@linkspan/contract';
import { expect } from 'vitest';
import type { Engine } from '../engines/engines.ts';
import type { Session } from '../engines/session.ts';
import { evm, families } from '../page/families.ts';
import type { HostPage } from './host-page.ts';
import { connectAndLook, look, preload, type Shown, type Sight, tryImport } from './in-page.ts';
import { type AttackPlace, type Ground, openAttackPlace, type PlaceOptions } from './place.ts';
import type { Victim } from './victim.ts';

/** What somebody does who has taken a store over, or what a tool does to the page in front of it, and how it must end. */
export interface Attack extends PlaceOptions {
  /** Small letters and hyphens; no two have the same. */
  readonly id: string;
  /** What the attacker does. */
  readonly name: string;
  /** Writes over the store, and changes what the page's server sends. */
  strike(victim: Victim, page: HostPage): Promise<void>;
  readonly ends: Ending;
}

/** Expects an end of an attack. In each of them nothing of the attacker has run. */
export type Ending = (scene: Scene) => Promise<void>;

/** A page after an attack. */
export interface Scene {
  readonly ground: Ground;
  readonly session: Session;
  readonly place: AttackPlace;
  readonly shown: Sight['families'];
}

const others = families.filter(({ id }) => id !== evm.id);

/** Carries an attack out in an engine, and expects that it ends as it must. */
export async function tryAttack(ground: Ground, engine: Engine, attack: Attack): Promise<void> {
  await using place = await openAttackPlace(ground, `${engine.name}-${attack.id}`, attack);
  await using session = await engine.open();
  if (attack.knows === 'visited') {
    await session.go(place.url);
    const before = await look(session, families);
    expect(before.families[evm.id]).toMatchObject({ failure: '', version: '1.0.0' });
  }
  await attack.strike(place.victim, place.page);
  await session.go(place.url);
  const { families: shown, isMarked } = await look(session, families);
  expect(isMarked).toBe(false);
  await attack.ends({ ground, session, place, shown });
  expect((await look(session, families)).isMarked).toBe(false);
}

/** No remote is loaded, and each card names the code. */
export function noneLoaded(code: Code): Ending {
  return async ({ shown }) => {
    const cards = families.map(({ id }) => [codeOf(shown[id]), shown[id]?.wallets]);
    expect(cards).toEqual(families.map(() => [code, []]));
  };
}

/** Nothing of the remote is loaded, and its card names the code. */
export function refused(code: Code): Ending {
  return async ({ shown }) => {
    expectOthersRun(shown);
    expect([codeOf(shown[evm.id]), shown[evm.id]?.wallets]).toEqual([code, []]);
  };
}

/** The release that was good before still runs. */
export const goodReleaseRuns: Ending = async ({ shown }) => {
  expectOthersRun(shown);
  expect(shown[evm.id]).toMatchObject({ failure: '', version: '1.0.0' });
};

/** The card names the code once a person connects. */
export function refusedOnConnect(code: Code): Ending {
  return async (scene) => {
    await goodReleaseRuns(scene);
    const { families: after, isMarked } = await connectAndLook(scene.session, evm);
    expect([codeOf(after[evm.id]), isMarked]).toEqual([code, false]);
  };
}

/**
 * The browser does not run a script of the remote under this address. It does run one that the release lists, so that the
 * other is not refused for another reason.
 */
export function refusedByBrowser(address: (victim: Victim) => string, { isPreloaded = false } = {}): Ending {
  return async (scene) => {
    await goodReleaseRuns(scene);
    const { session, place } = scene;
    const { release } = place.victim;
    const attacked = `${place.page.remoteUrl}${address(place.victim)}`;
    const listed = `${place.page.remoteUrl}${release.path}${release.manifest.discovery}`;
    expect(await tryImport(session, listed)).toBe('run');
    if (isPreloaded) await preload(session, attacked);
    expect(await tryImport(session, attacked)).toBe('refused');
  };
}

function expectOthersRun(shown: Sight['families']): void {
  for (const { id } of others) {
    expect(shown[id]).toMatchObject({ failure: '', version: '1.0.0' });
    expect(shown[id]?.wallets).toContain('Practice Wallet');
  }
}

/** The first line of what a card tells for a report. */
function codeOf(shown: Shown | undefined): string | undefined {
  return shown?.failure.split('\n')[0];
}
