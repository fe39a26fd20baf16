import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngines } from '../engines/engines.ts';
import { families, solana } from '../page/families.ts';
import { openHostileRemote } from './hostile-remote.ts';
import { look } from './in-page.ts';
import { openMarkupServer } from './markup.ts';
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
  // Else that nothing is replaced would show nothing.
  it.concurrent('all that a hostile remote replaces is replaced where nobody forbids it', async () => {
    await using server = await openMarkupServer(join(ground().folder, `${engine.name}-plain`));
    await using session = await engine.open();
    await session.go(server.url);
    const source = await readFile(join(import.meta.dirname, 'hostile/overwrite.js'), 'utf8');
    const script = `${source.replaceAll('export ', '')}; return [targets.length + shown.length + 2, overwritePlatform()]`;
    const [tried, changed] = await session.evaluate<[number, string[]]>(`(() => { ${script} })()`);
    expect(changed).toHaveLength(tried);
  });

  for (const { id, name, ends, notInFirefox, expectEnd } of attacksByPowers) {
    it.concurrent(`${name}: ${ends}`, async ({ skip }) => {
      if (engine.name === 'Firefox' && notInFirefox) skip(notInFirefox);
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
      await expectEnd(session, attacked);
    });
  }
});
