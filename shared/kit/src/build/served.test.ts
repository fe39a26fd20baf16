import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type UserConfig } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import hostConfig from '../../../../host/vite.config.ts';
import { remoteConfig } from './preset.ts';

const secret = 'MC4CAQAwBQYDK2VwBCIEISECRET';
const ofHost = 'http://localhost:4300';

let workspace = '';

/** A checkout with keys at the old place, at others, and behind a link. */
beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'linkspan-served-'));
  const key = JSON.stringify({ kind: 'person', public: 'public', private: secret });
  await writeFile(join(workspace, 'pnpm-workspace.yaml'), 'packages: [remote-evm]\n');
  const home = join(workspace, 'remote-evm');
  await mkdir(join(home, 'src'), { recursive: true });
  await mkdir(join(workspace, 'public'));
  await writeFile(join(home, 'package.json'), '{"name":"remote-evm"}');
  await writeFile(join(home, 'src/discovery.ts'), 'export const discover = 1;');
  await writeFile(join(workspace, 'public/open.js'), 'export {};');
  await mkdir(join(workspace, '.linkspan/keys'), { recursive: true });
  await mkdir(join(workspace, 'elsewhere'));
  for (const file of [
    '.linkspan/keys/ann.key.json',
    '.linkspan/ann.json',
    'ann.key.json',
    'elsewhere/ann.key.json',
  ])
    await writeFile(join(workspace, file), key);
  await writeFile(join(home, '.env'), `KEY=${secret}`);
  await symlink(join(workspace, 'elsewhere'), join(home, 'link'));
});

afterAll(() => rm(workspace, { recursive: true, force: true }));

const servers = [
  [
    'a remote',
    () =>
      remoteConfig(
        { root: join(workspace, 'remote-evm'), name: 'remote-evm', version: '1.0.0', port: 4301 },
        'serve',
      ),
  ],
  ['the host', () => ({ root: join(workspace, 'remote-evm'), server: hostConfig.server ?? {} })],
] as const satisfies readonly (readonly [string, () => UserConfig])[];

/** The forms in which a page can ask for a file of the checkout. */
function toForms(file: string): readonly string[] {
  const path = join(workspace, file);
  const encoded = path.replaceAll('.', '%2e').replaceAll('key', '%6bey');
  const paths = [
    `/@fs${path}`,
    `/@fs/${path}`,
    `/@fs//${path}`,
    `/@fs${encoded}`,
    `/@fs${path.toUpperCase()}`,
  ];
  paths.push(
    `/@fs${path.replaceAll('/', '%2f')}`,
    `/@id${path}`,
    `/../${file}`,
    `/..%2f${file}`,
    `/%2e%2e/${file}`,
  );
  paths.push(
    `/@fs${workspace}/remote-evm/../${file}`,
    `/@fs${workspace}/remote-evm/..%2f${file}`,
    `/@fs${path}/`,
  );
  const queries = [
    '',
    '?raw',
    '?url',
    '?import',
    '?import&raw',
    '?raw??',
    '?inline',
    '?url&inline',
    '?worker',
    '?raw&import',
    '?.svg',
    '#a.js',
    '?init',
    '?t=1&raw',
  ];
  return paths.flatMap((one) => queries.map((query) => one + query));
}

/** Requests a path exactly as it is written. */
function ask(port: number, path: string, origin?: string, host = 'localhost') {
  return new Promise<{ status: number; origin: string | undefined; text: string }>((resolve, reject) => {
    const headers = { accept: '*/*', host, ...(origin && { origin }) };
    request({ host: 'localhost', port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      const allowed = response.headers['access-control-allow-origin'];
      const done = () => resolve({ status: response.statusCode ?? 0, origin: allowed, text });
      if (response.headers['content-type'] === 'text/event-stream') response.destroy();
      response.on('close', done);
    })
      .on('error', reject)
      .end();
  });
}

describe.each(servers)('the development server of %s', (name, toConfig) => {
  let port = 0;
  let close = () => Promise.resolve();

  beforeAll(async () => {
    const { server, ...config } = toConfig();
    const vite = await createServer({
      ...config,
      configFile: false,
      logLevel: 'silent',
      publicDir: join(workspace, 'public'),
      optimizeDeps: { noDiscovery: true },
      server: { ...server, port: 46310, strictPort: false, ws: false, watch: null },
    });
    await vite.listen();
    port = Number(new URL(`${vite.resolvedUrls?.local[0]}`).port);
    close = () => vite.close();
  });

  afterAll(() => close());

  it.each([
    '.linkspan/keys/ann.key.json',
    '.linkspan/ann.json',
    'ann.key.json',
    'remote-evm/link/ann.key.json',
    'remote-evm/.env',
  ])('serves %s in no form', async (file) => {
    const forms = [...toForms(file), '/link/ann.key.json', '/link/ann.key.json?raw', '/.env?raw'];
    for (const form of forms) {
      const { status, text } = await ask(port, form, ofHost);
      expect([form, status >= 400 || !text.includes(secret), text.includes(secret)]).toEqual([
        form,
        true,
        false,
      ]);
    }
    for (const query of ['', '?raw', '?import', '?url'])
      expect((await ask(port, `/@fs${join(workspace, file)}${query}`)).status).toBe(403);
  });

  it('serves nothing under another name of this machine', async () => {
    const { status } = await ask(port, '/src/discovery.ts', undefined, 'evil.example');
    expect(status).toBe(403);
  });

  it('serves source and public files', async () => {
    expect(await ask(port, '/src/discovery.ts')).toMatchObject({ status: 200 });
    expect(await ask(port, '/open.js')).toMatchObject({ status: 200 });
  });

  it.each([
    '/src/discovery.ts',
    '/live.json',
    '/remoteEntry.js',
    '/mf-manifest.json',
    '/linkspan-changes',
    '/@vite/client',
    '/none',
  ])('lets no page of another origin read %s', async (path) => {
    for (const origin of ['https://evil.example', 'http://localhost:4999', 'http://127.0.0.1:4300', 'null'])
      expect(await ask(port, path, origin)).toMatchObject({ origin: undefined });
    expect((await ask(port, path, ofHost)).origin).toBe(name === 'the host' ? undefined : ofHost);
  });
});
