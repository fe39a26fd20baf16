import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHostKeys, verifyBlocklist } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import { createPlace, testNow } from '../testing/command.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The version of the first list: the minutes since 1970. */
const first = testNow / 60_000;
const hanna = '--key .linkspan/keys/hanna.key.json';
const theo = '--key .linkspan/keys/theo.key.json';

/** A host team of hanna and theo, whose page trusts either. */
async function createHost({ threshold = 1 } = {}) {
  const place = await createPlace();
  const { done, folder, store } = place;
  for (const name of ['hanna', 'theo', 'mallory']) await done(`keys make ${name} --kind person`);
  const named = ['hanna', 'theo'].map((name) => `--key .linkspan/keys/${name}.pub.json`).join(' ');
  await done(`block keys ${named} --threshold ${threshold}`);
  const keysFile = join(folder, '.linkspan/host-keys.json');
  const believed = async (now = testNow) => {
    const hostKeys = parseHostKeys(JSON.parse(await readFile(keysFile, 'utf8')), 'keys');
    const file = await store.read('blocklist.json');
    return verifyBlocklist({ hostKeys, envelope: new Uint8Array(file?.bytes ?? []), seen: 0, now });
  };
  return { ...place, keysFile, believed };
}

describe('release block', { timeout: 60_000 }, () => {
  it('blocks a release by a list that a page believes', async () => {
    const { done, believed } = await createHost();
    await done(`block remote-evm 1.1.0 --reason freezes ${hanna}`);
    expect(await believed()).toEqual({
      version: first,
      expiresAt: '2026-12-20T12:00:00Z',
      blocked: [{ remote: 'remote-evm', version: '1.1.0', reason: 'freezes' }],
    });
  });

  it('adds to the list, by a version that rises, and replaces a reason', async () => {
    const { done, believed } = await createHost();
    const id = 'a'.repeat(64);
    await done(`block remote-evm 1.1.0 --reason freezes ${hanna}`);
    await done(`block remote-near --manifest ${id} --reason leaks --days 3 ${theo}`);
    await done(`block remote-evm 1.1.0 --reason burns ${hanna}`);
    expect(await believed()).toMatchObject({
      version: first + 2,
      blocked: [
        { remote: 'remote-near', manifest: id, reason: 'leaks' },
        { remote: 'remote-evm', version: '1.1.0', reason: 'burns' },
      ],
    });
  });

  it('takes a release off the list, and refuses one that is not on it', async () => {
    const { done, run, believed } = await createHost();
    await done(`block remote-evm 1.1.0 --reason freezes ${hanna}`);
    const { exitCode, complaint } = await run(`block remote-evm 1.0.0 --remove ${hanna}`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('Blocked are: remote-evm 1.1.0')]);
    await done(`block remote-evm 1.1.0 --remove ${hanna}`);
    expect(await believed()).toMatchObject({ version: first + 1, blocked: [] });
  });

  it('is refreshed, also after it has expired', async () => {
    const { done, run, believed } = await createHost();
    await done(`block remote-evm 1.1.0 --reason freezes ${hanna}`);
    const now = () => testNow + 40 * dayMs;
    expect(await run('block list', { now })).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('release/expired'),
    });
    await done(`block refresh ${hanna}`, { now });
    const { version, blocked } = await believed(now());
    expect(version).toBeGreaterThan(first);
    expect(blocked).toMatchObject([{ version: '1.1.0' }]);
  });

  it('rises above what pages have seen, though the list is lost', async () => {
    const { done, believed, store } = await createHost();
    for (const version of ['1.0.0', '1.1.0'])
      await done(`block remote-evm ${version} --reason freezes ${hanna}`);
    const seen = (await believed()).version;
    await store.remove('blocklist.json');
    await done(`block remote-evm 1.2.0 --reason freezes ${hanna}`, { now: () => testNow + 10 * 60_000 });
    expect((await believed()).version).toBeGreaterThan(seen);
  });

  it('lists what is blocked', async () => {
    const { done, run } = await createHost();
    expect(await done('block list')).toMatchObject({ state: 'none', blocked: [] });
    await done(`block remote-evm 1.1.0 --reason freezes ${hanna}`);
    expect((await run('block list')).said).toMatch(/remote-evm +1\.1\.0 +freezes/);
    expect(await done('block list')).toMatchObject({ state: 'good', version: first });
  });

  it('writes nothing that the page would refuse', async () => {
    const { run, store } = await createHost({ threshold: 2 });
    const line = 'block remote-evm 1.1.0 --reason freezes';
    for (const by of [hanna, '--key .linkspan/keys/mallory.key.json'])
      expect((await run(`${line} ${by}`)).complaint).toContain('command/blocklist-unsigned');
    expect((await run(line)).complaint).toContain('command/no-signer');
    expect(await store.read('blocklist.json')).toBeUndefined();
    expect(await run(`${line} ${hanna} ${theo}`)).toMatchObject({ exitCode: 0 });
  });

  it('writes nothing on a dry run', async () => {
    const { done, store } = await createHost();
    expect(await done(`block remote-evm 1.1.0 --reason freezes --dry-run ${hanna}`)).toMatchObject({
      isWritten: false,
    });
    expect(await store.list('')).toEqual([]);
  });

  it('takes nothing over from a list that others signed, until the former keys are named', async () => {
    const { done, run, believed } = await createHost();
    await done(`block keys --key .linkspan/keys/mallory.pub.json --out old.json`);
    await done(
      `block remote-evm 1.0.0 --reason old --host-keys old.json --key .linkspan/keys/mallory.key.json`,
    );
    const line = `block remote-evm 1.1.0 --reason new ${hanna}`;
    expect((await run(line)).complaint).toContain('command/blocklist-strange');
    await done(`${line} --former-keys old.json`);
    expect((await believed()).blocked.map(({ reason }) => reason)).toEqual(['old', 'new']);
  });

  it('says of a list that others wrote that no page takes it', async () => {
    const { done, run } = await createHost();
    await done('block keys --key .linkspan/keys/mallory.pub.json --out old.json');
    await done(
      'block remote-evm 1.0.0 --reason \u001b[2J --host-keys old.json --key .linkspan/keys/mallory.key.json',
    );
    const { exitCode, said } = await run('block list');
    expect([exitCode, said]).toEqual([1, expect.stringContaining('No page takes it (release/unsigned)')]);
    expect(said).not.toContain('\u001b');
  });

  it('keeps what each of several at once has blocked', async () => {
    const { run, believed } = await createHost();
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'];
    const ends = await Promise.all(
      versions.map((version) => run(`block remote-evm ${version} --reason bad ${hanna}`)),
    );
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    expect(await believed()).toMatchObject({ version: first + 3 });
    expect((await believed()).blocked).toHaveLength(4);
  });

  it('asks for what is missing or cannot be', async () => {
    const { run } = await createHost();
    const wrong = [
      'block remote-evm 1.1.0',
      'block remote-evm --reason bad',
      `block remote-evm 1.1.0 --manifest ${'a'.repeat(64)} --reason bad`,
      `block remote-evm first --reason bad ${hanna}`,
      `block remote-evm --manifest abc --reason bad ${hanna}`,
      'block keys',
    ];
    for (const line of wrong) expect([line, (await run(line)).exitCode]).toEqual([line, 2]);
  });
});

describe('release block keys', { timeout: 60_000 }, () => {
  it('never writes over keys that a page may know', async () => {
    const { run, keysFile } = await createHost();
    const before = await readFile(keysFile, 'utf8');
    const line = 'block keys --key .linkspan/keys/theo.pub.json';
    expect((await run(line)).complaint).toContain('command/draft-exists');
    expect(await readFile(keysFile, 'utf8')).toBe(before);
  });

  it('refuses a threshold that its keys cannot meet', async () => {
    const { run } = await createHost();
    const { complaint } = await run(
      'block keys --key .linkspan/keys/theo.pub.json --threshold 2 --out k.json',
    );
    expect(complaint).toContain('command/host-keys-malformed');
  });

  it('is asked for where the file is missing or is something else', async () => {
    const { run } = await createHost();
    const line = `block remote-evm 1.1.0 --reason bad ${hanna}`;
    expect((await run(`${line} --host-keys none.json`)).complaint).toContain('command/no-host-keys');
    expect((await run(`${line} --host-keys .linkspan/keys/theo.pub.json`)).complaint).toContain(
      'command/host-keys-malformed',
    );
  });
});
