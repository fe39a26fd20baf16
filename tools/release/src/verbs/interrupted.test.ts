import { expect, it } from 'vitest';
import { readHistory } from '../documents/history.ts';
import { readStoredLive } from '../documents/live.ts';
import { describeStores, type OpenStore } from '../testing/describe-stores.ts';
import { filesOf } from '../testing/folders.ts';
import { failingAt } from '../testing/memory-store.ts';
import { createTeam, soundFiles } from '../testing/team.ts';

const timeout = 60_000;

/** A team in a store, and a way to run a line that fails at a write; that returns whether the line came to its end. */
async function createInterrupted(open: OpenStore, when: 'before' | 'after') {
  const store = await open();
  const team = await createTeam({ store });
  const interrupt = async (line: string, write: number): Promise<boolean> => {
    const openStore = async () => failingAt(store, write, when);
    const end = await team.run(line, { openStore }).catch((error: Error) => error.message);
    if (end === 'ended here') return false;
    expect(end).toMatchObject({ exitCode: 0 });
    return true;
  };
  return { ...team, interrupt };
}

describeStores('a failure at each write', (create) => {
  it.each(['before', 'after'] as const)(
    'of a publish, %s it, leaves what is live, and another run finishes',
    {
      timeout,
    },
    async (when) => {
      const team = await createInterrupted(await create(), when);
      const { store, remote, run, done, publish, release, by, interrupt } = team;
      await publish('1.0.0', 1);
      await done(`promote ${remote} 1.0.0 ${by('ci')}`);
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
          expect((await run(`promote ${remote} ${version} ${by('ci')}`)).complaint).toContain(
            'command/no-release',
          );
        expect(await done(line)).toMatchObject({ isWritten: !isThere });
        expect(await done(line)).toMatchObject({ isWritten: false });
        const folder = await filesOf(store, remote, version);
        for (const [name, text] of Object.entries(files))
          expect(new TextDecoder().decode((await store.read(folder + name))?.bytes)).toBe(text);
      }
      expect(write).toBe(4);
    },
  );

  it.each(['before', 'after'] as const)(
    'of a promotion, %s it, leaves the old or the new, and another run finishes',
    {
      timeout,
    },
    async (when) => {
      const team = await createInterrupted(await create(), when);
      const { store, remote, done, publish, by, interrupt } = team;
      await publish('1.0.0', 1);
      await publish('1.1.0', 2);
      await done(`promote ${remote} 1.0.0 ${by('ci')}`);
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
    },
  );

  it.each(['before', 'after'] as const)(
    'of a root, %s it, leaves pages the old or the new, and another run finishes',
    {
      timeout,
    },
    async (when) => {
      const team = await createInterrupted(await create(), when);
      const { store, remote, done, by, interrupt } = team;
      let write = 0;
      for (let isDone = false; !isDone; ) {
        write += 1;
        const before = await store.read(`${remote}/root.json`);
        const { file } = await done<{ file: string }>(
          `root change ${remote} --floor ${write} ${by('ann', 'bob')}`,
        );
        isDone = await interrupt(`root publish ${file}`, write);
        const root = (await store.read(`${remote}/root/${write + 1}.json`))?.bytes;
        const announced = (await store.read(`${remote}/root.json`))?.bytes;
        expect([before?.bytes, root]).toContainEqual(announced);
        await done(`root publish ${file}`);
        const numbered = await store.read(`${remote}/root/${write + 1}.json`);
        expect((await store.read(`${remote}/root.json`))?.bytes).toEqual(numbered?.bytes);
      }
      expect(write).toBe(3);
    },
  );
});
