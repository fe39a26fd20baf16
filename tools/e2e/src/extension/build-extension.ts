import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleScript } from '../place/bundle-script.ts';

const matches = ['http://localhost/*'];

/** Manifest V3: a script for each of the two ways into a page's own world. */
const manifest = {
  manifest_version: 3,
  name: 'Wallet for tests',
  version: '1.0',
  background: { service_worker: 'worker.js' },
  content_scripts: [
    { matches, js: ['in-page.js'], run_at: 'document_start', world: 'MAIN' },
    { matches, js: ['content.js'], run_at: 'document_start' },
  ],
  web_accessible_resources: [{ matches, resources: ['in-page.js'] }],
};

/** Writes the extension into a folder, as a browser loads it. */
export async function buildExtension(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  for (const name of ['in-page', 'content', 'worker'])
    await writeFile(join(folder, `${name}.js`), await bundleScript(join(import.meta.dirname, `${name}.ts`)));
}
