import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { toHeaderFiles } from '@linkspan/host/deploy/header-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  changeLive,
  closed,
  findWrong,
  pagePaths,
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

/** A worker of an application, in a folder whose other files are closed. */
const workerPath = '/assets/worker-1.js';
const ofWorkers = { 'content-security-policy': "default-src 'none'; script-src 'self'" };

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
    const paths = { ...pagePaths, closed: [...pagePaths.closed, '/sub/'], remotes: [ownPath] };
    const workers = { workers: [workerPath], workerHeaders: ofWorkers };
    for (const [path, text] of toHeaderFiles(pageRules.headers, { ...paths, ...workers })) {
      await mkdir(dirname(join(site, path)), { recursive: true });
      await writeFile(join(site, path), text);
    }
    await writeFiles(join(site, ownPath), ownRules);
    await mkdir(join(site, 'sub'));
    for (const [path, text] of [
      [workerPath, 'content of a worker'],
      ['/sub/index.html', 'content of an earlier page'],
    ] as const)
      await writeFile(join(site, path), text);
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

  it('sends a page that is none, and a path that is written otherwise, closed', async () => {
    for (const path of [
      '/sub/index.html',
      '/sub/',
      '/linkspan%2ejson',
      '/%6cinkspan.json',
      '/x/../linkspan.json',
    ]) {
      const { headers } = await ask(whole.page, path);
      expect([path, headers['content-security-policy']]).toEqual([path, closed['content-security-policy']]);
    }
  });

  it('sends the page that answers for a missing one as a page', async () => {
    for (const path of ['/missing', '/missing.html', '/linkspan.json/x']) {
      const { status, headers, body } = await ask(whole.page, path);
      expect([path, status, `${body}`]).toEqual([path, 404, expect.stringContaining('nothing is here')]);
      expect(headers).toMatchObject(pageRules.headers);
    }
  });

  it('sends a worker with the policy of its own, and no service worker', async () => {
    const { status, headers } = await ask(whole.page, workerPath);
    expect([status, headers]).toEqual([200, expect.objectContaining(ofWorkers)]);
    for (const path of [workerPath, '/assets/host-1.js', `${ownPath}releases/1.0.0/remoteEntry-1.js`, '/']) {
      const refused = await ask(whole.page, path, { 'service-worker': 'script' });
      expect([path, refused.status, `${refused.body}`.includes('content of')]).toEqual([path, 403, false]);
    }
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
