import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeEngines } from '../engines/engines.ts';
import { evm, families } from '../page/families.ts';
import { tryToConnect } from './assets-in-page.ts';
import { look } from './in-page.ts';
import { markup, openMarkupServer, tryMarkup } from './markup.ts';
import { attacksOnAssets } from './on-assets.ts';
import { attacksOnDocuments } from './on-documents.ts';
import { attacksOnFiles } from './on-files.ts';
import { attacksOnPage } from './on-page.ts';
import { openAttackPlace } from './place.ts';
import { tryAttack } from './try-attack.ts';
import { useGround } from './use-ground.ts';

const ground = useGround();
const attacks = [...attacksOnFiles, ...attacksOnAssets, ...attacksOnDocuments, ...attacksOnPage];

await describeEngines((engine) => {
  // Else the attacks would show nothing: what a team has signed runs, and the page is marked by it. It is also what
  // the online key alone can do, as in a team's own rollback: a lower sequence is stopped by the floor, or not at all.
  it.concurrent('a release that the online key goes back to runs, and its mark is seen', async () => {
    await using place = await openAttackPlace(ground(), `${engine.name}-signed`, { knows: 'deployed' });
    await using session = await engine.open();
    await place.victim.goLive(place.victim.former, { changes: { version: 6 } });
    await session.go(place.url);
    const { families: shown, isMarked } = await look(session, families);
    expect([shown.evm?.failure, shown.evm?.version, isMarked]).toEqual(['', '0.9.0', true]);
  });

  // Else what attacks on these files are refused for would show nothing.
  it.concurrent('a connector gets its style, worker, WebAssembly and JSON as they were released', async () => {
    await using place = await openAttackPlace(ground(), `${engine.name}-files`, { asks: 'listed' });
    await using session = await engine.open();
    await session.go(place.url);
    await look(session, families);
    const outcome = await tryToConnect(session, evm);
    expect(outcome).toEqual({ status: 'connected', code: '', isMarked: false });
    const asked = { json: 'high', style: 'open', wasm: 42, worker: 'ready' };
    expect(await session.evaluate('globalThis.asked')).toEqual(asked);
  });

  it.concurrent('the attempts of markup run where nothing forbids them', async () => {
    await using server = await openMarkupServer(join(ground().folder, `${engine.name}-markup`));
    await using session = await engine.open();
    await session.go(server.url);
    expect(await tryMarkup(session, server)).toEqual(markup);
  });

  for (const attack of attacks)
    it.concurrent(`${attack.name}: nothing of it runs, and the others go on`, async () => {
      await tryAttack({ ground: ground(), engine, attack, name: `${engine.name}-${attack.id}` });
    });
});
