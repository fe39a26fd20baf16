import { describe, expect, it } from 'vitest';
import { startChains } from './chains.mjs';
import { startChild } from './child.mjs';
import { root } from './root.mjs';
import { Plain } from './say.mjs';

/** @param {string} program What Node runs in the place of the chains. */
const start = (program) => startChains({}, ['-e', program]);
const runOn = 'setInterval(() => {}, 1_000);';

describe('the practice chains', () => {
  it('have started once each has told', async () => {
    const { end, ended } = await start(`for (const one of 'four') console.log(one); ${runOn}`);
    await end();
    await ended;
  });

  it('that end before they have told so are a failure', async () => {
    const failed = start(`console.log('one of four'); process.exitCode = 1;`);
    await expect(failed).rejects.toBeInstanceOf(Plain);
    await expect(failed).rejects.toThrow('The practice chains did not start.');
  });

  it('that end by themselves later are heard of', async () => {
    const { ended } = await start(`for (const one of 'four') console.log(one);`);
    await expect(ended).resolves.toBeUndefined();
  });
});

describe('a process that runs beside the command', () => {
  it('can be ended twice, and after it has ended', async () => {
    const { end, ended } = startChild(['-e', runOn], { cwd: root });
    await Promise.all([end(), end()]);
    await ended;
    await end();
  });

  it('is given its environment', async () => {
    const args = ['-e', 'process.stdout.write(process.env.LINKSPAN_TOLD ?? "nothing")'];
    const { output, ended } = startChild(args, {
      cwd: root,
      env: { LINKSPAN_TOLD: 'told' },
      readsOutput: true,
    });
    let said = '';
    output?.on('data', (chunk) => {
      said += chunk;
    });
    await ended;
    await expect.poll(() => said).toBe('told');
  });
});
