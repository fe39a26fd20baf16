import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, Network } from '@linkspan/contract';
import { serve } from '@linkspan/release/serve';
import { root } from '@linkspan/stack/root';
import type { Page } from 'playwright-core';
import type { Family } from '../page/families.ts';
import { bundleScript } from '../place/bundle-script.ts';
import { readLive } from '../place/read-live.ts';
import { readConfig, type Site } from '../place/site.ts';
import { outputFolder, releaseFolder } from '../place/stack.ts';

/** A family of a plain host's page. */
export interface PlainFamily {
  readonly id: string;
  readonly namespace: string;
  readonly networks: readonly [Network, ...Network[]];
  readonly options?: unknown;
  /** The discovery's address. */
  readonly discovery: string;
  /** The name of the remote's container, and the address of the federation's manifest. */
  readonly container: string;
  readonly entry: string;
}

/** What its page is told. */
export interface PlainData {
  readonly families: readonly PlainFamily[];
  readonly react?: string;
}

/** What the page of a plain host has globally. */
export interface PlainHost {
  /** Connects the first installed wallet of a family. */
  connect(family: string): Promise<void>;
  /** The fact that the family's connector has published. */
  readConnection(family: string): Connection;
}

/**
 * Serves a page that is an ordinary Module Federation host: the federation's runtime, the store, and the addresses of a
 * remote's discovery and of its federation's manifest. It verifies nothing. `react` is the version under which it
 * shares its React; without one it shares none.
 */
export async function openPlainHost(family: Family, react?: string): Promise<Site> {
  const folder = join(outputFolder, 'plain-host', `${family.id}-${react}`);
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'tools/practice/dist/wallets.js'), join(folder, 'practice/wallets.js'));
  const script = await bundleScript(join(import.meta.dirname, 'page.ts'), { withManifests: true });
  await writeFile(join(folder, 'page.js'), script);
  await writeFile(
    join(folder, 'index.html'),
    toPage({ families: [await toPlainFamily(family)], ...(react && { react }) }),
  );
  const server = await serve(folder, { port: 0 });
  const url = `http://localhost:${server.port}`;
  return { url, close: server.close, [Symbol.asyncDispose]: server.close };
}

/** Waits until the remotes of a plain host are loaded, and the practice wallets are there, or why not. */
export async function whenPlainHostReady(page: Page): Promise<void> {
  await page.locator('body[data-ready]').waitFor({ state: 'attached' });
}

async function toPlainFamily({ id, remote, origin }: Family): Promise<PlainFamily> {
  const { families } = await readConfig();
  const configured = families.find((one) => one.id === id);
  const { path, manifest } = await readLive(releaseFolder(remote));
  const listed = manifest.files.find((file) => file.path.startsWith('mf-manifest-'));
  if (listed === undefined) throw new Error(`${remote} lists no manifest of the federation`);
  const addressOf = (file: string) => new URL(path + file, `${origin}/`).href;
  return {
    ...(configured as unknown as Pick<PlainFamily, 'id' | 'namespace' | 'networks'>),
    options: configured?.remote.options,
    discovery: addressOf(manifest.discovery),
    container: remote.replaceAll('-', '_'),
    entry: addressOf(listed.path),
  };
}

function toPage(data: PlainData): string {
  const plain = JSON.stringify(data).replaceAll('<', '\\u003c');
  const scripts = `<script type="application/json" id="data">${plain}</script><script src="/page.js"></script>`;
  return `<!doctype html><html lang="en"><title>Plain host</title><link rel="icon" href="data:,"><body>${scripts}</body></html>`;
}
