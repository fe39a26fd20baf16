import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Program } from '../run-program.ts';
import type { Context } from '../verb.ts';
import { testNow } from './command.ts';
import { createTeam, type Team, writeRemote } from './team.ts';

/** A team with its source in git, whose build copies the files of `remote-evm/source`. */
export interface SourceTeam extends Team {
  /** Writes the source of a version and commits it; returns the commit. */
  commit(version: string, files: Readonly<Record<string, string>>): Promise<string>;
  git(...args: readonly string[]): Promise<string>;
  /** What runs the build and the installation, neither of them real. */
  readonly context: Pick<Context, 'run'>;
  /** The programs that were run, in their order. */
  readonly programs: Program[];
}

const execute = promisify(execFile);

/** A source team with nothing committed yet. */
export async function createSourceTeam(): Promise<SourceTeam> {
  const team = await createTeam();
  const { folder, remote } = team;
  const programs: Program[] = [];
  const git: SourceTeam['git'] = async (...args) => {
    const own = ['-c', 'user.name=ann', '-c', 'user.email=ann@team.example'];
    const env = { ...process.env, GIT_COMMITTER_DATE: new Date(testNow).toISOString() };
    return (await execute('git', [...own, ...args], { cwd: folder, env })).stdout.trim();
  };
  await git('init', '-q', '--template=');
  await writeFile(join(folder, '.gitignore'), '.config\n.linkspan\ndist\nnode_modules\n');
  await writeFile(join(folder, 'pnpm-lock.yaml'), "lockfileVersion: '9.0'\n");
  await install(folder);
  return {
    ...team,
    git,
    programs,
    context: {
      async run(program) {
        programs.push(program);
        const { args } = program;
        if (args.includes('config')) return '{}';
        const dir = args[args.indexOf('--dir') + 1];
        if (args.includes('install')) await install(resolve(program.folder, `${dir}`));
        else await build(program.folder);
        return '';
      },
    },
    async commit(version, files) {
      await mkdir(join(folder, remote, 'source'), { recursive: true });
      await writeFile(join(folder, remote, 'package.json'), JSON.stringify({ name: remote, version }));
      for (const [name, content] of Object.entries(files))
        await writeFile(join(folder, remote, 'source', name), content);
      await git('add', '.');
      await git('commit', '-q', '-m', version);
      return git('rev-parse', 'HEAD');
    },
  };
}

/** As far as a build looks for it. */
async function install(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/vite'), { recursive: true });
  await writeFile(join(folder, 'node_modules/vite/package.json'), '{"name":"vite"}');
}

async function build(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const names = await readdir(join(folder, 'source'));
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, 'source', name), 'utf8')] as const),
  );
  await writeRemote(folder, { remote: basename(folder), version, files: Object.fromEntries(files) });
}
