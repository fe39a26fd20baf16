import { describe, expect, it } from 'vitest';
import { createPlace, testNow } from '../testing/command.ts';

/** The version of the first list: the minutes since 1970. */
const first = testNow / 60_000;
const site = '--site file:site';
const id = 'a'.repeat(64);

async function createHost() {
  const place = await createPlace();
  const written = async () => {
    const file = await place.store.read('blocked.json');
    return JSON.parse(new TextDecoder().decode(file?.bytes));
  };
  return { ...place, written };
}

describe('linkspan block', { timeout: 60_000 }, () => {
  it('adds to the list, by a version that rises, replaces a reason, and takes a release off', async () => {
    const { done, run, written } = await createHost();
    await done(`block remote-evm 1.1.0 --reason freezes ${site}`);
    await done(`block remote-near --manifest ${id} --reason leaks ${site}`);
    await done(`block remote-evm 1.1.0 --reason burns ${site}`);
    const other = { remote: 'remote-near', manifest: id, reason: 'leaks' };
    expect(await written()).toEqual({
      version: first + 2,
      blocked: [other, { remote: 'remote-evm', version: '1.1.0', reason: 'burns' }],
    });
    const { exitCode, complaint } = await run(`block remote-evm 1.0.0 --remove ${site}`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('remote-evm 1.1.0')]);
    await done(`block remote-evm 1.1.0 --remove ${site}`);
    expect(await written()).toEqual({ version: first + 3, blocked: [other] });
  });

  it('rises above what pages have seen, though the list is lost', async () => {
    const { done, written, store } = await createHost();
    for (const version of ['1.0.0', '1.1.0'])
      await done(`block remote-evm ${version} --reason freezes ${site}`);
    const seen = (await written()).version;
    await store.remove('blocked.json');
    await done(`block remote-evm 1.2.0 --reason freezes ${site}`, { now: () => testNow + 10 * 60_000 });
    expect((await written()).version).toBeGreaterThan(seen);
  });

  it('lists what is blocked, in lines that no reason writes', async () => {
    const { done, run } = await createHost();
    expect(await done(`block list ${site}`)).toMatchObject({ blocked: [] });
    await done(`block remote-evm 1.1.0 --reason \u001b[2Jfreezes ${site}`);
    const { said } = await run(`block list ${site}`);
    expect(said).toMatch(/remote-evm +1\.1\.0 +.*freezes/);
    expect(said).not.toContain('\u001b');
  });

  it.each(['block list', 'block remote-evm 1.1.0 --reason bad'])(
    'leaves a malformed list to %s',
    async (line) => {
      const { run, store, written } = await createHost();
      await store.createIfAbsent('blocked.json', new TextEncoder().encode('{"version":1}'));
      expect((await run(`${line} ${site}`)).complaint).toContain('command/blocklist-malformed');
      expect(await written()).toEqual({ version: 1 });
    },
  );

  it('keeps what each of several at once has blocked', async () => {
    const { done, written } = await createHost();
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'];
    await Promise.all(versions.map((one) => done(`block remote-evm ${one} --reason bad ${site}`)));
    expect((await written()).blocked).toHaveLength(4);
  });

  it.each([
    'block remote-evm 1.1.0 --reason bad',
    `block remote-evm 1.1.0 ${site}`,
    `block remote-evm --reason bad ${site}`,
    `block remote-evm 1.1.0 --manifest ${id} --reason bad ${site}`,
    `block remote-evm first --reason bad ${site}`,
    `block remote-evm --manifest abc --reason bad ${site}`,
  ])('asks for what is missing or cannot be in “%s”', async (line) => {
    const { run } = await createHost();
    expect((await run(line)).exitCode).toBe(2);
  });
});
