import { describe, expect, it } from 'vitest';
import { run, runNode } from './run.mjs';
import { Plain } from './say.mjs';

describe('a program', () => {
  it('answers what it printed', async () => {
    expect(await runNode(['-e', 'console.log(process.env.TOLD)'], { env: { TOLD: 'told' } })).toBe('told\n');
  });

  it('answers nothing of what it warned of', async () => {
    expect(await runNode(['-e', 'console.error("a warning"); console.log("told")'])).toBe('told\n');
  });

  it('that fails is told with its output', async () => {
    const failed = runNode(['-e', 'console.error("the reason"); process.exit(3)']);
    await expect(failed).rejects.toBeInstanceOf(Plain);
    await expect(failed).rejects.toThrow(/ended with 3\.\nthe reason$/);
  });

  it('that is ended by a signal is told so', async () => {
    await expect(runNode(['-e', 'process.kill(process.pid, "SIGTERM")'])).rejects.toThrow(
      'ended with SIGTERM.',
    );
  });

  it('that is not there is told in a sentence', async () => {
    await expect(run('no-such-program', [])).rejects.toThrow('no-such-program could not be started');
  });
});
