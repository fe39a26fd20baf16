import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nothingSeen, verifyFirstRoot, verifyLive } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import { type Program, ProgramError } from '../run-program.ts';
import { testNow } from '../testing/command.ts';
import { writeDeployedSite } from '../testing/sealed-site.ts';
import { createTeam, soundFiles } from '../testing/team.ts';

const configFile = 'wallets/wallets.config.json';
const toFamily = (id: string, network: string) => ({
  id,
  remote: { name: `remote-${id}`, url: `https://remotes.example/remote-${id}/`, root: 'roots/1.json' },
  networks: [{ id: network, title: id, rpc: ['https://rpc.example/'] }],
});
const config = {
  title: 'Wallets',
  families: [toFamily('evm', 'eip155:1'), toFamily('solana', 'solana:mainnet')],
};

/** A team with 1.0.0 published, and a page whose deploy is not real: it reads the configuration that it is given. */
async function createDeployer() {
  const team = await createTeam();
  const { folder } = team;
  const installed = join(folder, 'node_modules/@linkspan/host');
  await mkdir(installed, { recursive: true });
  await writeFile(join(installed, 'package.json'), '{"exports":{"./deploy":"./deploy.js"}}');
  await writeFile(join(installed, 'deploy.js'), '');
  const writeConfig = async (content: string) => {
    await mkdir(join(folder, 'wallets'), { recursive: true });
    await writeFile(join(folder, configFile), content);
  };
  await writeConfig(JSON.stringify(config));
  await team.publish('1.0.0', 1);
  const host = { fails: false };
  const deployed: { readonly file: string; readonly page: typeof config & { preview?: string } }[] = [];
  const options: (readonly string[])[] = [];
  const run = async ({ args: [program, file = '', site, ...others] }: Program) => {
    expect([program, site]).toEqual([join(installed, 'deploy.js'), join(folder, 'site')]);
    options.push(others);
    deployed.push({ file, page: JSON.parse(await readFile(file, 'utf8')) });
    if (host.fails) throw new ProgramError('“title” is missing.');
    return 'A wallet needs more.';
  };
  return {
    ...team,
    host,
    deployed,
    options,
    writeConfig,
    deploy: (options = '') => team.run(`deploy ${configFile} site ${options}`, { run }),
    readBeside: () => readdir(join(folder, 'wallets')),
  };
}

