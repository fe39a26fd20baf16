import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { deploy } from './deploy.ts';

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const run = () => deploy(at('built'), at('config.json'), at('site'));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-deploy-'));
  await mkdir(at('built/page'), { recursive: true });
  await mkdir(at('built/client/assets'), { recursive: true });
  await writeFile(at('built/client/assets/host-2.js'), 'new');
  await writeFile(at('built/page/style.css'), 'body{}');
  await writeFile(at('built/page/boot.js'), 'let booted');
  await writeFile(at('built/page/page.json'), '{"hostModule":"/assets/host-2.js","offered":{}}');
  await writeFile(at('config.json'), JSON.stringify(fakeConfig));
});

afterEach(() => rm(folder, { recursive: true }));

it('writes the page beside the built scripts', async () => {
  await run();
  expect((await readdir(at('site'))).sort()).toEqual(['assets', 'index.html']);
  expect(await readFile(at('site/index.html'), 'utf8')).toContain('/assets/host-2.js');
});

it('keeps the scripts that an open page may still need, and what else is there', async () => {
  await mkdir(at('site/assets'), { recursive: true });
  await writeFile(at('site/assets/host-1.js'), 'old');
  await writeFile(at('site/robots.txt'), '');
  await run();
  expect((await readdir(at('site/assets'))).sort()).toEqual(['host-1.js', 'host-2.js']);
  expect(await readdir(at('site'))).toContain('robots.txt');
});

it('leaves the site as it was where the configuration has a mistake', async () => {
  await run();
  const before = await readFile(at('site/index.html'), 'utf8');
  await writeFile(at('config.json'), JSON.stringify({ ...fakeConfig, title: '' }));
  await expect(run()).rejects.toMatchObject({ code: 'config/malformed', context: { place: 'title' } });
  expect(await readFile(at('site/index.html'), 'utf8')).toBe(before);
});

it('names the file that is no JSON, or is not there', async () => {
  await writeFile(at('config.json'), '{"title": ');
  await expect(run()).rejects.toMatchObject({
    code: 'config/malformed',
    context: { place: at('config.json'), expected: expect.stringMatching(/^JSON/) },
  });
  await rm(at('config.json'));
  await expect(run()).rejects.toMatchObject({
    context: { place: at('config.json'), expected: 'a file that can be read' },
  });
});
