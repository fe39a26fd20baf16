import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from '@linkspan/release/serve';
import { root } from '@linkspan/stack/root';
import { linkspan } from '@linkspan/vite';
import type { Page } from 'playwright-core';
import { build, createServer, preview } from 'vite';
import { afterAll, beforeAll, expect } from 'vitest';
import { approve } from '../page/approval.ts';
import { pick } from '../page/connect.ts';
import { evm } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { readConfig } from '../place/site.ts';

/** The application as its team has it, with a configuration of the page. */
let folder: string;
let wallets: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  // Where the application's packages are found.
  folder = await mkdtemp(join(root, 'tools/e2e/.linkspan-app-'));
  await cp(join(import.meta.dirname, '../application/app'), folder, { recursive: true });
  wallets = await serve(join(root, 'tools/practice/dist'), { port: 0, cors: true });
  const practice = { module: `http://localhost:${wallets.port}/wallets.js`, label: 'Practice' };
  await writeFile(join(folder, 'wallets.json'), JSON.stringify({ ...(await readConfig()), practice }));
});

afterAll(async () => {
  await wallets.close();
  await rm(folder, { recursive: true });
});

const common = () => ({
  root: folder,
  configFile: false as const,
  logLevel: 'warn' as const,
  cacheDir: join(folder, '.vite'),
  plugins: [linkspan({ config: 'wallets.json' })],
});

async function connectAt(journey: Journey, url: string): Promise<Page> {
  const whenUsable = async (page: Page) =>
    void (await page.waitForFunction(() => globalThis.application !== undefined));
  const page = await journey.open({ url, whenUsable });
  await pick(page, evm);
  await approve(page);
  await page.waitForFunction(
    () => globalThis.application.linkspan.family('evm').$connection.get().status === 'connected',
  );
  return page;
}

test('vite in development replaces a module while the wallet of the signed remote stays connected', async ({
  journey,
}) => {
  const server = journey.keep(
    disposable(await (await createServer({ ...common(), server: { port: 0 } })).listen()),
  );
  const [url = ''] = server.opened.resolvedUrls?.local ?? [];
  const page = await connectAt(journey, url);
  const component = join(folder, 'draw.ts');
  await writeFile(component, (await readFile(component, 'utf8')).replace('Ready', 'Replaced'));
  await page.getByText('Replaced').waitFor();
  expect(
    await page.evaluate(() => globalThis.application.linkspan.family('evm').$connection.get().status),
  ).toBe('connected');
  const remote = () => page.evaluate(() => globalThis.application.linkspan.family('evm').$remote.get());
  await expect.poll(remote).toMatchObject({
    stage: 'mounted',
    release: { version: expect.stringMatching(/^\d/) },
  });
});

test('vite build writes the deployed site, and vite preview enforces it', async ({ journey }) => {
  await build(common());
  const server = journey.keep(disposable(await preview({ ...common(), preview: { port: 0 } })));
  const [url = ''] = server.opened.resolvedUrls?.local ?? [];
  const { headers } = await fetch(url);
  expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
  const page = await connectAt(journey, url);
  const assets = join(folder, 'dist/assets');
  const chunk = (await readdir(assets)).find((name) => /^use-viem-.*\.js$/.test(name)) ?? '';
  await appendFile(join(assets, chunk), '// altered');
  journey.expectProblems(/integrity/);
  const load = () => globalThis.application.libraries.viem().then(() => 'ran', String);
  expect(await page.evaluate(load)).toContain('TypeError');
});

function disposable<Server extends { close(): Promise<void> }>(opened: Server) {
  return { opened, [Symbol.asyncDispose]: () => opened.close() };
}
