import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeEngines } from '../engines/engines.ts';
import { families } from '../page/families.ts';
import { tryAttack } from './attack.ts';
import { openFixture, useSharedFixture } from './fixture.ts';
import { look, tryFrame } from './in-page.ts';
import { markup, openMarkupServer, tryMarkup } from './markup.ts';
import { attacksOnDocuments } from './on-documents.ts';
import { attacksOnFiles } from './on-files.ts';
import { attacksOnPage } from './on-page.ts';
import { marker } from './target.ts';

const shared = useSharedFixture();
const attacks = [...attacksOnFiles, ...attacksOnDocuments, ...attacksOnPage];

await describeEngines((engine) => {
  // Else the attacks would show nothing: what a team has signed runs, and the page is marked by it. It is also what
  // the online key alone can do, as in a team's own rollback: a lower sequence is stopped by the floor, or not at all.
  it.concurrent('a release that the online key goes back to runs, and its mark is seen', async () => {
    await using fixture = await openFixture(shared(), `${engine.name}-signed`, { knows: 'deployed' });
    await using session = await engine.open();
    await fixture.target.goLive(fixture.target.former, { changes: { version: 6 } });
    await session.go(fixture.url);
    const { families: shown, isMarked } = await look(session, families);
    expect([shown.evm?.failure, shown.evm?.version, isMarked]).toEqual(['', '0.9.0', true]);
  });

  it.concurrent('the attempts of markup run where nothing forbids them', async () => {
    await using server = await openMarkupServer(join(shared().folder, `${engine.name}-markup`));
    await using session = await engine.open();
    await session.go(server.url);
    expect(await tryMarkup(session, server)).toEqual(markup);
  });

  it.concurrent('a site that the configuration names is shown in a frame and writes nothing into the page', async () => {
    const script = `try { parent.${marker} = true } catch {} parent.postMessage('shown', '*')`;
    for (const { folder } of shared().others)
      await writeFile(join(folder, 'framed.html'), `<!doctype html><script>${script}</script>`);
    await using fixture = await openFixture(shared(), `${engine.name}-frames`, { knows: 'deployed' });
    await using session = await engine.open();
    await session.go(fixture.url);
    expect((await look(session, families)).isMarked).toBe(false);
    const [named = '', other = ''] = shared().others.map(({ url }) => `${url}/framed.html`);
    expect(await tryFrame(session, named)).toBe('shown');
    for (const address of [other, fixture.url, 'data:text/html,'])
      expect(await tryFrame(session, address)).toBe('refused');
    expect((await look(session, families)).isMarked).toBe(false);
  });

  for (const attack of attacks)
    it.concurrent(`${attack.name}: nothing of it runs, and the others go on`, {
      tags: attack.isNeighbor ? ['release'] : [],
    }, async () => {
      await tryAttack(shared(), engine, attack);
    });
});
