import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Program } from '../run-program.ts';
import { createSourceTeam } from '../testing/source-team.ts';
import { soundFiles } from '../testing/team.ts';

const passing = {
  ...{ kind: 'result', passed: 39, failed: 0, notOffered: 0, failures: [] },
  browser: 'Chromium 156',
};

/** A team whose check and builds are not real; `ran` names those that were run. */
async function createShipper() {
  const team = await createSourceTeam();
  const installed = join(team.folder, 'node_modules/@linkspan/check');
  await mkdir(installed, { recursive: true });
  const exports = { './command': './command.js' };
  await writeFile(join(installed, 'package.json'), JSON.stringify({ name: '@linkspan/check', exports }));
  await writeFile(join(installed, 'command.js'), '');
  const check = { result: passing };
  const ran: string[] = [];
  const context = {
    async run(program: Program) {
      const isCheck = program.args[0] === join(installed, 'command.js');
      ran.push(isCheck ? 'check' : 'build');
      if (!isCheck) return team.context.run(program);
      program.onLine?.(JSON.stringify(check.result));
      return '';
    },
  };
  const ship = (line: string) => team.run(`ship ${line} --remote ${team.remote}`, context);
  const sign = (version: string) =>
    team.done(`sign .linkspan/releases/${team.remote}/${version} --no-rebuild ${team.by('ann')}`);
  const release = async (version: string) => {
    await team.commit(version, { ...soundFiles, 'chunk.js': `export const one = '${version}';` });
    await ship(version);
    await sign(version);
  };
  const readLive = async () =>
    (await team.done<{ remotes: { live: unknown }[] }>(`status ${team.remote}`)).remotes[0];
  return { ...team, check, ran, ship, sign, release, readLive };
}

it('goes as far as the signatures allow, says who is missing, and goes on from there', async () => {
  const { commit, ship, sign, ran, readLive } = await createShipper();
  await commit('1.0.0', soundFiles);
  const first = await ship('1.0.0');
  expect(first).toMatchObject({ exitCode: 0, complaint: '' });
  expect(first.said).toContain('remote-evm has 1 of the 2 signatures that it needs');
  expect(first.said.split('\n').at(-1)).toMatch(/^Next: linkspan sign .*1\.0\.0, by a person; then again/);
  expect(ran).toEqual(['build', 'check']);
  expect(JSON.stringify(await readLive())).not.toContain('1.0.0');
  expect((await ship('1.0.0')).said).toContain('has 1 of the 2 signatures');
  await sign('1.0.0');
  const last = await ship('1.0.0');
  expect(last.said).toContain('Live of remote-evm: 1.0.0 (100 %)');
  expect(last.said).not.toContain('Next: ');
  expect(ran).toEqual(['build', 'check']);
});
