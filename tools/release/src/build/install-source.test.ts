import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Program, runProgram } from '../run-program.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { installSource } from './install-source.ts';

const lock = "lockfileVersion: '9.0'";
const npmLock = '{"lockfileVersion":3,"packages":{}}';

/** A source tree with files, and its installation by programs that only note how they were run. */
async function createTree(files: Readonly<Record<string, string>> = { 'pnpm-lock.yaml': lock }) {
  const tree = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(tree, name)), { recursive: true });
    await writeFile(join(tree, name), content);
  }
  const install = async (env: Readonly<Record<string, string>> = {}, settings: object = {}, from = '') => {
    const programs: Program[] = [];
    let npmrc = '';
    let homes: unknown;
    await installSource(
      {
        env: { PATH: '/usr/bin', HOME: '/home/ann', ...env },
        progress: () => undefined,
        async run(program) {
          programs.push(program);
          if (program.args.includes('list')) return JSON.stringify(settings);
          if (program.args.includes('get')) return 'https://npm.example/\n';
          npmrc = await readFile(`${program.env.npm_config_userconfig}`, 'utf8');
          homes = await readdir(`${program.env.HOME}`);
          return '';
        },
      },
      tree,
      join(tree, from),
    );
    const [asked, , run] = programs as [Program, Program, Program];
    return { asked, run, npmrc, homes };
  };
  return { tree, install, installFrom: (from: string) => install({}, {}, from) };
}

