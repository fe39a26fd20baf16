import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasPassed, parseCheckReport } from '../documents/check-report.ts';
import { readDraft } from '../documents/draft.ts';
import { manifestIdOf } from '../documents/live.ts';
import { type Program, ProgramError } from '../run-program.ts';
import { createTeam } from '../testing/team.ts';

const passing = {
  kind: 'result',
  passed: 39,
  failed: 0,
  notOffered: 1,
  failures: [],
  browser: 'Chromium 156',
};
const begun = { kind: 'case', number: 1, of: 40, sentence: 'signs a message' };
const failing = { ...passing, passed: 38, failed: 1, failures: ['signs a message: there is no signature'] };

/** The browser's program as a fake: it prints these lines, and nothing is run. */
function printing(...lines: readonly unknown[]) {
  const programs: Program[] = [];
  const run = async (program: Program) => {
    programs.push(program);
    for (const line of lines) program.onLine?.(typeof line === 'string' ? line : JSON.stringify(line));
    return '';
  };
  return { run, programs };
}

async function createBuilt() {
  const team = await createTeam();
  const installed = join(team.folder, 'node_modules/@linkspan/check');
  await mkdir(installed, { recursive: true });
  const exports = { './command': './command.js' };
  await writeFile(join(installed, 'package.json'), JSON.stringify({ name: '@linkspan/check', exports }));
  await writeFile(join(installed, 'command.js'), '');
  const build = async (version: string, sequence: number, files?: Readonly<Record<string, string>>) =>
    (await team.done<{ folder: string }>(await team.writeBuilt(version, sequence, files))).folder;
  const readReport = async (folder: string) =>
    parseCheckReport(await readFile(join(folder, 'check.json')), team.remote);
  return { ...team, build, readReport, built: await build('1.0.0', 1) };
}

describe('release check', () => {
  it('writes a report that is bound to the manifest', async () => {
    const { done, built, remote, readReport } = await createBuilt();
    const { run } = printing(begun, passing);
    expect(await done(`check ${remote}`, { run })).toMatchObject({ version: '1.0.0' });
    const { envelope } = await readDraft(join(built, 'manifest.json'));
    const report = await readReport(built);
    const id = manifestIdOf(envelope);
    expect([hasPassed(report, 'static', id), hasPassed(report, 'conformance', id)]).toEqual([true, true]);
    expect(report.results.conformance).toMatchObject({ browser: 'Chromium 156', at: '2026-11-20T12:00:00Z' });
  });

  it('gives the release to the package of the check, with the team’s own subject, and shows how far it is', async () => {
    const { run: release, folder, built, remote } = await createBuilt();
    const { run, programs } = printing(
      { kind: 'step', text: 'Starting the browser' },
      begun,
      'not ours',
      passing,
    );
    const shown: string[] = [];
    const progress = (text: string) => shown.push(text);
    const { said } = await release(`check ${remote}`, { run, progress });
    const program = join(folder, 'node_modules/@linkspan/check/command.js');
    expect(programs[0]?.args).toEqual([program, built, join(folder, 'practice/subject.js')]);
    expect(shown.slice(-2)).toEqual(['Starting the browser', '1 of 40: signs a message']);
    expect(said).toContain('conformance 39 of 39 passed, 1 not offered by the wallet (Chromium 156)');
  });

  it('ends with 1 where a case fails, with its sentence in a table, and keeps that it failed', async () => {
    const { run: release, built, remote, readReport } = await createBuilt();
    const { exitCode, said } = await release(`check ${remote}`, printing(failing));
    expect([exitCode, said]).toEqual([1, expect.stringContaining('signs a message: there is no signature')]);
    expect((await readReport(built)).results.conformance).toMatchObject({ failed: 1 });
  });

  it('looks at the files alone if it is asked to, and keeps what the browser found of this manifest', async () => {
    const { done, built, remote, readReport } = await createBuilt();
    await done(`check ${remote}`, printing(passing));
    const { run, programs } = printing();
    await done(`check ${remote} --static`, { run });
    expect(programs).toEqual([]);
    const report = await readReport(built);
    expect(report.results.conformance).toMatchObject({ passed: 39 });
    await writeFile(join(built, 'check.json'), JSON.stringify({ ...report, manifest: '0'.repeat(64) }));
    await done(`check ${remote} --static`);
    expect(Object.keys((await readReport(built)).results)).toEqual(['static']);
  });

  it('does not start a browser for files that are wrong', async () => {
    const { run: release, build, remote } = await createBuilt();
    await build('1.1.0', 2, { 'discovery.js': '', 'remoteEntry.js': '' });
    const { run, programs } = printing(passing);
    const { exitCode, said } = await release(`check ${remote}`, { run });
    expect([exitCode, programs]).toEqual([1, []]);
    expect(said).toContain('discovery.js does not export discover');
  });

  it('says what is missing where no browser can be had, and what can be done without one', async () => {
    const { run: release, built, remote, readReport } = await createBuilt();
    const run = async () => {
      throw new ProgramError(
        `${JSON.stringify(begun)}\n\nNo browser to test with. Set LINKSPAN_BROWSER to its path.`,
      );
    };
    const { exitCode, complaint } = await release(`check ${remote}`, { run });
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/check-stopped')]);
    expect(complaint).toMatch(/run: No browser .*LINKSPAN_BROWSER.*--static/);
    expect(Object.keys((await readReport(built)).results)).toEqual(['static']);
  });

  it('takes the built release with the highest sequence, and refuses a remote that was never built', async () => {
    const { refused, done, build, remote } = await createBuilt();
    await build('1.10.0', 3);
    await build('1.9.0', 3);
    expect(await done(`check ${remote} --static`)).toMatchObject({ version: '1.10.0' });
    expect(await refused('check remote-near')).toContain('command/no-built-release');
    expect(await refused('check ./elsewhere')).toContain('command/no-such-file');
  });

  it('refuses a check that ends without a result', async () => {
    const { refused, remote } = await createBuilt();
    expect(await refused(`check ${remote}`, printing(begun))).toContain('command/check-stopped');
  });
});
