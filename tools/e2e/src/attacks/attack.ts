import type { Code } from '@linkspan/contract';
import { expect } from 'vitest';
import type { Engine } from '../engines/engines.ts';
import type { Session } from '../engines/session.ts';
import { evm, families } from '../page/families.ts';
import { type Fixture, type FixtureOptions, openFixture, type SharedFixture } from './fixture.ts';
import type { HostPage } from './host-page.ts';
import { connectAndLook, look, preload, type Shown, type Sight, tryImport } from './in-page.ts';
import type { Target } from './target.ts';

/** What somebody does who has taken a store over, or what a tool does to the page in front of it, and how it must end. */
export interface Attack extends FixtureOptions {
  /** Small letters and hyphens; no two have the same. */
  readonly id: string;
  /** What the attacker does. */
  readonly name: string;
  /** Another attack shows the same mechanism: this one runs before a release. */
  readonly isNeighbor?: true;
  /** Writes over the store, and changes what the page's server sends. */
  strike(target: Target, page: HostPage): Promise<void>;
  readonly ends: Ending;
}

/** Expects an end of an attack. In each of them nothing of the attacker has run. */
export type Ending = (scene: Scene) => Promise<void>;

/** A page after an attack. */
export interface Scene {
  readonly shared: SharedFixture;
  readonly session: Session;
  readonly fixture: Fixture;
  readonly shown: Sight['families'];
}

const others = families.filter(({ id }) => id !== evm.id);

/** Carries an attack out in an engine, and expects that it ends as it must. */
export async function tryAttack(shared: SharedFixture, engine: Engine, attack: Attack): Promise<void> {
  await using fixture = await openFixture(shared, `${engine.name}-${attack.id}`, attack);
  await using session = await engine.open();
  if (attack.knows === 'visited') {
    await session.go(fixture.url);
    const before = await look(session, families);
    expect(before.families[evm.id]).toMatchObject({ failure: '', version: '1.0.0' });
  }
  await attack.strike(fixture.target, fixture.page);
  await session.go(fixture.url);
  const { families: shown, isMarked } = await look(session, families);
  expect(isMarked).toBe(false);
  await attack.ends({ shared, session, fixture, shown });
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
export function refusedByBrowser(address: (target: Target) => string, { isPreloaded = false } = {}): Ending {
  return async (scene) => {
    await goodReleaseRuns(scene);
    const { session, fixture } = scene;
    const { release } = fixture.target;
    const attacked = `${fixture.page.remoteUrl}${address(fixture.target)}`;
    const listed = `${fixture.page.remoteUrl}${release.path}${release.manifest.discovery}`;
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
