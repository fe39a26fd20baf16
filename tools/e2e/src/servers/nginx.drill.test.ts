import { cp, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWith } from '../place/not-run.ts';
import { siteFolder } from '../place/stack.ts';
import { ask } from './ask.ts';
import { folderRules, kept, pageRules, storeRules } from './rules.ts';
import { type Nginx, startNginx } from './start-nginx.ts';
import { writeFiles } from './write-files.ts';

await describeWith('nginx', 'nginx with the published configuration', ([program = '']) => {
  const cases = [
    { name: 'the page', rules: pageRules, of: 'page', whole: true },
    { name: 'a store', rules: storeRules, of: 'store', whole: true },
    { name: 'one remote’s folder of a store', rules: folderRules, of: 'store', whole: false },
  ] as const;
  let place: string;
  const running = new Map<boolean, Nginx>();
  const originOf = ({ of, whole }: (typeof cases)[number]) => running.get(whole)?.[of] ?? '';

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'linkspan-served-'));
    const [site, store] = [join(place, 'site'), join(place, 'store')];
    await writeFiles(site, pageRules);
    await cp(join(siteFolder, '.headers'), join(site, '.headers'), { recursive: true });
    await writeFiles(store, storeRules);
    await writeFiles(join(store, 'remote-evm'), folderRules);
    running.set(true, await startNginx(program, { site, store }));
    running.set(false, await startNginx(program, { site, store: join(store, 'remote-evm') }));
  });

  afterAll(async () => {
    await Promise.all([...running.values()].map((one) => one.close()));
    await rm(place, { recursive: true, force: true });
  });

  describe.each(cases)('serves $name', (served) => {
    const { rules } = served;

    it.each(rules.files)('with $path as $type, $cache', async ({ path, type, cache }) => {
      const { status, headers, body } = await ask(originOf(served), path);
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'content-type': type, 'cache-control': cache, ...rules.headers });
      expect(`${body}`).toContain('content of');
    });

    it.each([...rules.hidden, '/missing.js', '/releases/missing.js', '/assets/missing.js', '/live.json/x'])(
      'without %s, and nobody keeps that it is missing',
      async (path) => {
        const { status, headers } = await ask(originOf(served), path);
        expect(status).toBe(404);
        expect(headers).toMatchObject({ 'cache-control': kept.never, ...rules.headers });
      },
    );

    it.each(['/../policy.json', '/..%2fpolicy.json', '/assets/..%2f..%2f..%2fetc/hostname', '/releases/'])(
      'and not what %s leads to',
      async (path) => {
        const { status, headers } = await ask(originOf(served), path);
        expect(status).toBeGreaterThanOrEqual(400);
        expect(headers['cache-control'] ?? kept.never).toBe(kept.never);
      },
    );

    it('to readers alone', async () => {
      const path = rules.files[1]?.path ?? '';
      for (const method of ['POST', 'PUT', 'DELETE'])
        expect((await ask(originOf(served), path, {}, method)).status).toBe(405);
    });

    it('packed for a browser that unpacks', async () => {
      for (const { path } of rules.files) {
        const { headers, body } = await ask(originOf(served), path, { 'accept-encoding': 'gzip, br' });
        expect([path, headers['content-encoding'], headers.vary]).toEqual([path, 'gzip', 'Accept-Encoding']);
        expect(`${gunzipSync(body)}`).toContain('content of');
      }
    });
  });

  it('answers that a page has not changed without sending it again', async () => {
    const origin = running.get(true)?.page ?? '';
    const { headers } = await ask(origin, '/');
    const again = await ask(origin, '/', { 'if-none-match': `${headers.etag}` });
    expect([again.status, again.headers['cache-control'], again.body.length]).toEqual([304, 'no-cache', 0]);
  });

  it('sends a live document that changed within one second and kept its length', async () => {
    const origin = running.get(true)?.store ?? '';
    const file = join(place, 'store/remote-evm/live.json');
    const second = new Date('2026-11-20T12:00:00Z');
    await writeFile(file, '{"version":1}');
    await utimes(file, second, second);
    const { headers } = await ask(origin, '/remote-evm/live.json');
    await writeFile(file, '{"version":2}');
    await utimes(file, second, second);
    const again = await ask(origin, '/remote-evm/live.json', {
      'if-none-match': `${headers.etag ?? '*'}`,
      'if-modified-since': `${headers['last-modified']}`,
    });
    expect([again.status, `${again.body}`]).toEqual([200, '{"version":2}']);
  });

  it('sends a file that lies there packed as it is', async () => {
    await writeFile(join(place, 'site/assets/host-1.js.gz'), gzipSync('packed by the build'));
    const origin = running.get(true)?.page ?? '';
    const { body } = await ask(origin, '/assets/host-1.js', { 'accept-encoding': 'gzip' });
    expect(`${gunzipSync(body)}`).toBe('packed by the build');
  });
});
