import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testNow } from '../testing/command.ts';
import { failingAt } from '../testing/memory-store.ts';
import { createTeam } from '../testing/team.ts';

describe('the policy at publish', () => {
  it('refuses a release that was not checked as the store demands, and takes it and its report once it was', async () => {
    const { done, run, store, release, remote } = await createTeam();
    await done('policy set --check static');
    const folder = await release('1.0.0', 1);
    const { exitCode, complaint } = await run(`publish ${folder}`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/not-checked')]);
    expect(complaint).toContain(`Run “npm run release -- check ${folder}”`);
    await done(`check ${folder} --static`);
    await done(`publish ${folder}`);
    const report = await store.read(`${remote}/releases/1.0.0/check.json`);
    expect(report && Buffer.from(report.bytes)).toEqual(await readFile(join(folder, 'check.json')));
  });

  it('refuses a check of another manifest', async () => {
    const { done, run, release } = await createTeam();
    await done('policy set --check static');
    const one = await release('1.0.0', 1);
    await done(`check ${one} --static`);
    const other = await release('1.1.0', 2);
    await copyFile(join(one, 'check.json'), join(other, 'check.json'));
    expect((await run(`publish ${other}`)).complaint).toContain('command/not-checked');
  });

  it('refuses a dirty release, unless the store takes them', async () => {
    const { done, run, writeBuilt, by } = await createTeam();
    const { folder } = await done<{ folder: string }>(`${await writeBuilt('1.0.0', 1)} --dirty`);
    await done(`sign ${folder} ${by('ann', 'bob')}`);
    expect((await run(`publish ${folder}`)).complaint).toContain('command/dirty-release');
    await done('policy set --allow-dirty');
    expect(await done(`publish ${folder}`)).toMatchObject({ isWritten: true });
  });

  it('replaces the report of a run that did not finish', async () => {
    const { done, run, store, release, remote } = await createTeam();
    const folder = await release('1.0.0', 1);
    await done(`check ${folder} --static`);
    const openStore = async () => failingAt(store, 6);
    await expect(run(`publish ${folder}`, { openStore })).rejects.toThrow('ended here');
    const path = `${remote}/releases/1.0.0/check.json`;
    const before = await store.read(path);
    await done(`check ${folder} --static`, { now: () => testNow + 1_000 });
    await done(`publish ${folder}`);
    const after = await store.read(path);
    expect(before).toBeDefined();
    expect(after?.tag).not.toBe(before?.tag);
  });
});
