import { execFile } from 'node:child_process';
import { access, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createRun, openLocalStore, storeOf } from '@linkspan/stack/deliver';
import { root } from '@linkspan/stack/root';
import { deploySite } from '@linkspan/stack/site';
import { toCanonicalJson } from '@linkspan/trust/sign';
import { createHostTeam } from '@linkspan/trust/testing';
import { afterAll, beforeAll, expect } from 'vitest';
import { connect, openDialog, walletButton } from '../page/connect.ts';
import { evm, families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { describeWith } from '../place/not-run.ts';
import { readConfig, type SiteConfig } from '../place/site.ts';
import { outputFolder, practiceFolder, releaseFolder, stackName } from '../place/stack.ts';
import { readHostGuide } from './read-host-guide.ts';
import { type Nginx, type Origins, startNginx } from './start-nginx.ts';

const place = join(outputFolder, 'nginx');

await describeWith('nginx', 'a page behind nginx with the published configuration', ([program = '']) => {
  let nginx: Nginx;

  beforeAll(async () => {
    const store = storeOf(practiceFolder);
    const config = await readConfig();
    const fill = (origins: Origins) => deployAt(origins, config);
    nginx = await startNginx(program, { site: join(place, 'site'), store }, { fill });
  });

  afterAll(() => nginx.close());

  test('lists the wallets of every family, and connects one', async ({ journey }) => {
    const page = await journey.open({ url: nginx.page });
    await openDialog(page);
    for (const family of families) await walletButton(page, family).waitFor();
    await page.keyboard.press('Escape');
    await connect(page, evm);
  });

  test('is loaded again from what the browser keeps: no script is fetched twice', async ({ journey }) => {
    const page = await journey.open({ url: nginx.page });
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
  });

  test('and its remotes please the doctor', async () => {
    const run = createRun({ folder: place, store: openLocalStore(place), now: () => Date.now() });
    const { reports } = await run<{
      reports: readonly { findings: readonly { level: string; code: string; what: string }[] }[];
    }>('doctor', `${nginx.page}/`, '--json');
    expect(reports).toHaveLength(families.length + 1);
    expect(reports.flatMap(({ findings }) => findings).filter(({ level }) => level === 'wrong')).toEqual([]);
    const [ofPage] = reports.map(({ findings }) => findings.map(({ code }) => code));
    expect(ofPage).toContain('doctor/own-hashes');
    expect(ofPage?.filter((code) => /page-header|policy|headers-served/.test(code))).toEqual([]);
  });

  test('is what the host’s team has sealed, until somebody changes what is there', async () => {
    const desk = join(place, 'sealing');
    await rm(desk, { recursive: true, force: true });
    const run = createRun({ folder: desk, store: openLocalStore(desk), now: () => Date.now() });
    await run('keys', 'make', 'erik', '--kind', 'person');
    await run('block', 'keys', '--key', '.linkspan/keys/erik.pub.json');
    const site = join(place, 'site');
    await run('seal', site, '--origin', nginx.page, '--key', '.linkspan/keys/erik.key.json');
    const verify = () => run('verify', `${nginx.page}/`, '--seal', '.linkspan/seal.json', '--json');
    expect(await verify()).toMatchObject({ verdict: 'as-sealed' });
    const page = join(site, 'index.html');
    const html = await readFile(page, 'utf8');
    const [, boot = ''] = /<\/script>\n<script>(.{40})/s.exec(html) ?? [];
    try {
      await writeFile(
        page,
        html.replace(boot, () => `evil();${boot}`),
      );
      const refused = await verify().catch((error: unknown) => error);
      expect(refused).toMatchObject({ exitCode: 1, message: expect.stringContaining('verify/boot') });
    } finally {
      await writeFile(page, html);
    }
    expect(await verify()).toMatchObject({ verdict: 'as-sealed' });
  });

  test('is built and deployed as the guide says', async () => {
    const { config, commands } = readHostGuide();
    expect(commands.build).toBe('cd host && NODE_ENV=production node --import tsx build.ts\n');
    const desk = join(place, 'desk');
    await rm(desk, { recursive: true, force: true });
    await mkdir(join(desk, 'wallets/roots'), { recursive: true });
    await symlink(join(root, 'host'), join(desk, 'host'));
    await cp(documentOf('remote-evm'), join(desk, 'wallets/roots/remote-evm-1.json'));
    const { hostKeys } = await createHostTeam(Date.now());
    await writeFile(join(desk, 'wallets/host-keys.json'), toCanonicalJson(hostKeys));
    await writeFile(join(desk, 'wallets/wallets.config.json'), config);
    const script = `${commands.live}\n${commands.deploy}`.replaceAll('https://remotes.example', nginx.store);
    await promisify(execFile)('sh', ['-e', '-c', script], { cwd: desk });
    for (const file of ['index.html', 'linkspan.json', 'documents/remote-evm.json', 'assets'])
      await access(join(desk, 'site', file));
  });
});

const isScript = (path: string) => /\/(assets|releases)\//.test(path);

function documentOf(remote: string): string {
  return join(releaseFolder(remote), 'root', '1.json');
}

function liveOf(remote: string): string {
  return join(releaseFolder(remote), 'live.json');
}

/** Deploys the common page whose remotes are on the server that is about to run. */
async function deployAt(origins: Origins, config: SiteConfig): Promise<void> {
  const at = (name: string) => ({
    url: `${origins.store}/${name}/`,
    root: documentOf(name),
    live: liveOf(name),
  });
  const moved = config.families.map((family) => ({
    ...family,
    remote: { ...family.remote, ...at(family.remote.name) },
  }));
  await mkdir(place, { recursive: true });
  const configFile = join(place, 'site.config.json');
  await writeFile(configFile, JSON.stringify({ ...config, families: moved }));
  await deploySite(join(stackName, 'nginx/site'), { configFile });
}
