import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { toHeaderFiles } from '@linkspan/host/deploy/headers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  changeLive,
  closed,
  findWrong,
  pageRules,
  type Rules,
  remoteRules,
  storeRules,
  writeFiles,
} from './rules.ts';
import { describeWith, type Running, type Server, servers } from './servers.ts';

for (const server of servers) {
  if (server.program)
    await describeWith(server.program, server.name, ([path = '']) => describeServer(server, path));
  else describe(server.name, () => describeServer(server, ''));
}

/** A remote's folder under the page's origin, in which somebody has put a page. */
const ownPath = '/remotes/evm/';
const ownRules: Rules = {
  ...remoteRules,
  headers: { ...closed, 'x-content-type-options': 'nosniff' },
  files: [
    ...remoteRules.files,
    {
      path: '/releases/1.0.0/evil.html',
      type: 'text/html; charset=utf-8',
      cache: remoteRules.files.at(-1)?.cache ?? '',
    },
  ],
};

function describeServer({ name, isPublished, start }: Server, program: string): void {
  let folder: string;
  /** Serves the whole store. */
  let whole: Running;
  /** Serves one remote's folder of the store. */
  let single: Running;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linkspan-served-'));
    const [site, store] = [join(folder, 'site'), join(folder, 'store')];
    await writeFiles(site, pageRules);
    for (const [path, text] of toHeaderFiles(pageRules.headers, [ownPath])) {
      await mkdir(dirname(join(site, path)), { recursive: true });
      await writeFile(join(site, path), text);
    }
    await writeFiles(join(site, ownPath), ownRules);
    await writeFiles(store, storeRules);
    await mkdir(join(folder, 'outside'));
    await writeFile(join(folder, 'outside/secret.json'), 'content of nobody’s');
    whole = await start({ site, store }, program);
    single = await start({ site, store: join(store, 'remote-evm') }, program);
  });

  afterAll(async () => {
    for (const one of [whole, single]) await one?.close();
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

  if (name !== 'the practice server')
    it('leads HTTP to HTTPS', async () => {
      const { status, headers } = await ask(whole.plain ?? '', '/assets/host-1.js?a=b');
      expect([301, 308]).toContain(status);
      // Caddy takes the port that it is given for the usual one.
      expect(headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/assets\/host-1\.js\?a=b$/);
    });

  it('serves a remote under the page’s origin so that nothing there can be a page', async () => {
    for (const { path, type, cache } of ownRules.files) {
      const { status, headers, body } = await ask(whole.page, ownPath.slice(0, -1) + path);
      expect([path, status, `${body}`]).toEqual([path, 200, expect.stringContaining('content of')]);
      expect(headers).toMatchObject({ ...ownRules.headers, 'cache-control': cache });
      expect(headers['content-type']?.toString().replace(/;\s*/, '; ')).toBe(type);
      expect(headers).not.toHaveProperty('service-worker-allowed');
    }
    const hidden = await ask(whole.page, `${ownPath}.linkspan/lock`);
    expect([hidden.status, `${hidden.body}`.includes('content of')]).toEqual([404, false]);
    const file = join(folder, 'site', ownPath, 'live.json');
    if (isPublished)
      expect(await changeLive(whole.page, `${ownPath}live.json`, file)).toBe('200 {"version":2}');
  });

  if (name === 'nginx')
    it('sends the compressed copy beside a file as it is', async () => {
      await writeFile(join(folder, 'site/assets/host-1.js.gz'), gzipSync('compressed by the build'));
      const { body } = await ask(whole.page, '/assets/host-1.js', { 'accept-encoding': 'gzip' });
      expect(`${gunzipSync(body)}`).toBe('compressed by the build');
    });
}
