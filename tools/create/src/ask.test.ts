import { expect, it } from 'vitest';
import { createPlace } from './testing/run.ts';

it('asks three questions, and an empty answer takes the default', async () => {
  const { run, readWritten } = await createPlace();
  const { exitCode, said } = await run('quay', { answers: ['', '', ''] });
  expect(exitCode).toBe(0);
  expect(said.match(/\?/g)).toHaveLength(3);
  const { 'vite.config.ts': config } = await readWritten('quay');
  expect(config).toContain('react()');
  expect(config).toContain("networks: ['ethereum', 'solana', 'near'],");
  expect(config).not.toContain('practice');
});

it('takes what a person answers', async () => {
  const { run, readWritten } = await createPlace();
  await run('quay', { answers: [' Vue ', 'near, base', 'Yes'] });
  const { 'vite.config.ts': config } = await readWritten('quay');
  expect(config).toContain('vue()');
  expect(config).toContain("networks: ['near', 'base'],\n      practice: true,");
});

it('asks again after a wrong answer, and says what was wrong', async () => {
  const { run, readWritten } = await createPlace();
  const { exitCode, said } = await run('quay', {
    answers: ['angular', 'svelte', 'tron', 'solana', 'maybe', 'n'],
  });
  expect(exitCode).toBe(0);
  expect(said).toContain('The answer should be react, vue, svelte or none, not “angular”.');
  expect(said).toContain('not “tron”');
  expect(said).toContain('The answer should be yes or no, not “maybe”.');
  expect(Object.keys(await readWritten('quay'))).toContain('src/app.svelte');
});

it('asks only for what no flag says', async () => {
  const { run } = await createPlace();
  const one = await run('one --framework none --no-practice', { answers: [''] });
  expect([one.exitCode, one.said]).toEqual([0, expect.stringMatching(/^Networks[^?]*\?[^?]*$/)]);
  const two = await run('two --framework none --networks near --practice', { answers: [] });
  expect([two.exitCode, two.said]).toEqual([0, expect.not.stringContaining('?')]);
});

it('writes nothing if the answers end before the questions', async () => {
  const { run, readWritten } = await createPlace();
  const { exitCode, complaint } = await run('quay', { answers: ['react'] });
  expect([exitCode, complaint]).toEqual([
    1,
    'The answers ended before the questions, so nothing was written.\n',
  ]);
  expect(await readWritten('.')).toEqual({});
});
