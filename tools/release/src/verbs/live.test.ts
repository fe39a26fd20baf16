import { describe, expect, it } from 'vitest';
import { createTeam } from '../testing/team.ts';

interface Live {
  readonly version: number;
  readonly releases: readonly { readonly version: string; readonly share: number }[];
}

/** A team with these releases published, the sequence of each being its place. */
async function createPublished(...versions: readonly string[]) {
  const team = await createTeam();
  for (const [index, version] of versions.entries()) await team.publish(version, index + 1);
  const live = (line: string) => team.done<Live>(`${line} ${team.by('ci')}`);
  const shares = async (line: string) =>
    (await live(line)).releases.map(({ version, share }) => `${version} ${share}`);
  const refused = (line: string) => team.refused(`${line} ${team.by('ci')}`);
  const changeRoot = async (version: number, change: string, options = '') => {
    await team.done(`root change remote-evm ${change} ${team.by('ann', 'bob')}`);
    await team.done(`root publish .linkspan/roots/remote-evm-${version}.json ${options}`);
  };
  return { ...team, live, shares, refused, changeRoot };
}

/** The same, each of them made live for all in turn. */
async function createPromoted(...versions: readonly string[]) {
  const team = await createPublished(...versions);
  for (const version of versions) await team.live(`promote remote-evm ${version}`);
  return team;
}

describe('release promote', { timeout: 60_000 }, () => {
  it('gives a release its share and the other the rest, or the whole', async () => {
    const { live, shares } = await createPublished('1.0.0', '1.1.0');
    expect(await shares('promote remote-evm 1.0.0')).toEqual(['1.0.0 100']);
    expect(await shares('promote remote-evm 1.1.0 --share 10')).toEqual(['1.0.0 90', '1.1.0 10']);
    expect(await live('promote remote-evm 1.1.0')).toMatchObject({ version: 3, releases: [{ share: 100 }] });
  });

  it('keeps a release that nobody gets for its next try, and lets it make room for a newer one', async () => {
    const { shares } = await createPublished('1.0.0', '1.1.0', '1.2.0');
    await shares('promote remote-evm 1.0.0');
    expect(await shares('promote remote-evm 1.1.0 --share 0')).toEqual(['1.0.0 100', '1.1.0 0']);
    expect(await shares('promote remote-evm 1.1.0 --share 10')).toEqual(['1.0.0 90', '1.1.0 10']);
    await shares('promote remote-evm 1.1.0 --share 0');
    expect(await shares('promote remote-evm 1.2.0 --share 10')).toEqual(['1.0.0 90', '1.2.0 10']);
  });

  it('refuses a third release, less than all for the only one, and what is not published', async () => {
    const { live, refused } = await createPublished('1.0.0', '1.1.0', '1.2.0');
    expect(await refused('promote remote-evm 1.0.0 --share 10')).toContain('command/whole-share');
    await live('promote remote-evm 1.0.0');
    await live('promote remote-evm 1.1.0 --share 10');
    expect(await refused('promote remote-evm 1.2.0 --share 10')).toContain('command/third-release');
    expect(await refused('promote remote-evm 2.0.0')).toContain('Published are: 1.0.0, 1.1.0, 1.2.0');
  });

  it('refuses a key that may not sign live documents, and a revoked release', async () => {
    const team = await createPublished('1.0.0', '1.1.0');
    const complaint = await team.run(`promote remote-evm 1.0.0 ${team.by('ann')}`);
    expect(complaint.complaint).toMatch(/^The live document of remote-evm has 0 .*release\/unsigned/s);
    await team.changeRoot(2, '--revoke 1.1.0');
    expect(await team.refused('promote remote-evm 1.1.0')).toContain('release/revoked');
  });

  it('writes nothing on a dry run', async () => {
    const { live, store } = await createPromoted('1.0.0');
    const before = await store.read('remote-evm/live.json');
    expect(await live('promote remote-evm 1.0.0 --dry-run')).toMatchObject({ isWritten: false });
    expect(await store.read('remote-evm/live.json')).toEqual(before);
  });

  it('rises in version above all that were ever live, though the document is lost or put back', async () => {
    const { live, store } = await createPromoted('1.0.0', '1.1.0');
    await live('promote remote-evm 1.0.0');
    const path = 'remote-evm/live.json';
    const next = async () => (await live('promote remote-evm 1.1.0')).version;
    const old = await store.read('remote-evm/history/1.json');
    await store.remove(path);
    await store.createIfAbsent(path, old?.bytes ?? new Uint8Array());
    expect([await next(), await next()]).toEqual([4, 5]);
    await store.remove(path);
    expect([await next(), await next()]).toEqual([6, 7]);
  });
});

