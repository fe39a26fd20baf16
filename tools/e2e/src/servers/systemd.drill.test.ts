import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@linkspan/stack/root';
import { expect, it } from 'vitest';
import { describeWith } from '../place/not-run.ts';

const run = promisify(execFile);

await describeWith('systemd', 'the published units', ([analyze = '']) => {
  it.each(['refresh', 'verify'])('of linkspan-%s are units that systemd accepts', async (name) => {
    const units = ['service', 'timer'].map((kind) =>
      join(root, `docs/guides/schedules/linkspan-${name}.${kind}`),
    );
    const { stderr } = await run(analyze, ['verify', ...units]);
    // It also complains about other units of the machine.
    expect(stderr.split('\n').filter((line) => line.includes('linkspan'))).toEqual([]);
  });
});
