import { describe, expect, it } from 'vitest';
import { readHistory } from '../documents/history.ts';
import { readStoredLive } from '../documents/live.ts';
import { filesOf } from '../testing/folders.ts';
import { failingAt } from '../testing/memory-store.ts';
import { createTeam, soundFiles } from '../testing/team.ts';

/** A team with 1.0.0 live, and a way to run a line that fails at a write; that returns whether it came to its end. */
async function createInterrupted(when: 'before' | 'after') {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.done(`promote remote-evm 1.0.0 ${team.by('ci')}`);
  const interrupt = async (line: string, write: number): Promise<boolean> => {
    const openStore = async () => failingAt(team.store, write, when);
    const end = await team.run(line, { openStore }).catch((error: Error) => error.message);
    if (end === 'ended here') return false;
    expect(end).toMatchObject({ exitCode: 0 });
    return true;
  };
  return { ...team, interrupt };
}

describe.each(['before', 'after'] as const)('a failure %s each write', { timeout: 60_000 }, (when) => {
  it('of a publish leaves what is live, and another run finishes', async () => {
    const { store, remote, refused, done, release, by, interrupt } = await createInterrupted(when);
    const live = await store.read(`${remote}/live.json`);
    let write = 0;
    for (let isDone = false; !isDone; ) {
      write += 1;
      const version = `1.${write}.0`;
      // Three files are as they were in 1.0.0, and two are new.
      const files = { ...soundFiles, [`own-1000000${write}.js`]: '', [`own-2000000${write}.js`]: '1' };
      const line = `publish ${await release(version, write + 1, files)} --unchecked`;
      isDone = await interrupt(line, write);
      expect(await store.read(`${remote}/live.json`)).toEqual(live);
      const isThere = (await store.read(`${remote}/releases/${version}/manifest.json`)) !== undefined;
      // A part of a release cannot go live.
      if (!isThere)
        expect(await refused(`promote ${remote} ${version} ${by('ci')}`)).toContain('command/no-release');
      expect(await done(line)).toMatchObject({ isWritten: !isThere });
      expect(await done(line)).toMatchObject({ isWritten: false });
      const folder = await filesOf(store, remote, version);
      for (const [name, text] of Object.entries(files))
        expect(new TextDecoder().decode((await store.read(folder + name))?.bytes)).toBe(text);
    }
    expect(write).toBe(4);
  });

  it('of a promotion leaves the old or the new, and another run finishes', async () => {
    const { store, remote, done, publish, by, interrupt } = await createInterrupted(when);
    await publish('1.1.0', 2);
    const seen: boolean[] = [];
    for (let isDone = false; !isDone; ) {
      const share = 10 + seen.length;
      const before = await readStoredLive(store, remote);
      const line = `promote ${remote} 1.1.0 --share ${share} ${by('ci')}`;
      isDone = await interrupt(line, seen.length + 1);
      const after = await readStoredLive(store, remote);
      const isNew = after?.live.version !== before?.live.version;
      if (!isNew) expect(after).toEqual(before);
      seen.push(isNew);
      const version = (after?.live.version ?? 0) + 1;
      expect(await done(line)).toMatchObject({ version, releases: [{ share: 100 - share }, { share }] });
      const history = (await readHistory(store, remote)).map(({ live }) => live.version);
      expect(history).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 1));
    }
    expect(seen).toEqual(when === 'before' ? [false, false, true] : [false, true, true]);
  });

  it('of a root leaves pages the old or the new, and another run finishes', async () => {
    const { store, remote, done, by, interrupt } = await createInterrupted(when);
    const bytesOf = async (name: string) => (await store.read(`${remote}/${name}`))?.bytes;
    let write = 0;
    // The release that is live may run under a floor of 1.
    for (let isDone = false; !isDone; ) {
      write += 1;
      const before = await bytesOf('root.json');
      const line = `root change ${remote} --floor 1 --days ${300 + write} ${by('ann', 'bob')}`;
      const { file } = await done<{ file: string }>(line);
      isDone = await interrupt(`root publish ${file}`, write);
      expect([before, await bytesOf(`root/${write + 1}.json`)]).toContainEqual(await bytesOf('root.json'));
      await done(`root publish ${file}`);
      expect(await bytesOf('root.json')).toEqual(await bytesOf(`root/${write + 1}.json`));
    }
    expect(write).toBe(3);
  });
});
