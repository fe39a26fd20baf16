import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSandboxed, quiet } from '@linkspan/stack/programs';
import { type BrowserContext, chromium } from 'playwright-core';
import { fullBrowserPath } from '../place/browser.ts';
import { bundleScript } from '../place/bundle-script.ts';

const matches = ['http://localhost/*'];

/** Manifest V3: a script for each of the two ways into a page's own world. */
const manifest = {
  manifest_version: 3,
  name: 'Wallet for tests',
  version: '1.0',
  // It tells that the extension has been loaded.
  background: { service_worker: 'worker.js' },
  content_scripts: [
    { matches, js: ['in-page.js'], run_at: 'document_start', world: 'MAIN' },
    { matches, js: ['content.js'], run_at: 'document_start' },
  ],
  web_accessible_resources: [{ matches, resources: ['in-page.js'] }],
};

/** A person's browser that has the extension. */
export interface WithExtension extends AsyncDisposable {
  readonly context: BrowserContext;
}

/** Starts Chromium with the extension, once that runs. */
export async function openWithExtension(): Promise<WithExtension> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-extension-'));
  const extension = join(folder, 'extension');
  await buildExtension(extension);
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: fullBrowserPath(),
    chromiumSandbox: isSandboxed,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...quiet,
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      // Without it, newer ones take no extension from their command line.
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
    ],
  });
  if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker');
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Writes the extension into a folder, as a browser loads it. */
async function buildExtension(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'worker.js'), '');
  for (const name of ['in-page', 'content'])
    await writeFile(join(folder, `${name}.js`), await bundleScript(join(import.meta.dirname, `${name}.ts`)));
}
