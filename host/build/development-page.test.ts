import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fakeConfig } from '../src/testing/fake-shell.ts';
import { developmentPage } from './development-page.ts';

type Serve = (request: object, response: object, next: (error?: unknown) => void) => Promise<void>;

/** The page that the plugin serves for a configuration. */
async function serve(config: object, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-development-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ ...files, 'config.json': JSON.stringify(config) }))
    await writeFile(join(folder, name), text);
  const middlewares: Serve[] = [];
  const server = {
    middlewares: { use: (one: Serve) => void middlewares.push(one) },
    ssrLoadModule: (path: string) => import(join(import.meta.dirname, '..', path)),
    transformIndexHtml: async (_: string, html: string) => html,
  };
  const { configureServer } = developmentPage(folder) as { configureServer: (server: object) => () => void };
  configureServer(server)();
  return new Promise((resolve, reject) => {
    const response = { setHeader: () => undefined, end: resolve };
    middlewares[0]?.({ url: '/' }, response, reject).catch(reject);
  });
}

it('has the brand and the banner of the configuration, as a deploy writes them', async () => {
  const accent = { light: '#0a7d3c', dark: '#5fd38d' };
  const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"/>';
  const html = await serve(
    { ...fakeConfig, brand: { logo: 'logo.svg', accent, radius: 4 }, preview: 'Not live' },
    { 'logo.svg': logo },
  );
  expect(html).toContain('--accent-light:#0a7d3c;--accent-dark:#5fd38d');
  expect(html).toContain('--radius:4px');
  expect(html).toContain('<img src="data:image/svg+xml;base64,');
  expect(html).toContain('<p class="preview">Not live</p>');
}, 60_000);
