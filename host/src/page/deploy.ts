import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explain, LinkspanError, toFailure } from '@linkspan/contract';
import { type PageConfig, parseConfig } from '../config.ts';
import type { PageData } from './page-data.ts';
import { renderPage } from './render-page.tsx';

/**
 * Renders a configuration into the page of a built host: the built scripts stay the same.
 * Usage: `node deploy.js CONFIG_FILE SITE_FOLDER`
 */
async function deploy(configFile: string, site: string): Promise<void> {
  const config = parseConfig(await readConfig(configFile));
  const built = join(import.meta.dirname, '..');
  const page = await readBuilt(join(built, 'page'), config);
  await rm(site, { recursive: true, force: true });
  await mkdir(site, { recursive: true });
  await cp(join(built, 'client'), site, { recursive: true });
  await writeFile(join(site, 'index.html'), page);
}

async function readConfig(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new LinkspanError(
      'config/malformed',
      { place: file, expected: 'a file that can be read' },
      { cause },
    );
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw new LinkspanError('config/malformed', { place: file, expected: `JSON (${reason})` }, { cause });
  }
}

async function readBuilt(folder: string, config: PageConfig): Promise<string> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const [style, boot, about] = await Promise.all([read('style.css'), read('boot.js'), read('page.json')]);
  const data: PageData = { ...(JSON.parse(about) as Omit<PageData, 'config'>), config };
  return renderPage(data, { style, boot });
}

const [configFile, site] = process.argv.slice(2);
if (configFile === undefined || site === undefined) {
  console.error('Usage: node deploy.js CONFIG_FILE SITE_FOLDER');
  process.exitCode = 2;
} else {
  deploy(configFile, site).catch((error: unknown) => {
    const { title, advice } = explain(toFailure(error, { code: 'remote/failed', context: {} }), 'The page');
    console.error(error instanceof LinkspanError ? `${title}. ${advice}` : error);
    process.exitCode = 1;
  });
}