/** A registry that has nothing and notes what it is asked for. */
async function serveRegistry(): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url}`);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, asked };
}

describe('installSource', () => {
  it.each([
    [
      'npm, of the remote’s own folder',
      { 'pnpm-lock.yaml': lock, 'remote-a/package-lock.json': npmLock },
      'npm',
      'remote-a',
    ],
    ['pnpm, of the repository', { 'pnpm-lock.yaml': lock, 'remote-a/package.json': '{}' }, 'npx', ''],
  ])('follows the nearest lockfile: %s', async (_, files, command, within) => {
    const { tree, installFrom } = await createTree(files);
    const { run } = await installFrom('remote-a');
    expect(run.command).toBe(command);
    const [, dir = ''] = /(?:--prefix|--dir),([^,]*)/.exec(run.args.join()) ?? [];
    expect(resolve(run.folder, dir)).toBe(resolve(tree, within));
  });

  it('refuses a commit without a lockfile', async () => {
    const { installFrom } = await createTree({ 'remote-a/yarn.lock': '' });
    await expect(installFrom('remote-a')).rejects.toMatchObject({ code: 'command/no-lockfile' });
  });

  it('runs pnpm outside of the tree, with no script, hook or other package manager of it', async () => {
    const { tree, install } = await createTree();
    const { run } = await install();
    expect([run.command, ...run.args.slice(0, 2)]).toEqual(['npx', '-y', 'pnpm@12.21.0']);
    for (const option of [
      '--frozen-lockfile',
      '--ignore-scripts',
      '--ignore-pnpmfile',
      '--pm-on-fail=ignore',
    ])
      expect(run.args).toContain(option);
    expect(run.folder.startsWith(tree)).toBe(false);
    expect(resolve(run.folder, `${run.args[run.args.indexOf('--dir') + 1]}`)).toBe(tree);
    expect(run.args).toContain('--ignore-workspace');
  });

  it('runs npm if the lockfile is npm’s', async () => {
    const { tree, install } = await createTree({ 'package-lock.json': npmLock });
    const { run } = await install();
    expect([run.command, ...run.args.slice(0, -1)]).toEqual(['npm', 'ci', '--ignore-scripts', '--prefix']);
    expect(resolve(run.folder, `${run.args.at(-1)}`)).toBe(tree);
  });

  it('gives it an empty home, and no secret of who signs', async () => {
    const { install } = await createTree();
    const { asked, run, homes } = await install({
      HTTPS_PROXY: 'http://proxy.example',
      XDG_CONFIG_HOME: '/home/ann/.config',
      LINKSPAN_STORE: 's3://store',
      AWS_SECRET_ACCESS_KEY: 'secret',
      CI_KEY: 'secret',
      NODE_OPTIONS: '--import ./steal.js',
      'npm_config_//npm.example/:_authToken': 'secret',
      npm_config_script_shell: './steal.sh',
    });
    expect(homes).toEqual([]);
    const { HOME, USERPROFILE, APPDATA, LOCALAPPDATA, npm_config_userconfig, ...others } = run.env;
    expect(others).toEqual({ PATH: '/usr/bin', HTTPS_PROXY: 'http://proxy.example', CI: 'true' });
    expect(new Set([USERPROFILE, APPDATA, LOCALAPPDATA])).toEqual(new Set([HOME]));
    await expect(readdir(dirname(`${HOME}`))).rejects.toThrow('ENOENT');
    expect(asked.env).toEqual({ PATH: '/usr/bin', HOME: '/home/ann' });
  });

  it('takes what npm says of the network and no more from the settings of who signs', async () => {
    const { install } = await createTree();
    const { npmrc } = await install(
      {},
      {
        registry: 'https://npm.example/',
        '@team:registry': 'https://team.example/',
        cafile: null,
        ca: ['one', 'two'],
        '//npm.example/:_authToken': '(protected)',
        'script-shell': '/bin/odd',
      },
    );
    expect(npmrc).toBe(
      'registry="https://npm.example/"\n@team:registry="https://team.example/"\nca[]="one"\nca[]="two"\n',
    );
  });

  it('takes no variable that npm may have made of the checkout’s .npmrc', async () => {
    const { install } = await createTree();
    const variables = { npm_config_registry: 'https://npm.example/' };
    expect((await install(variables)).asked.env).toMatchObject(variables);
    const underNpm = await install({ ...variables, npm_command: 'run-script' });
    expect(underNpm.asked.env).not.toHaveProperty('npm_config_registry');
  });

  it('finds no program in an installed package, or in a folder that depends on where it is', async () => {
    const { install } = await createTree();
    const { run } = await install({ PATH: '/repo/node_modules/.bin:.:bin:/usr/bin' });
    expect(run.env.PATH).toBe('/usr/bin');
  });

  it('removes each .npmrc of the tree', async () => {
    const hostile = 'registry=http://127.0.0.1:9/\n';
    const { tree, install } = await createTree({
      'pnpm-lock.yaml': lock,
      '.npmrc': hostile,
      'remote-evm/.npmrc': hostile,
      'remote-evm/.NPMRC': hostile,
      'remote-evm/package.json': '{}',
    });
    await install();
    const left = await readdir(tree, { recursive: true });
    expect(left.sort()).toEqual(['pnpm-lock.yaml', 'remote-evm', 'remote-evm/package.json']);
  });

  it('fetches the package manager itself from no registry that the commit names', async () => {
    const [own, theirs] = [await serveRegistry(), await serveRegistry()];
    const { tree } = await createTree({
      'pnpm-lock.yaml': lock,
      '.npmrc': `registry=${theirs.address}\n`,
      'package.json': '{"packageManager":"pnpm@11.0.0"}',
    });
    const env = { PATH: process.env.PATH, HOME: await temporaryFolder(), npm_config_registry: own.address };
    const installed = installSource({ env, run: runProgram, progress: () => undefined }, tree);
    await expect(installed).rejects.toMatchObject({ code: 'command/install-failed' });
    expect(own.asked).toContain('/pnpm');
    expect(theirs.asked).toEqual([]);
  });
});

describe('a pnpm-workspace.yaml', () => {
  const install = async (workspace: string) =>
    (await createTree({ 'pnpm-lock.yaml': lock, 'pnpm-workspace.yaml': workspace })).install();

  it('may say what there is, in which versions', async () => {
    const repository = await readFile(
      resolve(import.meta.dirname, '../../../../pnpm-workspace.yaml'),
      'utf8',
    );
    expect((await install(repository)).run.args).not.toContain('--ignore-workspace');
    await install('packages:\n- host\n\n# one\ncatalog: {vite: 8.3.8}\r\n');
  });

  it.each([
    ['registries:\n  default: http://evil.example/\n', 'registries'],
    ['packages:\n  - host\nconfigDependencies:\n  hooks: 1.0.0\n', 'configDependencies'],
    ['pnpmfile: hooks.cjs', 'pnpmfile'],
    ['scriptShell: ./evil.sh', 'scriptShell'],
    ['nodeVersion: 22.0.0', 'nodeVersion'],
    ['"registry": http://evil.example/', 'registry'],
    ['{registry: "http://evil.example/"}', 'registry'],
    [' registry: http://evil.example/', 'registry'],
    ['--- {registry: "http://evil.example/"}', 'registry'],
    ['? registry\n: http://evil.example/', 'registry'],
    ['<<: {registry: "http://evil.example/"}', '<<'],
    ['\uFEFFregistry: http://evil.example/', 'registry'],
    ['sharedWorkspaceLockfile: false', 'sharedWorkspaceLockfile'],
    ['packages: ["../other"]', '../other'],
    ['packages: ["host", "{..,host}/*"]', '{..,host}/*'],
    ['packages: ["!/etc"]', '!/etc'],
    ['patchedDependencies: {ms: ../../ms.patch}', '../../ms.patch'],
    ['packages: []\nregistry: http://evil.example/', 'registry'],
  ])('may not have %j', async (workspace, setting) => {
    await expect(install(workspace)).rejects.toMatchObject({
      code: 'command/install-setting',
      message: expect.stringContaining(`“${setting}”`),
    });
  });

  it.each([
    'packages: []\rregistry: http://evil.example/',
    'packages: []\u2028registry: http://evil.example/',
    'packages: []\npackages: [host]',
    'packages: &all [host]\ncatalog: *all',
    '- registry',
  ])('may not be %j, in which one could hide', async (workspace) => {
    await expect(install(workspace)).rejects.toMatchObject({ code: 'command/install-setting' });
  });

  it('is written as it was understood', async () => {
    const { tree, install } = await createTree({
      'pnpm-lock.yaml': lock,
      'pnpm-workspace.yaml': '# one\npackages: [host]\n',
    });
    await install();
    expect(await readFile(join(tree, 'pnpm-workspace.yaml'), 'utf8')).toBe('{"packages":["host"]}');
  });
});
