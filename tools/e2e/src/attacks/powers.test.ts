import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngines } from '../engines/engines.ts';
import { families, solana } from '../page/families.ts';
import { openHostileRemote } from './hostile-remote.ts';
import { look } from './in-page.ts';
import { attacksByPowers } from './on-powers.ts';
import { openAttackPlace } from './place.ts';
import { useGround } from './use-ground.ts';

const ground = useGround();
let hostile: Awaited<ReturnType<typeof openHostileRemote>>;

beforeAll(async () => {
  hostile = await openHostileRemote(join(ground().folder, 'hostile'), solana.remote);
});

afterAll(() => hostile[Symbol.asyncDispose]());

await describeEngines((engine) => {
  for (const { id, name, ends, expectEnd } of attacksByPowers) {
    it.concurrent(`${name}: ${ends}`, async () => {
      const others = ground().others.map((other) => (other.remote === solana.remote ? hostile : other));
      const place = `${engine.name}-${id}`;
      await using attacked = await openAttackPlace({ ...ground(), others }, place);
      await using session = await engine.open();
      await session.go(attacked.url);
      const { families: shown, isMarked } = await look(session, families);
      expect(isMarked).toBe(true);
      for (const family of families) {
        expect(shown[family.id]).toMatchObject({ failure: '' });
        expect(shown[family.id]?.wallets).toContain('Practice Wallet');
      }
      await expectEnd(session);
    });
  }
});
