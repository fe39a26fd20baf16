import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeOf } from '@linkspan/stack/deliver';
import { root } from '@linkspan/stack/root';
import { deploySite } from '@linkspan/stack/site';
import { execa } from 'execa';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { connect, openDialog, walletButton } from '../page/connect.ts';
import { evm, families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { startBrowser } from '../place/browser.ts';
import { readConfig, type SiteConfig } from '../place/site.ts';
import { outputFolder, practiceFolder, releaseFolder, stackName } from '../place/stack.ts';
import { describeWith, type Nginx, type Origins, startNginx } from './servers.ts';

const folder = join(outputFolder, 'nginx');
const site = join(folder, 'site');

await describeWith('nginx', 'a page behind nginx with the published configuration', ([program = '']) => {
  let nginx: Nginx;
  let home: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'linkspan-home-'));
    const config = await readConfig();
    const fill = (origins: Origins) => deployAt(origins, config);
    nginx = await startNginx({ site, store: storeOf(practiceFolder) }, program, fill);
  });

  afterAll(async () => {
    await nginx?.close();
    await rm(home, { recursive: true, force: true });
  });

  /** The command as a person runs it, who trusts the server's certificate. */
  const run = async <Facts>(...line: readonly string[]): Promise<Facts> => {
    const own = { XDG_CONFIG_HOME: home, NODE_EXTRA_CA_CERTS: nginx.certificate };
    const command = ['--import', 'tsx', join(root, 'tools/release/src/command.ts')];
    const said = await execa(process.execPath, [...command, ...line, '--json'], { cwd: folder, env: own });
    return JSON.parse(said.stdout);
  };

  test('lists wallets, connects one, and loads no script twice', async ({ journey }) => {
    const server = journey.keep(await startBrowser({ trusts: nginx.certificate }));
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await journey.open({ url: nginx.page, browser });
    await openDialog(page);
    for (const family of families) await walletButton(page, family).waitFor();
    const before = await nginx.requests();
    await page.reload();
    await openDialog(page);
    for (const family of families) await walletButton(page, family).waitFor();
    const again = (await nginx.requests()).slice(before.length);
    expect(before.filter(isScript).length).toBeGreaterThan(families.length);
    expect(again.filter(isScript)).toEqual([]);
    expect(again.filter((path) => path.endsWith('/live.json'))).toHaveLength(families.length);
    await page.keyboard.press('Escape');
    await connect(page, evm);
  });

  test('passes the doctor, and is as sealed until somebody alters the page', async () => {
    const { reports } = await run<Looked>('doctor', `${nginx.page}/`, '--site', site);
    expect(reports).toHaveLength(families.length + 1);
    expect(reports.flatMap(({ findings }) => findings).filter(({ level }) => level !== 'hint')).toEqual([]);

    await run('keys', 'make', 'erik', '--kind', 'person');
    const keys = join(home, 'linkspan/keys');
    await run('seal', 'keys', '--key', join(keys, 'erik.pub.json'));
    await run('seal', site, '--origin', nginx.page, '--key', join(keys, 'erik.key.json'));
    const verify = () => run('verify', `${nginx.page}/`, '--seal', '.linkspan/seal.json');
    expect(await verify()).toMatchObject({ verdict: 'as-sealed' });
    const file = join(site, 'index.html');
    const html = await readFile(file, 'utf8');
    const [, boot = ''] = /<\/script>\n<script[^>]*>(.{40})/s.exec(html) ?? [];
    await writeFile(
      file,
      html.replace(boot, () => `evil();${boot}`),
    );
    await expect(verify()).rejects.toThrow('verify/altered');
  });
});

interface Looked {
  readonly reports: readonly {
    readonly findings: readonly { readonly level: string; readonly code: string }[];
  }[];
}

const isScript = (path: string) => /\/(assets|releases)\//.test(path);

/** Deploys the common page whose remotes are on the server that is about to run. */
async function deployAt(origins: Origins, config: SiteConfig): Promise<void> {
  const at = (name: string) => ({
    url: `${origins.store}/${name}/`,
    root: join(releaseFolder(name), 'root/1.json'),
    live: join(releaseFolder(name), 'live.json'),
  });
  const moved = config.families.map((family) => ({
    ...family,
    remote: { ...family.remote, ...at(family.remote.name) },
  }));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const configFile = join(folder, 'site.config.json');
  await writeFile(configFile, JSON.stringify({ ...config, families: moved }));
  await deploySite(join(stackName, 'nginx/site'), { configFile });
}
