import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../engines/engine.ts';
import { engines } from '../engines/engines.ts';
import { families } from '../page/families.ts';
import { attacks } from './attacks.ts';
import { type Ground, openGround } from './ground.ts';
import { look } from './in-page.ts';
import { openAttackPlace } from './place.ts';
import { tryAttack } from './try-attack.ts';

let ground: Ground;

beforeAll(async () => {
  ground = await openGround();
});

afterAll(() => ground[Symbol.asyncDispose]());

for (const kind of engines)
  describe.skipIf(kind.missing)(`in ${kind.name}${kind.missing ? `, not run: ${kind.missing}` : ''}`, () => {
    let engine: Engine;

    beforeAll(async () => {
      engine = await kind.start();
    });

    afterAll(() => engine[Symbol.asyncDispose]());

    // Else the attacks would show nothing: what a team has signed runs, and the page is marked by it.
    it.concurrent('the mark is seen where a script runs that leaves it', async () => {
      await using place = await openAttackPlace(ground, `${kind.name.toLowerCase()}-signed`);
      await using session = await engine.open();
      await place.victim.goLive(place.victim.former);
      await session.go(place.url);
      const { families: shown, isMarked } = await look(session, families);
      expect([shown.evm?.failure, shown.evm?.version, isMarked]).toEqual(['', '0.9.0', true]);
    });

    for (const [index, attack] of attacks.entries())
      it.concurrent(`${attack.name}: nothing of it runs, and the others go on`, async () => {
        await tryAttack({ ground, engine, attack, name: `${kind.name.toLowerCase()}-${index}` });
      });
  });
