import { expect, it } from 'vitest';
import { createPlace } from '../testing/command.ts';

const wrong = async (line: string, env = {}) => {
  const { run } = await createPlace();
  const { exitCode, complaint } = await run(line, { env });
  expect(exitCode).toBe(2);
  return complaint.split('\n')[0];
};

it('refuses a word too many, and shows the form that was meant', async () => {
  expect(await wrong('promote remote-evm 1.0.0 10')).toBe(
    '“10” is a word too many. The form is: npm run release -- promote REMOTE VERSION [--share PERCENT]',
  );
});

it('shows the form that was meant where a word is missing', async () => {
  expect(await wrong('root publish')).toBe(
    'REMOTE or FILE is missing. The form is: npm run release -- root publish FILE',
  );
});

it('says of an option what is wrong with it', async () => {
  expect(await wrong('status --jsn')).toBe(
    'There is no option --jsn. npm run release -- status --help lists those there are.',
  );
  expect(await wrong('status -x')).toContain('There is no option -x.');
  expect(await wrong('status --strict=yes')).toBe('--strict takes no value.');
  const days = '--days needs a value: --days N, how long the live document is good, at most 14; else 7.';
  expect(await wrong('withdraw remote-evm --days')).toBe(days);
  expect(await wrong('withdraw remote-evm --days -3')).toBe(days);
});

it('refuses a dry run that npm did not pass on', async () => {
  const env = { npm_config_dry_run: 'true' };
  expect(await wrong('withdraw remote-evm', env)).toBe(
    'npm took --dry-run for itself. Put -- between “release” and “withdraw”: npm run release -- withdraw REMOTE',
  );
});

it('takes an option that was passed on, whatever npm has for itself', async () => {
  const { run } = await createPlace();
  const env = { npm_config_strict: 'true', npm_config_key: 'of-a-registry' };
  expect(await run('status --strict', { env })).toMatchObject({ exitCode: 0 });
  expect((await run('withdraw remote-evm', { env })).complaint).not.toContain('npm took');
});

it('shows the help where no verb is named, as a wrong call', async () => {
  const { run } = await createPlace();
  const bare = await run('');
  expect(bare).toMatchObject({ exitCode: 2, complaint: '' });
  expect(await run('--help')).toEqual({ ...bare, exitCode: 0 });
});
