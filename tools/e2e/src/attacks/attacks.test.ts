import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeEngines } from '../engines/describe-engines.ts';
import { families } from '../page/families.ts';
import { attacks } from './attacks.ts';
import { look } from './in-page.ts';
import { markup, openMarkupServer, tryMarkup } from './markup.ts';
import { openAttackPlace } from './place.ts';
import { toMeta } from './table/claim.ts';
import { tryAttack } from './try-attack.ts';
import { useGround } from './use-ground.ts';

const ground = useGround();

it('every attack has an id of its own', () => {
  const ids = attacks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

it('the page is sent without Integrity-Policy, so that all of it holds where nobody sends that', async () => {
  await using place = await openAttackPlace(ground(), 'headers');
  const { headers } = await fetch(place.url);
  expect(headers.get('content-security-policy')).toContain('script-src');
  expect([...headers.keys()].filter((name) => name.startsWith('integrity-policy'))).toEqual([]);
});

describeEngines((engine) => {
  // Else the attacks would show nothing: what a team has signed runs, and the page is marked by it. It is also what
  // the online key alone can do, as in a team's own roll back: a lower sequence is stopped by the floor, or not at all.
  it.concurrent('a release that the online key goes back to runs, and its mark is seen', async () => {
    const name = `${engine.name.toLowerCase()}-signed`;
    await using place = await openAttackPlace(ground(), name, { knows: 'deployed' });
    await using session = await engine.open();
    await place.victim.goLive(place.victim.former, { changes: { version: 6 } });
    await session.go(place.url);
    const { families: shown, isMarked } = await look(session, families);
    expect([shown.evm?.failure, shown.evm?.version, isMarked]).toEqual(['', '0.9.0', true]);
  });

  it.concurrent('the attempts of markup run where nothing forbids them', async () => {
    await using server = await openMarkupServer(join(ground().folder, `${engine.name.toLowerCase()}-markup`));
    await using session = await engine.open();
    await session.go(server.url);
    expect(await tryMarkup(session, server)).toEqual(markup);
  });

  // Tables and results know an attack by its id, which begins the test's name.
  for (const attack of attacks) {
    const title = `${attack.id}: ${attack.name}; nothing of it runs, and the others go on`;
    it.concurrent(title, { meta: toMeta(attack, engine.name) }, async () => {
      await tryAttack({
        ground: ground(),
        engine,
        attack,
        name: `${engine.name.toLowerCase()}-${attack.id}`,
      });
    });
  }
});
