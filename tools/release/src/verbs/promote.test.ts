import { describe, expect, it } from 'vitest';
import { createTeam } from '../testing/team.ts';

/** A team with 1.0.0 live for all and two later releases published. */
async function createLive() {
  const team = await createTeam();
  for (const [index, version] of ['1.0.0', '1.1.0', '1.2.0'].entries())
    await team.publish(version, index + 1);
  const by = team.by('ci');
  const promote = (words: string) => team.run(`promote remote-evm ${words} ${by} --json`);
  const shares = async (words: string) => {
    const { releases } = JSON.parse((await promote(words)).said);
    return releases.map(({ version, share }: { version: string; share: number }) => `${version} ${share}`);
  };
  await promote('1.0.0');
  return { ...team, promote, shares };
}

describe('a release that nobody gets', () => {
  it('stays for its next try, and makes room for a newer one', async () => {
    const { shares } = await createLive();
    expect(await shares('1.1.0 --share 0')).toEqual(['1.0.0 100', '1.1.0 0']);
    expect(await shares('1.1.0 --share 10')).toEqual(['1.0.0 90', '1.1.0 10']);
    await shares('1.1.0 --share 0');
    expect(await shares('1.2.0 --share 10')).toEqual(['1.0.0 90', '1.2.0 10']);
  });
});

describe('the version of the live document', () => {
  it('rises above all that were ever live, though the document is lost or an old one is put back', async () => {
    const { promote, store } = await createLive();
    const path = 'remote-evm/live.json';
    const put = async (version?: number) => {
      const previous = version && (await store.read(`remote-evm/history/${version}.json`));
      await store.remove(path);
      if (previous) await store.createIfAbsent(path, previous.bytes);
    };
    const version = async (words: string) => JSON.parse((await promote(words)).said).version;
    expect([await version('1.1.0'), await version('1.2.0')]).toEqual([2, 3]);
    await put(1);
    expect([await version('1.2.0'), await version('1.1.0')]).toEqual([4, 5]);
    await put();
    expect([await version('1.2.0'), await version('1.1.0')]).toEqual([6, 7]);
  });
});
