import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LinkspanError } from '@linkspan/contract';
import { type PageConfig, parseConfig } from '../config.ts';
import type { PageData } from './page-data.ts';
import { renderPage } from './render-page.tsx';

/**
 * Renders a configuration into the page of a built host: the built scripts stay the same. The page is written last
 * and nothing is taken away, so that pages that are open find their scripts.
 * Rejects with `config/malformed` or `config/duplicate`, and leaves the site as it was.
 */
export async function deploy(built: string, configFile: string, site: string): Promise<void> {
  const config = parseConfig(await readConfig(configFile));
  const page = await readBuilt(join(built, 'page'), config);
  await mkdir(site, { recursive: true });
  await cp(join(built, 'client'), site, { recursive: true });
  await writeFile(join(site, 'index.html.new'), page);
  await rename(join(site, 'index.html.new'), join(site, 'index.html'));
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
