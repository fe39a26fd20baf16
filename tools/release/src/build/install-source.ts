import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { Refusal } from '../errors.ts';
import { writeWhole } from '../files.ts';
import { ProgramError } from '../run-program.ts';
import type { Environment } from '../store/address.ts';
import type { Context } from '../verb.ts';
import { cleanTree } from './clean-tree.ts';
import { pinLockfile } from './pin-lockfile.ts';
import { toBareEnvironment } from './run-build.ts';
import { toHarmlessSettings } from './workspace-settings.ts';

const pnpm = 'pnpm@12.21.0';

/** How this machine reaches a network. */
const network = /^((https?|no|all)_proxy|node_extra_ca_certs|ssl_cert_(file|dir))$/i;
/** The settings of npm that say the same; none of them is a secret or code. */
const ofNetwork = /^(registry|@[\w.-]+:registry|proxy|https-proxy|noproxy|ca|cafile|strict-ssl)$/;
type Setting = readonly [name: string, value: unknown];
const settingVariables = /^npm_config_(registry|proxy|https_proxy|noproxy|cafile|userconfig|globalconfig)$/i;

/**
 * Installs what the lockfile of a source tree says, the nearest one above `from`, by npm's or pnpm's own command. The tree
 * decides nothing else. Its `.npmrc` and `node_modules` are removed; its pnpmfile, `packageManager` and scripts are
 * ignored; other settings of its pnpm-workspace.yaml, links out of it, and packages that are not the same for everybody
 * are refused. The commands run in an empty folder, with an empty home, and take registry, proxy and certificates from the
 * person's own settings of npm. Throws `command/no-lockfile`, `command/unpinned`, `command/commit-link`, `command/install-failed`, `command/install-setting`.
 */
export async function installSource(
  { env, run, progress }: Pick<Context, 'env' | 'run' | 'progress'>,
  worktree: string,
  from = worktree,
): Promise<void> {
  const tree = await cleanTree(worktree);
  const { folder: locked, byNpm } = await findLockfile(join(tree, relative(worktree, from)), tree);
  progress('Installing what the lockfile says');
  const workspace = join(locked, 'pnpm-workspace.yaml');
  const said = await readFile(workspace, 'utf8').catch(() => undefined);
  if (said !== undefined) await writeWhole(workspace, JSON.stringify(toHarmlessSettings(said)));
  // As the tree is: the way from one to the other must be one of real folders.
  const place = await realpath(await mkdtemp(join(tmpdir(), 'linkspan-install-')));
  const folder = join(place, 'empty');
  const home = join(place, 'home');
  const userconfig = join(place, 'npmrc');
  const dir = relative(folder, locked);
  const pnpmArgs = '--frozen-lockfile --ignore-scripts --ignore-pnpmfile --pm-on-fail=ignore --no-runtime';
  const isAlone = said === undefined;
  const command = byNpm ? 'npm' : 'npx';
  const args = byNpm
    ? ['ci', '--ignore-scripts', '--prefix', dir]
    : [
        '-y',
        pnpm,
        'install',
        ...pnpmArgs.split(' '),
        '--dir',
        dir,
        ...(isAlone ? ['--ignore-workspace'] : []),
      ];
  try {
    for (const one of [folder, home]) await mkdir(one);
    // Else npm looks for the .npmrc of a project in the folders above.
    await writeFile(join(folder, 'package.json'), '{}');
    const settings = await readSettings({ env, run }, folder);
    await writeFile(
      userconfig,
      settings.map(([name, value]) => `${name}=${JSON.stringify(value)}\n`).join(''),
    );
    const named = settings.flatMap(([name, value]) => (/registry$/.test(name) ? [`${value}`] : []));
    const registries = [...named, await readPublicRegistry({ env, run }, folder)];
    await pinLockfile({ folder: locked, byNpm }, { tree, registries });
    const away = {
      ...toEmptyHome(toOwnEnvironment(env, network), home),
      npm_config_userconfig: userconfig,
      CI: 'true',
    };
    await run({ command, args, folder, env: away });
  } catch (cause) {
    if (!(cause instanceof ProgramError)) throw cause;
    throw new Refusal(
      'command/install-failed',
      `What the commit needs could not be installed, so the release was not built again, and nothing was signed. The installation said:\n${cause.message}`,
      { cause },
    );
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Where the lockfile is, and whether it is npm's. Throws `command/no-lockfile`. */
async function findLockfile(
  from: string,
  tree: string,
): Promise<{ readonly folder: string; readonly byNpm: boolean }> {
  for (let folder = from; ; folder = dirname(folder)) {
    const names = await readdir(folder);
    if (names.includes('pnpm-lock.yaml')) return { folder, byNpm: false };
    if (names.includes('package-lock.json')) return { folder, byNpm: true };
    if (relative(tree, folder) === '' || folder === dirname(folder))
      throw new Refusal(
        'command/no-lockfile',
        'The commit has neither a package-lock.json nor a pnpm-lock.yaml, so nobody can install what the release was built with. Commit one; --no-rebuild signs all the same.',
      );
  }
}

/** An environment with another home. What is in a person's own is no part of a rebuild, and nothing to be read by it. */
export function toEmptyHome(env: Environment, home: string): Environment {
  return { ...env, HOME: home, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home };
}

/** A bare environment in which no program of an installed package, which npm puts first, or of this folder is found. */
function toOwnEnvironment(env: Environment, also?: RegExp): Environment {
  const isOwn = (folder: string) => isAbsolute(folder) && !/[\\/]node_modules[\\/]/.test(folder);
  return Object.fromEntries(
    Object.entries(toBareEnvironment(env, also)).map(([name, value]) =>
      /^path$/i.test(name) ? [name, value?.split(delimiter).filter(isOwn).join(delimiter)] : [name, value],
    ),
  );
}

/**
 * What the person's own settings of npm say about the network, for an `.npmrc`. If npm runs this command, its variables
 * hold what the `.npmrc` of the checkout says too, so they do not count.
 */
async function readSettings(
  { env, run }: Pick<Context, 'env' | 'run'>,
  folder: string,
): Promise<readonly Setting[]> {
  const also = env.npm_command === undefined ? settingVariables : undefined;
  const printed = await run({
    command: 'npm',
    args: ['config', 'list', '--json'],
    folder,
    env: toOwnEnvironment(env, also),
  });
  return Object.entries(JSON.parse(printed) as Record<string, unknown>)
    .filter(([name, value]) => ofNetwork.test(name) && value !== null && value !== '')
    .flatMap(([name, value]): readonly Setting[] =>
      Array.isArray(value) ? value.map((one): Setting => [`${name}[]`, one]) : [[name, value]],
    );
}

/** The registry that npm knows without any setting. A lockfile has its address, whichever registry its writer asked. */
async function readPublicRegistry(
  { env, run }: Pick<Context, 'env' | 'run'>,
  folder: string,
): Promise<string> {
  const none = (name: string) => join(folder, `no-${name}`);
  const unset = { npm_config_userconfig: none('user'), npm_config_globalconfig: none('global') };
  const args = ['config', 'get', 'registry'];
  const printed = await run({ command: 'npm', args, folder, env: { ...toOwnEnvironment(env), ...unset } });
  return printed.trim();
}
