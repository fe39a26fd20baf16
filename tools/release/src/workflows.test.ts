import { describe, expect, it } from 'vitest';
import { isStartedBy, readWorkflow } from './testing/papers/workflow.ts';

describe.each(['release-remote.yml', 'change-live.yml'])('the workflow %s', (name) => {
  const { jobs } = readWorkflow(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('takes actions of exact commits alone', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((one) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(one))).toEqual([]);
    expect(actions).not.toEqual([]);
  });

  it('puts nothing that somebody typed into a script', () => {
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });

  it('tells secrets to the jobs of the environment “live”, and to the steps that need them', () => {
    for (const [title, job] of Object.entries(jobs)) {
      const told = job.steps.filter(({ env }) => JSON.stringify(env ?? {}).includes('secrets.'));
      if (title === 'build') expect([job.environment, told]).toEqual([undefined, []]);
      else expect([job.environment, told.length]).toEqual(['live', 1]);
    }
  });
});

describe('the workflow that releases a remote', () => {
  it.each([
    ['remote-evm/src/connector.ts', true],
    ['remote-evm/package.json', true],
    ['shared/kit/src/connector.ts', false],
    ['pnpm-lock.yaml', false],
    ['remote-solana/src/connector.ts', false],
    ['host/src/bootstrap/main.ts', false],
    ['docs/remote-evm/notes.md', false],
    ['README.md', false],
  ])('on a change of %s is started: %s', (path, expected) => {
    expect(isStartedBy(readWorkflow('release-remote.yml'), path)).toBe(expected);
  });
});
