import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve, serveSite } from '@linkspan/release/serve';
import { expect, it, onTestFinished } from 'vitest';
import { createOwnRepository, makeRoot } from './outside.mjs';

// The guide “Release, share, take back”, followed from the tarballs.

it('a change is shipped to a tenth and to all, looked at before, and taken back', async () => {
  const repository = await createOwnRepository('npm');
  const { folder, store, linkspan, keyOf, edit } = repository;
  await makeRoot(repository);
  const ship = async (/** @type {string} */ line) => {
    expect(await linkspan(`ship ${line}`)).toContain('by a person; then again linkspan ship');
    await linkspan(`sign --key ${keyOf('ann')}.key.json`);
    return linkspan(`ship ${line}`);
  };
  expect(await ship('0.1.0')).toContain('0.1.0 for 100 %');
  await edit('0.2.0');
  expect(await ship('0.2.0 --share 10')).toContain('0.1.0 for 90 %, 0.2.0 for 10 %');

  const { port, close } = await serve(store, { port: 0, cors: true });
  onTestFinished(close);
  const remote = `http://localhost:${port}/remote-demo/`;
  const networks = [
    { id: 'demo:practice', title: 'Demo', rpc: ['http://127.0.0.1:9/'], symbol: 'COIN', decimals: 9 },
  ];
  const documents = {
    root: join(store, 'remote-demo/root/1.json'),
    live: join(store, 'remote-demo/live.json'),
  };
  const family = {
    id: 'demo',
    title: 'Demo',
    namespace: 'demo',
    mark: { path: 'M0 0h20z', hue: 20 },
    networks,
  };
  const config = {
    title: 'Page',
    families: [{ ...family, remote: { name: 'remote-demo', url: remote, ...documents } }],
  };
  await writeFile(join(folder, 'page.json'), JSON.stringify(config));
  await linkspan('deploy page.json site --with remote-demo@0.2.0');
  expect(await readFile(join(folder, 'site/index.html'), 'utf8')).toContain('Not live: remote-demo 0.2.0');
  const site = await serveSite(join(folder, 'site'), { port: 0 });
  onTestFinished(site.close);
  expect((await fetch(`http://localhost:${site.port}/staged/remote-demo/live.json`)).status).toBe(200);

  expect(await linkspan('promote remote-demo 0.2.0')).toContain('0.2.0 for 100 %');
  expect(await linkspan('status')).toMatch(/0\.2\.0 +100 %/);
  expect(await linkspan(`doctor ${remote}`)).toContain('Nothing is wrong');
  expect(await linkspan('rollback remote-demo')).toContain('0.1.0 for 100 %');
  expect(await linkspan('withdraw remote-demo')).toContain('withdrawn');
  expect(await linkspan('status')).toContain('withdrawn');
});