describe('release rollback', { timeout: 60_000 }, () => {
  const back = 'rollback remote-evm';

  it('goes back to the older of two, or further each time, and never forward', async () => {
    const { live, shares, refused } = await createPromoted('1.0.0', '1.1.0');
    await live('promote remote-evm 1.0.0');
    await live('promote remote-evm 1.1.0 --share 10');
    expect(await shares(back)).toEqual(['1.0.0 100']);
    const other = await createPromoted('1.0.0', '1.1.0', '1.2.0');
    expect([await other.shares(back), await other.shares(back)]).toEqual([['1.1.0 100'], ['1.0.0 100']]);
    expect(await other.refused(back)).toContain('command/nothing-before');
    expect(await refused(back)).toContain('linkspan rollback remote-evm --to VERSION');
  });

  it('goes back over refreshes and steps to the release that most visitors had', async () => {
    const { live, shares } = await createPublished('1.0.0', '1.1.0', '1.2.0');
    await live('promote remote-evm 1.0.0');
    await live('promote remote-evm 1.1.0 --share 10');
    await live('promote remote-evm 1.2.0');
    for (let day = 0; day < 5; day += 1) await live('refresh remote-evm');
    expect(await shares(back)).toEqual(['1.0.0 100']);
  });

  it('passes over a release that is revoked, gone, or below the floor', async () => {
    const team = await createPromoted('1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0');
    await team.changeRoot(2, '--revoke 1.3.0');
    await team.store.remove('remote-evm/releases/1.2.0/manifest.json');
    expect(await team.shares(back)).toEqual(['1.1.0 100']);
    await team.changeRoot(3, '--floor 2');
    expect(await team.refused(back)).toContain('command/nothing-before');
  });

  it('passes over the older of two live ones if that is revoked, and a document that cannot be read', async () => {
    const { live, shares, changeRoot, store } = await createPromoted('1.0.0', '1.1.0');
    await live('promote remote-evm 1.0.0');
    await live('promote remote-evm 1.1.0');
    await store.remove('remote-evm/history/3.json');
    await store.createIfAbsent('remote-evm/history/3.json', Buffer.from('{'));
    expect(await shares(back)).toEqual(['1.0.0 100']);
    await live('promote remote-evm 1.1.0 --share 10');
    await changeRoot(2, '--revoke 1.0.0', '--while-live');
    await live('promote remote-evm 1.1.0');
    expect(await shares(`${back} --to 1.1.0`)).toEqual(['1.1.0 100']);
  });
});

describe('release withdraw', () => {
  it('leaves nothing live, and tells how to bring a release back and how to make the end final', async () => {
    const { run, by, live, shares, refused } = await createPromoted('1.0.0');
    const { said } = await run(`withdraw remote-evm ${by('ci')}`);
    expect(said).toContain('Live of remote-evm: nothing, it is withdrawn\nVersion 2');
    expect(said).toContain('linkspan promote remote-evm VERSION');
    expect(said).toContain('linkspan root change remote-evm --floor SEQUENCE');
    expect(await refused('rollback remote-evm')).toContain('command/not-live');
    expect((await live('refresh remote-evm --json')) as object).toMatchObject({
      remotes: [{ releases: [] }],
    });
    expect(await shares('rollback remote-evm --to 1.0.0')).toEqual(['1.0.0 100']);
  });

  it('tells which remotes there are if one is misspelled', async () => {
    const { refused } = await createPublished();
    expect(await refused('withdraw remote-evn')).toMatch(
      /has no root of remote-evn\. Its remotes: remote-evm\./,
    );
  });
});
