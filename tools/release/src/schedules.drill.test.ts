import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from './testing/folders.ts';
import { createSealedSite } from './testing/sealed-site.ts';
import { createTeam } from './testing/team.ts';

const folder = fileURLToPath(new URL('../../../docs/guides/schedules/', import.meta.url));
const read = (name: string) => readFile(join(folder, name), 'utf8');
const run = promisify(execFile);

/** What a schedule runs: the words after `release --` on each line that has them, and is no comment. */
async function readCommands(name: string): Promise<readonly string[]> {
  const lines = (await read(name)).split('\n').filter((line) => !line.trimStart().startsWith('#'));
  return lines.flatMap((line) => /release -- (.*?)( 2>&1.*)?$/.exec(line)?.[1] ?? []);
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly on: { readonly schedule: readonly { readonly cron: string }[] };
  readonly jobs: {
    readonly refresh: {
      readonly strategy: { readonly 'fail-fast': boolean };
      readonly steps: readonly Step[];
    };
  };
}

/** What a line of cron does, told by what it says where its command ends with a code. */
async function readCron(name: string) {
  const line = (await read(name)).trim().split('\n').at(-1) ?? '';
  const [, times = '', command = ''] = /^(\S+ \S+ \S+ \S+ \S+) linkspan (.*)$/.exec(line) ?? [];
  const place = await temporaryFolder();
  await mkdir(join(place, 'bin'));
  const tell = async (exitCode: number) => {
    await writeFile(join(place, 'bin/npm'), `#!/bin/sh\necho done\nexit ${exitCode}\n`, { mode: 0o755 });
    const env = { PATH: `${join(place, 'bin')}:/usr/bin:/bin` };
    return (await run('/bin/sh', ['-c', command.replace('/srv/linkspan', place)], { env })).stdout;
  };
  return { times, command, tell };
}

describe('the schedules of what is live', { timeout: 60_000 }, () => {
  it.each(['refresh.yml', 'linkspan-refresh.service', 'linkspan-refresh.cron'])(
    '%s runs what the command does',
    async (name) => {
      const team = await createTeam();
      await team.publish('1.0.0', 1);
      await team.done(`promote remote-evm 1.0.0 ${team.by('ci')}`);
      const key = join(team.folder, '.linkspan/keys/ci.key.json');
      const commands = await readCommands(name);
      expect(commands.length).toBeGreaterThan(0);
      for (const command of commands) {
        const line = command
          .replaceAll('"', '')
          .replaceAll('$REMOTE', 'remote-evm')
          .replaceAll('roots/remote', '.linkspan/roots/remote')
          .replace(/\/etc\/linkspan\/\S+|\$\{CREDENTIALS_DIRECTORY\}\S+/, key);
        const ran = await team.run(line, { env: { CI_KEY: await readFile(key, 'utf8') } });
        expect([line, ran.exitCode, ran.complaint]).toEqual([line, 0, '']);
      }
    },
  );

  it('for a CI are daily, keep one remote from stopping the others, and take exact actions', async () => {
    const { on, jobs }: Workflow = parse(await read('refresh.yml'));
    expect(on.schedule.map(({ cron }) => /^\d+ \d+ \* \* \*$/.test(cron))).toEqual([true]);
    expect(jobs.refresh.strategy['fail-fast']).toBe(false);
    const { steps } = jobs.refresh;
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    expect(steps.filter((step) => step.run?.includes('${{'))).toEqual([]);
  });

  it('for systemd are daily', async () => {
    expect(await read('linkspan-refresh.timer')).toMatch(/^OnCalendar=\*-\*-\* \d\d:\d\d:\d\d UTC$/m);
  });

  it('for cron are daily, and say something only where something is wrong', async () => {
    const { times, command, tell } = await readCron('linkspan-refresh.cron');
    expect(times).toMatch(/^\d+ \d+ \* \* \*$/);
    // A percent sign would end the command.
    expect(command).not.toContain('%');
    expect([await tell(0), await tell(1)]).toEqual(['', 'done\n']);
  });
});

describe('the schedules of the seal', { timeout: 60_000 }, () => {
  it.each(['verify.yml', 'linkspan-verify.service', 'linkspan-verify.cron'])(
    '%s finds nothing in a sound page, and an altered one',
    async (name) => {
      const site = await createSealedSite();
      const [command = '', ...others] = await readCommands(name);
      expect(others).toEqual([]);
      const line = command
        .replace(/; \}$/, '')
        .replace('https://wallets.example/', `${site.served.origin}/`)
        .replace('https://remotes.example/seal.json', '.linkspan/seal.json')
        .replace(/\S+host-keys\.json/, '.linkspan/host-keys.json')
        .replace(/\$\{STATE_DIRECTORY\}/, '.linkspan');
      const sound = await site.run(line);
      expect([line, sound.exitCode, sound.complaint]).toEqual([line, 0, '']);
      expect(sound.said).not.toContain('  hint');
      await site.change('index.html', (text) => text.replace('Connect', 'Type your seed'));
      expect((await site.run(line)).exitCode).toBe(1);
    },
  );

  it('for a CI are hourly, and take exact actions and no secret', async () => {
    const text = await read('verify.yml');
    const { on, jobs } = parse(text) as { on: Workflow['on']; jobs: { verify: { steps: readonly Step[] } } };
    expect(on.schedule.map(({ cron }) => /^\d+ \* \* \* \*$/.test(cron))).toEqual([true]);
    const { steps } = jobs.verify;
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    expect(steps.filter((step) => step.run?.includes('${{'))).toEqual([]);
    expect(text).not.toContain('secrets.');
  });

  it('for systemd and cron are hourly, and cron says something only where something is wrong', async () => {
    expect(await read('linkspan-verify.timer')).toMatch(/^OnCalendar=\*-\*-\* \*:\d\d:00 UTC$/m);
    const { times, command, tell } = await readCron('linkspan-verify.cron');
    expect(times).toMatch(/^\d+ \* \* \* \*$/);
    expect(command).not.toContain('%');
    expect([await tell(0), await tell(1), await tell(3)]).toEqual(['', 'done\n', 'done\n']);
  });
});
