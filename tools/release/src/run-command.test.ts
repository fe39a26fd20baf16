import { expect, it } from 'vitest';
import { createPlace } from './testing/command.ts';

const wrong = async (line: string, env = {}) => {
  const { run } = await createPlace();
  const { exitCode, complaint } = await run(line, { env });
  expect(exitCode).toBe(2);
  expect(complaint).toContain('\n(command/usage)');
  return complaint;
};

it('shows the help, which names every verb; without a verb as wrong usage', async () => {
  const { run } = await createPlace();
  const { said } = await run('--help');
  expect(await run('')).toEqual({ exitCode: 2, said: '', complaint: said });
  const names = [...said.matchAll(/^ {2}([a-z]+) {2,}|^ {2}([a-z]+) \[/gm)].map(([, ...found]) =>
    found.join(''),
  );
  expect(names).toEqual(expect.arrayContaining(['keys', 'root', 'promote', 'verify']));
  for (const name of names.filter((one) => one !== 'help'))
    expect(await run(`help ${name}`)).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining(`linkspan ${name}`),
    });
});

it.each([
  ['promot', 'Did you mean promote?'],
  ['status --jsn', 'Did you mean --json?'],
  ['keys lst', 'Did you mean list?'],
  ['promote remote-evm 1.0.0 10', 'too many arguments'],
  ['root publish', 'Usage: linkspan root publish [options] <FILE>'],
  ['status --strict=yes', '--strict'],
  ['withdraw remote-evm --days', '--days <N>'],
  ['withdraw remote-evm --days -3', 'a whole number, not “-3”'],
  // Else an option without its value would take the next one away.
  ['promote remote-evm 1.0.0 --host --dry-run', '--host <URL>'],
  ['block remote-evm 1.0.0 --site file:site --reason --remove', '--reason <TEXT>'],
  ['rollback remote-evm --dry-run', '--dry-run'],
])('refuses “%s” as wrong usage', async (line, complaint) => {
  expect(await wrong(line)).toContain(complaint);
});

it('takes the last of an option that is given twice, and all of one that may be repeated', async () => {
  const { run } = await createPlace();
  expect((await run('doctor http://127.0.0.1:1 --timeout x --timeout 1')).complaint).toContain('no-answer');
  expect((await run('promote a 1.0.0 --host x --host https://a.example')).complaint).toContain('not “x”');
});

it('refuses a dry run that npm did not pass on', async () => {
  const env = { npm_config_dry_run: 'true' };
  expect(await wrong('withdraw remote-evm', env)).toContain('npm took --dry-run');
  const { run } = await createPlace();
  expect((await run('publish nowhere --dry-run', { env })).complaint).not.toContain('npm took');
});

it('refuses in JSON where JSON was asked for', async () => {
  const { run } = await createPlace();
  for (const line of ['fly --json', 'status --json --fly', 'promote remote-evm --json'])
    expect(JSON.parse((await run(line)).complaint)).toMatchObject({ code: 'command/usage' });
});
