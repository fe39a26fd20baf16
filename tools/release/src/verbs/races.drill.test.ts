import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readHistory } from '../documents/history.ts';
import { readStoredLive } from '../documents/live.ts';
import type { End } from '../testing/command.ts';
import { describeStores } from '../testing/describe-stores.ts';
import { filesOf } from '../testing/folders.ts';
import { behindGate, createGate } from '../testing/memory-store.ts';
import { createTeam } from '../testing/team.ts';

const many = 5;
const rounds = 2;
const timeout = 60_000;
const everyone = Array.from({ length: many }, (_, index) => index);

/** The one who won, and what each of the others was told. Fails if it is not one. */
function toResult(ends: readonly End[]): { readonly winner: number; readonly losers: readonly End[] } {
  const winners = everyone.filter((index) => ends[index]?.exitCode === 0);
  expect(winners).toHaveLength(1);
  const [winner = 0] = winners;
  return { winner, losers: ends.filter((_, index) => index !== winner) };
}

describeStores('five at once', (create) => {
  it('promote, and one wins each round; the others are told what is live', { timeout }, async () => {
    const open = await create();
    const store = await open();
    const team = await createTeam({ store });
    const { remote, run, done } = team;
    const by = team.by('ci');
    await team.publish('1.0.0', 1);
    await team.publish('1.1.0', 2);
    await done(`promote ${remote} 1.0.0 ${by}`);
    const won: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const gate = createGate(many);
      const openStore = async () => behindGate(await open(), `${remote}/live.json`, gate);
      const ends = await Promise.all(
        everyone.map((index) => run(`promote ${remote} 1.1.0 --share ${index + 1} ${by}`, { openStore })),
      );
      const { winner, losers } = toResult(ends);
      const live = `1.0.0 for ${99 - winner} %, 1.1.0 for ${winner + 1} % (version ${round + 1})`;
      for (const { exitCode, complaint } of losers) {
        expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/lost-race')]);
        expect(complaint).toContain(`Live now: ${live}`);
      }
      won.push(`${99 - winner},${winner + 1}`);
    }
    const history = await readHistory(store, remote);
    const now = await readStoredLive(store, remote);
    const all = [...history.map(({ live }) => live), ...(now ? [now.live] : [])];
    expect(all.map(({ version }) => version)).toEqual(
      Array.from({ length: rounds + 1 }, (_, index) => index + 1),
    );
    expect(all.map(({ releases }) => releases.map(({ share }) => share).join())).toEqual(['100', ...won]);
  });

  it('publish under one version, and one wins each round; what it published is whole', {
    timeout,
  }, async () => {
    const open = await create();
    const store = await open();
    const { folder, remote, run, done, writeBuilt, by } = await createTeam({ store });
    for (let round = 1; round <= rounds; round += 1) {
      const version = `1.${round}.0`;
      for (const index of everyone) {
        // Some files are the same, some differ, and some are in one release alone.
        const chunk = index % 2 === 0 ? { 'chunk.js': `export const one = ${index};` } : {};
        const files = { ...chunk, 'discovery.js': '', [`only-${index}.js`]: '', 'remoteEntry.js': '' };
        await done(`${await writeBuilt(version, round, files)} --out by-${index}`);
        await done(`sign by-${index} ${by('ann', 'bob')}`);
      }
      const ends = await Promise.all(
        everyone.map((index) => run(`publish by-${index} --unchecked`, { openStore: open })),
      );
      const { winner, losers } = toResult(ends);
      for (const { exitCode, complaint } of losers) {
        expect([exitCode, complaint]).toEqual([1, expect.stringMatching(/\(command\/[a-z-]+\)/)]);
        expect(complaint).toContain(version);
      }
      const own = winner % 2 === 0 ? ['chunk.js'] : [];
      const files = await filesOf(store, remote, version);
      const paths = ['discovery.js', `only-${winner}.js`, 'remoteEntry.js', ...own].map(
        (name) => files + name,
      );
      for (const path of [`${remote}/releases/${version}/manifest.json`, ...paths]) {
        const name = path.slice(path.lastIndexOf('/') + 1);
        const file = await store.read(path);
        expect(Buffer.from(file?.bytes ?? 'nothing')).toEqual(
          await readFile(join(folder, `by-${winner}`, name)),
        );
      }
      // It is not stopped by what the others have left.
      expect(await done(`publish by-${winner} --unchecked`)).toMatchObject({ isWritten: false });
    }
    expect(await store.list(`${remote}/live.json`)).toEqual([]);
  });
});