describe('linkspan deploy', () => {
  it('deploys a page by its own configuration', async () => {
    const { deploy, deployed, folder } = await createDeployer();
    const { exitCode, said } = await deploy();
    expect([exitCode, said]).toEqual([0, expect.stringContaining('A wallet needs more.')]);
    expect(deployed).toEqual([{ file: join(folder, configFile), page: config }]);
  });

  it('gives the page a published release with an address, documents and a banner, and leaves its other remotes', async () => {
    const { deploy, deployed, folder, readBeside } = await createDeployer();
    const { exitCode, said } = await deploy('--with remote-evm@1.0.0');
    expect([exitCode, said]).toEqual([0, expect.stringContaining('with remote-evm 1.0.0')]);
    const [evm, solana] = deployed[0]?.page.families ?? [];
    const staged = join(folder, 'site/staged/remote-evm');
    expect(evm?.remote).toEqual({
      name: 'remote-evm',
      url: '/staged/remote-evm/',
      root: join(staged, 'root/1.json'),
      live: join(staged, 'live.json'),
    });
    expect(solana).toEqual(config.families[1]);
    expect(deployed[0]?.page.preview).toBe('Not live: remote-evm 1.0.0. This page is for a look at it.');
    expect(JSON.parse(await readFile(join(folder, configFile), 'utf8'))).toEqual(config);
    expect(await readBeside()).toEqual(['wallets.config.json']);
  });

  it('leaves a remote whose release comes with a package as it is, and has no other release of it', async () => {
    const { deploy, deployed, writeConfig } = await createDeployer();
    const [evm, solana] = config.families;
    const packaged = { ...solana, remote: { package: '@linkspan/remote-solana' } };
    await writeConfig(JSON.stringify({ ...config, families: [evm, packaged] }));
    await deploy('--with remote-evm@1.0.0');
    expect(deployed[0]?.page.families[1]).toEqual(packaged);
    await writeConfig(JSON.stringify({ title: 'Quay', networks: ['base'] }));
    const { exitCode, complaint } = await deploy('--with remote-evm@1.0.0');
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/no-family')]);
    expect(deployed).toHaveLength(1);
  });

  it.each(['', '--with remote-evm@1.0.0'])('deploys a page with an application %s', async (more) => {
    const { deploy, deployed, options, folder } = await createDeployer();
    await deploy(more);
    await deploy(`--app dist ${more}`);
    await deploy(`${more} --app ./site/`);
    expect(options).toEqual([[], ['--app', join(folder, 'dist')], ['--app', join(folder, 'site')]]);
    expect(deployed[1]?.page.preview !== undefined).toBe(more !== '');
  });

  it('stages what the people of the team have signed, with its files', async () => {
    const { deploy, folder, keyids } = await createDeployer();
    await deploy('--with remote-evm@1.0.0');
    const read = async (path: string) =>
      new Uint8Array(await readFile(join(folder, 'site/staged/remote-evm', path)));
    const root = await verifyFirstRoot(await read('root.json'), 'remote-evm');
    const envelope = await read('live.json');
    const { releases } = await verifyLive({ root, seen: nothingSeen, envelope, now: testNow });
    expect(releases).toMatchObject([{ share: 100, manifest: { version: '1.0.0' } }]);
    expect(root.roles.release.keyids).toEqual([keyids.ann, keyids.bob, keyids.ci]);
    expect(new TextDecoder().decode(await read(`${releases[0]?.path}chunk.js`))).toBe(soundFiles['chunk.js']);
  });

  it.each([
    ['revokes', '--revoke 1.0.0', 'release/revoked'],
    ['has above its floor', '--floor 2', 'release/below-floor'],
    ['has too few signatures of', '--release-threshold 3', 'release/unsigned'],
  ])('refuses a release that the root %s', async (_, change, code) => {
    const { deploy, deployed, done, by, remote } = await createDeployer();
    await done(`root change ${remote} ${change} ${by('ann', 'bob')}`);
    await done(`root publish .linkspan/roots/${remote}-2.json`);
    const { exitCode, complaint } = await deploy('--with remote-evm@1.0.0');
    expect([exitCode, complaint, deployed]).toEqual([1, expect.stringContaining(code), []]);
  });

  it('leaves no file beside the configuration if the deploy fails', async () => {
    const { deploy, host, readBeside } = await createDeployer();
    host.fails = true;
    for (const options of ['', '--with remote-evm@1.0.0']) {
      const { exitCode, complaint } = await deploy(options);
      expect([exitCode, complaint]).toEqual([
        1,
        expect.stringMatching(/“title” is missing.*\s.*deploy-failed/),
      ]);
      expect(await readBeside()).toEqual(['wallets.config.json']);
    }
  });

  it.each([
    ['remote-evm', 2, '--with should be'],
    ['../remote-evm@1.0.0', 2, '--with should be'],
    ['remote-evm@1.0.0 --with remote-evm@1.1.0', 2, 'names a remote twice'],
    ['remote-evm@1.1.0', 1, 'command/no-release'],
    ['remote-near@1.0.0', 1, 'command/'],
  ])('refuses --with %s', async (named, code, why) => {
    const { deploy, deployed } = await createDeployer();
    const { exitCode, complaint } = await deploy(`--with ${named}`);
    expect([exitCode, complaint, deployed]).toEqual([code, expect.stringContaining(why), []]);
  });

  const page = (...families: unknown[]) => JSON.stringify({ families });
  const [family] = config.families;
  const toFamily = (remote: object) => ({ ...family, remote: { ...family?.remote, ...remote } });
  it.each([
    ['of a page without that remote', page(config.families[1]), 'command/no-family'],
    ['that is empty', '', 'command/no-page-config'],
    ['that is no object', '[]', 'command/no-page-config'],
    ['without families', '{}', 'command/no-page-config'],
    ['with a family that is none', page(null), 'command/no-page-config'],
    ['with a remote that is none', page({ ...family, remote: 'remote-evm' }), 'command/no-page-config'],
    ['with a remote of no name', page(toFamily({ name: '../remote-evm' })), 'command/no-page-config'],
    ['with a root that is no path', page(toFamily({ root: 7 })), 'command/no-page-config'],
    ['with a live document of no path', page(toFamily({ live: '' })), 'command/no-page-config'],
    ['without a node', page({ ...family, networks: [{ id: 'eip155:1' }] }), 'command/no-page-config'],
    ['with other identities', JSON.stringify({ ...config, identities: 'all' }), 'command/no-page-config'],
  ])('refuses a configuration %s, as dev does', async (_, content, code) => {
    const { deploy, run, deployed, writeConfig, folder } = await createDeployer();
    await writeConfig(content);
    await mkdir(join(folder, 'remote-evm/src'));
    for (const { exitCode, complaint } of [
      await deploy('--with remote-evm@1.0.0'),
      await run(`dev remote-evm --page ${configFile}`),
    ])
      expect([exitCode, complaint, deployed]).toEqual([1, expect.stringContaining(code), []]);
  });

  it('refuses a configuration that is not there', async () => {
    const { run } = await createTeam();
    const { exitCode, complaint } = await run('deploy config.json site --with remote-evm@1.0.0');
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/no-such-file')]);
  });
});

