import { execFile } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { withWorktree } from './rebuild.ts';

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

it('runs no hook that the commit brings along', async () => {
  const folder = await temporaryFolder();
  const git = async (...args: readonly string[]) => {
    const own = ['-c', 'user.name=ann', '-c', 'user.email=ann@team.example'];
    return (await promisify(execFile)('git', [...own, ...args], { cwd: folder })).stdout.trim();
  };
  const trace = join(folder, 'trace');
  await git('init', '-q');
  await mkdir(join(folder, 'hooks'));
  await writeFile(join(folder, 'hooks/post-checkout'), `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
  await git('add', '.');
  await git('commit', '-q', '-m', 'all');
  await git('config', 'core.hooksPath', 'hooks');
  await git('checkout', '-q', '--detach');
  expect(await isThere(trace)).toBe(true);
  await rm(trace);
  const commit = await git('rev-parse', 'HEAD');
  const isChecked = await withWorktree({ folder, commit }, ({ top }) =>
    isThere(join(top, 'hooks/post-checkout')),
  );
  expect([isChecked, await isThere(trace)]).toEqual([true, false]);
});
