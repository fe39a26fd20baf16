import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { toHeaderFiles } from '@linkspan/host/deploy/header-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWith } from '../place/not-run.ts';
import { ask } from './ask.ts';
import { findWrongRoutes } from './routes.ts';
import { changeLive, findWrong, pageRules, remoteRules, storeRules, writeFiles } from './rules.ts';
import { type Running, type Server, servers } from './servers.ts';
import { openTalkativeStore, type TalkativeStore } from './talkative-store.ts';

for (const server of servers) {
  if (server.program) await describeWith(server.program, server.name, () => describeServer(server));
  else describe(server.name, () => describeServer(server));
}

function describeServer({ name, isPublished, limitsRoutes, start }: Server): void {
  const route = '/remotes/evm/';
  let folder: string;
  let routed: TalkativeStore;
  /** Serves the whole store. */
  let whole: Running;
  /** Serves one remote's folder of the store. */
  let single: Running;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linkspan-served-'));
    const [site, store] = [join(folder, 'site'), join(folder, 'store')];
    routed = await openTalkativeStore();
    await writeFiles(site, pageRules);
    for (const [path, text] of toHeaderFiles(pageRules.headers, [{ path: route, to: `${routed.url}evm/` }])) {
      await mkdir(dirname(join(site, path)), { recursive: true });
      await writeFile(join(site, path), text);
    }
    await writeFiles(store, storeRules);
    await mkdir(join(folder, 'outside'));
    await writeFile(join(folder, 'outside/secret.json'), 'content of nobody’s');
    whole = await start({ site, store });
    single = await start({ site, store: join(store, 'remote-evm') });
  });

  afterAll(async () => {
    for (const one of [whole, single, routed]) await one?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('serves a page by the rules', async () => {
    expect(await findWrong(whole.page, pageRules, { compresses: isPublished })).toEqual([]);
  });

  it('serves a store by the rules', async () => {
    expect(await findWrong(single.store, remoteRules, { compresses: isPublished })).toEqual([]);
    // At a practice start each remote has a server of its own.
    if (!isPublished) return;
    expect(await findWrong(whole.store, storeRules, { compresses: true })).toEqual([]);
    const file = join(folder, 'store/remote-evm/live.json');
    expect(await changeLive(whole.store, '/remote-evm/live.json', file)).toBe('200 {"version":2}');
  });

  it('passes the body of a live document and of a discovery on by a route, and nothing else', async () => {
    expect(await findWrongRoutes(whole.page, route, routed, { limits: limitsRoutes })).toEqual([]);
  });

  if (name === 'nginx')
    it('sends the compressed copy beside a file as it is', async () => {
      await writeFile(join(folder, 'site/assets/host-1.js.gz'), gzipSync('compressed by the build'));
      const { body } = await ask(whole.page, '/assets/host-1.js', { 'accept-encoding': 'gzip' });
      expect(`${gunzipSync(body)}`).toBe('compressed by the build');
    });
}