/** A page for people with one remote that is live, whose deploy writes what little a site needs. */
async function createLivePage(changes: object = {}) {
  const team = await createTeam();
  const { folder, done } = team;
  await team.publish('1.0.0', 1);
  await done(`promote remote-evm 1.0.0 ${team.by('ci')}`);
  const installed = join(folder, 'node_modules/@linkspan/host');
  await mkdir(installed, { recursive: true });
  await writeFile(join(installed, 'package.json'), '{"exports":{"./deploy":"./deploy.js"}}');
  await writeFile(join(installed, 'deploy.js'), '');
  const family = {
    ...toFamily('evm', 'eip155:1'),
    remote: { name: 'remote-evm', url: '/remotes/evm/', root: 'root.json', live: 'live.json' },
    networks: [{ id: 'eip155:1', rpc: ['https://rpc.example/'], symbol: 'ETH', decimals: 18 }],
  };
  await mkdir(join(folder, 'wallets'));
  await writeFile(join(folder, configFile), JSON.stringify({ families: [family], ...changes }));
  const world = { chain: '0x1' as string | undefined, isServed: false };
  const fetch = async (address: string | URL, options?: RequestInit) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };
    if (!`${address}`.startsWith('https://rpc.example/')) {
      const { origin, pathname } = new URL(address);
      if (!world.isServed || `${origin}${pathname}` !== 'https://wallets.example/')
        throw new TypeError('refused');
      return new Response(await readFile(join(folder, 'site/index.html')));
    }
    if (options?.method === 'OPTIONS') return new Response(null, { status: 204, headers });
    if (world.chain === undefined) throw new TypeError('fetch failed');
    return new Response(JSON.stringify({ result: world.chain }), { headers });
  };
  const deployed: string[] = [];
  const run = async ({ args: [, file = ''] }: Program) => {
    deployed.push(file);
    await writeDeployedSite(join(folder, 'site'));
    return '';
  };
  const deploy = (options = '') =>
    team.run(`deploy ${configFile} site --store file:store --origin https://wallets.example ${options}`, {
      ...{ run, fetch },
    });
  return { ...team, world, deployed, deploy };
}

describe('linkspan deploy --origin', () => {
  it('pulls, asks the nodes, deploys, and says that the page is neither sealed nor served yet', async () => {
    const { deploy, deployed, folder } = await createLivePage();
    const { exitCode, said } = await deploy();
    expect([exitCode, deployed]).toEqual([0, [join(folder, configFile)]]);
    expect(said).toContain('Not sealed');
    expect(said).toContain('https://wallets.example does not serve this deploy yet');
    expect(await readdir(join(folder, 'wallets'))).toEqual(['live.json', 'root.json', 'wallets.config.json']);
  });

  it('seals by the keys of the host’s team', async () => {
    const { deploy, done, by, folder } = await createLivePage();
    await done('keys make dora --kind person');
    await done('seal keys --key .config/linkspan/keys/dora.pub.json');
    const { exitCode, said } = await deploy('--key .config/linkspan/keys/dora.key.json');
    expect([exitCode, said]).toEqual([0, expect.stringContaining('The seal of https://wallets.example')]);
    expect(await readdir(join(folder, '.linkspan'))).toContain('seal.json');
    expect((await deploy(by('ann'))).complaint).toContain('command/seal-unsigned');
  });

  it('deploys nothing if the named keys of the seal are not there', async () => {
    const { deploy, deployed } = await createLivePage();
    const { exitCode, complaint } = await deploy('--host-keys other.json');
    expect([exitCode, deployed]).toEqual([1, []]);
    expect(complaint).toContain('command/no-host-keys');
  });

  it('looks at the page once that is served', async () => {
    const { deploy, world } = await createLivePage();
    world.isServed = true;
    const { exitCode, said } = await deploy();
    expect([exitCode, said]).toEqual([1, expect.stringContaining('Page  https://wallets.example/')]);
  });

  it('warns of a node that does not answer', async () => {
    const { deploy, world } = await createLivePage();
    world.chain = undefined;
    const { exitCode, said } = await deploy();
    expect([exitCode, said]).toEqual([
      0,
      expect.stringContaining('https://rpc.example/ (families[0].networks[0].rpc[0]) does not answer'),
    ]);
  });

  it.each<[string, object, string | undefined, string]>([
    ['a node of another chain', {}, '0xa', 'is a node of eip155:10, and the page takes it for eip155:1'],
    ['practice wallets', { practice: {} }, '0x1', 'practice should be left out'],
  ])('refuses %s with its field, and deploys nothing', async (_, changes, chain, why) => {
    const { deploy, deployed, world } = await createLivePage(changes);
    world.chain = chain;
    const { exitCode, complaint } = await deploy();
    expect([exitCode, deployed]).toEqual([1, []]);
    expect(complaint).toContain(why);
    expect(complaint).toContain('command/config-wrong');
  });

  it.each([
    ['wallets.example', 'should be an origin'],
    ['https://wallets.example --with remote-evm@1.0.0', 'not for --origin'],
  ])('is refused with %s', async (words, why) => {
    const { run } = await createLivePage();
    const { exitCode, complaint } = await run(`deploy ${configFile} site --origin ${words}`);
    expect([exitCode, complaint]).toEqual([2, expect.stringContaining(why)]);
  });
});
