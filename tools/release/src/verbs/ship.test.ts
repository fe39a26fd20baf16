import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDraft, writeDraft } from '../documents/draft.ts';
import { manifestOf, readStoredLive } from '../documents/live.ts';
import type { Program } from '../run-program.ts';
import { createSourceTeam } from '../testing/source-team.ts';
import { soundFiles } from '../testing/team.ts';

const passing = {
  ...{ kind: 'result', passed: 39, failed: 0, notOffered: 0, browser: 'Chromium 156' },
  failures: [] as readonly string[],
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
  const readLive = async () => {
    const live = await readStoredLive(team.store, team.remote);
    return live?.live.releases.map((one) => ({
      version: manifestOf(one, team.remote).version,
      share: one.share,
    }));
  };
  return { ...team, context, check, ran, ship, sign, readLive };
}

it('goes as far as the signatures allow, says who is missing, and goes on without a build or a check', async () => {
  const { commit, ship, sign, ran, readLive } = await createShipper();
  await commit('1.0.0', soundFiles);
  const first = await ship('1.0.0');
  expect(first).toMatchObject({ exitCode: 0, complaint: '' });
  expect(first.said).toContain('remote-evm has 1 of the 2 signatures that it needs');
  expect(first.said.split('\n').at(-1)).toMatch(/^Next: linkspan sign .*1\.0\.0, by a person; then again/);
  expect(await readLive()).toBeUndefined();
  expect((await ship('1.0.0')).said).toContain('has 1 of the 2 signatures');
  await sign('1.0.0');
  const last = await ship('1.0.0');
  expect(last).toMatchObject({ exitCode: 0, complaint: '' });
  expect(last.said).not.toContain('Next: ');
  expect(await readLive()).toEqual([{ version: '1.0.0', share: 100 }]);
  expect(ran).toEqual(['build', 'check']);
});

it('gives a release to the share that is asked for, which the next step repeats', async () => {
  const { commit, ship, sign, readLive } = await createShipper();
  for (const words of ['1.0.0', '1.1.0 --share 10']) {
    const [version = '', ...share] = words.split(' ');
    await commit(version, { ...soundFiles, 'chunk.js': `export const one = '${version}';` });
    const again = [`linkspan ship ${version} --remote remote-evm`, ...share].join(' ');
    expect((await ship(words)).said.endsWith(again)).toBe(true);
    await sign(version);
    await ship(words);
  }
  await ship('1.1.0 --share 10');
  expect(await readLive()).toEqual([
    { version: '1.0.0', share: 90 },
    { version: '1.1.0', share: 10 },
  ]);
  await ship('1.1.0 --share 100');
  expect(await readLive()).toEqual([{ version: '1.1.0', share: 100 }]);
});

it('leaves what is live as it is if all is done, also after the check has been lost', async () => {
  const { commit, ship, sign, readLive, ran, folder, remote } = await createShipper();
  await commit('1.0.0', soundFiles);
  await ship('1.0.0');
  await sign('1.0.0');
  await ship('1.0.0');
  expect((await ship('1.0.0')).complaint).toBe('');
  await rm(join(folder, '.linkspan/releases', remote, '1.0.0/check.json'));
  expect((await ship('1.0.0')).complaint).toBe('');
  expect(await readLive()).toEqual([{ version: '1.0.0', share: 100 }]);
  expect(ran).toEqual(['build', 'check', 'check']);
});

it('ends with 1 and what failed in the check, and checks again the next time', async () => {
  const { commit, ship, ran, check } = await createShipper();
  await commit('1.0.0', soundFiles);
  check.result = { ...passing, failed: 1, failures: ['signs a message: there is no signature'] };
  const { exitCode, said } = await ship('1.0.0');
  expect([exitCode, said]).toEqual([1, expect.stringContaining('signs a message: there is no signature')]);
  check.result = passing;
  expect((await ship('1.0.0')).said).toContain('has 1 of the 2 signatures');
  expect(ran).toEqual(['build', 'check', 'check']);
});

it('builds again what another machine built and signed for this commit', async () => {
  const { commit, ship, run, by, context, remote, folder } = await createShipper();
  await commit('1.0.0', soundFiles);
  await run(`build ${remote}`, context);
  await run(`sign ${remote} ${by('ann')}`, context);
  await rm(join(folder, '.config/linkspan/built'), { recursive: true });
  const manifest = join(folder, '.linkspan/releases', remote, '1.0.0/manifest.json');
  await writeDraft(manifest, { ...(await readDraft(manifest)).envelope, signatures: [] });
  expect((await ship('1.0.0')).said).toContain('It was built again from that commit');
});

it('builds a new commit, and what was built with changes that no commit has', async () => {
  const { commit, ship, ran, run, context, remote, folder } = await createShipper();
  await commit('1.0.0', soundFiles);
  await writeFile(join(folder, remote, 'source/chunk.js'), 'export const one = 2;');
  await run(`build ${remote} --dirty`, context);
  const refused = await ship('1.0.0');
  expect([refused.exitCode, refused.complaint]).toEqual([1, expect.stringContaining('command/dirty')]);
  await writeFile(join(folder, remote, 'source/chunk.js'), soundFiles['chunk.js']);
  await ship('1.0.0');
  await commit('1.0.0', { ...soundFiles, 'chunk.js': 'export const one = 3;' });
  await ship('1.0.0');
  expect(ran).toEqual(['build', 'build', 'check', 'build', 'check']);
});

it.each([
  ['1.0', 'VERSION'],
  ['../1.0.0', 'VERSION'],
  ['1.0.0 --share 101', '--share'],
  ['1.0.0 --share some', '--share'],
])('refuses “ship %s” before it builds', async (line, name) => {
  const { commit, ship, ran } = await createShipper();
  await commit('1.0.0', soundFiles);
  const { exitCode, complaint } = await ship(line);
  expect([exitCode, complaint, ran]).toEqual([2, expect.stringContaining(`${name} should be`), []]);
});

it('refuses to ship what no package.json names', async () => {
  const { run } = await createShipper();
  expect((await run('ship 1.0.0')).complaint).toContain('--remote REMOTE is missing');
});
