import { join } from 'node:path';
import { expect } from 'vitest';
import type { Engine } from '../engines/engines.ts';
import type { Session } from '../engines/session.ts';
import { evm, families } from '../page/families.ts';
import type { Attack, Ending } from './attack.ts';
import { connectAndLook, linkStyle, look, preload, type Shown, type Sight, tryImport } from './in-page.ts';
import { openMarkupServer, tryMarkup } from './markup.ts';
import { type AttackPlace, type Ground, openAttackPlace } from './place.ts';

const others = families.filter(({ id }) => id !== evm.id);

/** One attack in one engine. `name` is that of the folder that nobody else has. */
export interface Trial {
  readonly ground: Ground;
  readonly engine: Engine;
  readonly attack: Attack;
  readonly name: string;
}

/** Carries an attack out, and expects that it ends as it must. */
export async function tryAttack({ ground, engine, attack, name }: Trial): Promise<void> {
  await using place = await openAttackPlace(ground, name, attack);
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
  const ends = endingIn(shown, attack.ends);
  if (ends.by === 'page') return expectNothing(shown, ends);
  for (const { id } of others) expect(shown[id]).toMatchObject({ failure: '', version: '1.0.0' });
  for (const { id } of others) expect(shown[id]?.wallets).toContain('Practice Wallet');
  await expectEnding(ends, { ground, session, place, shown: shown[evm.id] });
}

/** The ending that another family tells of: it goes on, unless no remote is loaded in this browser. */
function endingIn(shown: Sight['families'], ends: Ending): Ending {
  if (ends.by !== 'card' || ends.orEnds === undefined) return ends;
  return others.some(({ id }) => shown[id]?.failure !== '') ? ends.orEnds : ends;
}

function expectNothing(shown: Sight['families'], { code }: Extract<Ending, { by: 'page' }>): void {
  const cards = families.map(({ id }) => [codeOf(shown[id]), shown[id]?.wallets]);
  expect(cards).toEqual(families.map(() => [code, []]));
}

interface Scene {
  readonly ground: Ground;
  readonly session: Session;
  readonly place: AttackPlace;
  readonly shown: Shown | undefined;
}

async function expectEnding(
  ends: Exclude<Ending, { by: 'page' }>,
  { ground, session, place, shown }: Scene,
): Promise<void> {
  if (ends.by === 'card' && ends.when === 'opened') {
    expect(codeOf(shown)).toBe(ends.code);
    expect(shown?.wallets).toEqual([]);
    return;
  }
  expect(shown).toMatchObject({ failure: '', version: place.victim.release.manifest.version });
  if (ends.by === 'card') {
    const { families: after, isMarked } = await connectAndLook(session, evm);
    expect([codeOf(after[evm.id]), isMarked]).toEqual([ends.code, false]);
  }
  if (ends.by === 'link') {
    const address = ends.address(place.victim, place.page);
    expect(await linkStyle(session, address)).toEqual({ event: 'error', isForged: false });
  }
  if (ends.by === 'browser') await expectRefused(session, place, ends);
  if (ends.by === 'markup') {
    await using server = await openMarkupServer(join(ground.folder, 'markup'));
    expect(await tryMarkup(session, server)).toEqual([]);
    expect((await look(session, families)).isMarked).toBe(false);
  }
}

/** The browser does run a file that the release lists, so that what it refuses is not refused for another reason. */
async function expectRefused(
  session: Session,
  { victim, page: { remoteUrl } }: AttackPlace,
  { address, isPreloaded }: Extract<Ending, { by: 'browser' }>,
) {
  const { release } = victim;
  const attacked = `${remoteUrl}${address(victim)}`;
  const listed = `${remoteUrl}${release.path}${release.manifest.discovery}`;
  expect(await tryImport(session, listed)).toBe('run');
  if (isPreloaded) await preload(session, attacked);
  expect(await tryImport(session, attacked)).toBe('refused');
  expect((await look(session, families)).isMarked).toBe(false);
}

/** The first line of what a card tells for a report. */
function codeOf(shown: Shown | undefined): string | undefined {
  return shown?.failure.split('\n')[0];
}
