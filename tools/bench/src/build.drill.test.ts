import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAddresses } from '@linkspan/practice/addresses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildInPageScript, buildPage, pages } from './build.ts';

let folder: string;
const { chains } = readAddresses({});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-pages-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each(pages)('builds the page %s with its script and the networks', async (name) => {
  const html = await readFile(join(await buildPage(name, folder, chains), 'index.html'), 'utf8');
  expect(html).toMatch(/<script type="module"[^>]* src="\/assets\/[^"]+\.js">/);
  expect(html).toContain(`"rpcUrl":"${chains.near.url}"`);
});

it('builds the script that runs before a page as one classic script', async () => {
  const script = await buildInPageScript();
  expect(script).toContain('eip6963:announceProvider');
  expect(() => new Function(script)).not.toThrow();
});
