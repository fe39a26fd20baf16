import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { serve } from '@linkspan/stack/serve';
import type { Page } from 'playwright-core';
import { version as react } from 'react';
import { bundleScript } from '../place/bundle-script.ts';
import type { Site, SiteConfig } from '../place/site.ts';
import { outputFolder } from '../place/stack.ts';
import { type Age, contracts } from './page/contracts.ts';

/**
 * Serves a fixture page, under a name that no other has, with the families of a configuration until it is closed: its script, the roots that it trusts,
 * the practice wallets, and the file that tells publishers what it offers.
 */
export async function openFixturePage(age: Age, config: SiteConfig, name: string): Promise<Site> {
  const folder = join(outputFolder, 'skew', name);
  await mkdir(join(folder, 'roots'), { recursive: true });
  await cp(join(root, 'tools/practice/dist'), join(folder, 'practice'), { recursive: true });
  for (const { remote } of config.families)
    await cp(remote.root, join(folder, 'roots', `${remote.name}.json`));
  await writeFile(join(folder, 'page.js'), await bundleScript(join(import.meta.dirname, `page/${age}.ts`)));
  await writeFile(join(folder, 'index.html'), toPage(config));
  await writeFile(join(folder, 'linkspan.json'), JSON.stringify(toOffer(age, config)));
  const server = await serve(folder, { port: 0 });
  return { url: `http://localhost:${server.port}`, close: server.close };
}

/** Waits until each card of a fixture page says the outcome of its remote. */
export async function whenFixtureReady(page: Page): Promise<void> {
  await page.locator('body[data-ready=yes]').waitFor();
}

function toPage({ families }: SiteConfig): string {
  const plain = JSON.stringify(families).replaceAll('<', '\\u003c');
  const scripts = `<script type="application/json" id="families">${plain}</script><script src="/page.js"></script>`;
  return `<!doctype html><html lang="en"><title>Fixture</title><link rel="icon" href="data:,"><body>${scripts}</body></html>`;
}

/** The newer one says something more, which today's command does not know. */
function toOffer(age: Age, { families }: SiteConfig): object {
  const offer = { contract: contracts[age], offered: { react, 'react-dom/client': react } };
  const remotes = families.map(({ remote }) => remote.name);
  return age === 'newer' ? { ...offer, remotes, tides: [{ high: true }] } : { ...offer, remotes };
}
