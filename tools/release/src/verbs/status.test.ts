import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { liveFormat } from '@linkspan/trust';
import { signEnvelope, toCanonicalJson, toEnvelopeBytes } from '@linkspan/trust/sign';
import { describe, expect, it } from 'vitest';
import { readStoredLive } from '../documents/live.ts';
import { readKeyFile } from '../keys/key-files.ts';
import { testNow } from '../testing/command.ts';
import { filesOf } from '../testing/folders.ts';
import { createTeam } from '../testing/team.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Facts {
  readonly remotes: readonly { readonly state: string; readonly warnings: readonly { code: string }[] }[];
  readonly warnings: readonly { readonly code: string; readonly sentence: string }[];
}

/** A team with 1.0.0 live for all and 1.1.0 published. */
async function createLive() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  const live = (line: string, context = {}) => team.done(`${line} ${team.by('ci')}`, context);
  await live('promote remote-evm 1.0.0');
  const warnings = async (now = testNow) =>
    (await team.done<Facts>('status', { now: () => now })).warnings.map(({ code }) => code);
  return { ...team, live, warnings };
}

describe('release status', { timeout: 60_000 }, () => {
  it('tells what is live, for whom, since when, until when, by whose key and from where', async () => {
    const { done, live, keyids } = await createLive();
    await live('promote remote-evm 1.1.0 --share 10');
    const built = { contract: '1.0', commit: '0'.repeat(40), builtAt: '2026-11-20T12:00:00Z', dirty: true };
    expect(await done('status')).toEqual({
      store: 'memory:',
      at: '2026-11-20T12:00:00Z',
      remotes: [
        {
          remote: 'remote-evm',
          state: 'live',
          version: 2,
          since: '2026-11-20T12:00:00Z',
          issuedAt: '2026-11-20T12:00:00Z',
          until: '2026-11-27T12:00:00Z',
          rootUntil: '2027-11-20T12:00:00Z',
          keyids: [keyids.ci],
          keys: ['ci'],
          releases: [
            { version: '1.0.0', share: 90, sequence: 1, ...built },
            { version: '1.1.0', share: 10, sequence: 2, ...built },
          ],
          warnings: [],
        },
      ],
      warnings: [],
    });
  });

  it('refuses a name that the store does not have, and tells which it has', async () => {
    const { run } = await createLive();
    const { exitCode, complaint } = await run('status remote-emv');
    expect(exitCode).toBe(1);
    expect(complaint).toContain('Its remotes: remote-evm');
    expect(complaint).toContain('command/no-root');
  });

  it('is a table of at most 100 columns for people', async () => {
    const { run, live } = await createLive();
    await live('promote remote-evm 1.1.0 --share 10');
    const { said } = await run('status');
    expect(said).toMatch(
      /remote-evm +1\.0\.0 +90 % +20 Nov 12:00 +27 Nov 12:00 +20 Nov 2027 +ci +1\.0 +00000000 dirty\n +1\.1\.0 +10 % +1\.0/,
    );
    const [, , ...table] = said.split('\n');
    expect(Math.max(...table.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  it('names a key by the beginning of its id where its file is not here', async () => {
    const { run, keyids, folder } = await createLive();
    await rm(join(folder, '.config/linkspan/keys/ci.pub.json'));
    const { said } = await run('status');
    expect(said).toContain(keyids.ci.slice(0, 8));
  });

  it('tells what a page would refuse, and why', async () => {
    const { done, run } = await createLive();
    const now = () => testNow + 8 * dayMs;
    expect(await done('status', { now })).toMatchObject({ remotes: [{ state: 'release/expired' }] });
    const { said } = await run('status', { now });
    expect(said).toContain('100 % refused');
    expect(said).toContain('A page refuses remote-evm (release/expired).');
  });

  it('tells withdrawn and not yet live remotes apart', async () => {
    const { done, live } = await createLive();
    await live('withdraw remote-evm');
    expect(await done('status remote-evm')).toMatchObject({ remotes: [{ state: 'withdrawn' }] });
    const fresh = await createTeam();
    expect(await fresh.done('status')).toMatchObject({ remotes: [{ state: 'not live yet', warnings: [] }] });
  });

  it('says so if there is no remote yet', async () => {
    const { run } = await createTeam({ isRooted: false });
    expect((await run('status')).said).toContain('There is no remote in memory:');
  });
});

describe('the warnings of release status', { timeout: 60_000 }, () => {
  it('begin three days before a live document expires, and turn into a refusal', async () => {
    const { warnings } = await createLive();
    expect(await warnings(testNow + 3.9 * dayMs)).toEqual([]);
    expect(await warnings(testNow + 4.1 * dayMs)).toEqual(['warning/live-expires']);
    expect(await warnings(testNow + 7 * dayMs)).toEqual(['warning/refused']);
  });

  it('begin thirty days before a root expires', async () => {
    const { live, warnings } = await createLive();
    for (const [days, codes] of [
      [334, []],
      [336, ['warning/root-expires']],
    ] as const) {
      const now = testNow + days * dayMs;
      await live('refresh remote-evm', { now: () => now });
      expect(await warnings(now)).toEqual(codes);
    }
  });

  it('name a release that is live and not whole in the store', async () => {
    const { store, warnings } = await createLive();
    await store.remove('remote-evm/releases/1.0.0/manifest.json');
    expect(await warnings()).toEqual(['warning/not-published']);
  });

  it('name a release that is live and lacks a file', async () => {
    const { store, warnings } = await createLive();
    await store.remove(`${await filesOf(store, 'remote-evm', '1.0.0')}chunk.js`);
    expect(await warnings()).toEqual(['warning/files-missing']);
  });

  it('name shares that do not make a whole', async () => {
    const { store, folder, done } = await createLive();
    const now = await readStoredLive(store, 'remote-evm');
    const releases = now?.live.releases.map((one) => ({ ...one, share: 90 }));
    const payload = toCanonicalJson({ ...now?.live, releases });
    const signer = await readKeyFile(join(folder, '.config/linkspan/keys/ci.key.json'), {});
    const envelope = await signEnvelope({ payloadType: liveFormat.payloadType, payload }, [signer]);
    if (now) await store.replaceIfUnchanged('remote-evm/live.json', toEnvelopeBytes(envelope), now.tag);
    expect((await done<Facts>('status')).warnings).toMatchObject([
      { code: 'warning/refused', sentence: expect.stringContaining('a mistake at live.releases') },
    ]);
  });

  it('end it with 1 where a schedule asks for that', async () => {
    const { run } = await createLive();
    const now = () => testNow + 5 * dayMs;
    expect(await run('status --strict')).toMatchObject({ exitCode: 0 });
    expect(await run('status', { now })).toMatchObject({ exitCode: 0 });
    expect(await run('status --strict', { now })).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('expires in 2 days'),
    });
  });
});

describe('release status --history', { timeout: 60_000 }, () => {
  it('tells what was live when, without the refreshes', async () => {
    const { done, run, live } = await createLive();
    const at = (days: number) => ({ now: () => testNow + days * dayMs });
    await live('refresh remote-evm', at(1));
    await live('promote remote-evm 1.1.0 --share 10', at(2));
    await live('refresh remote-evm', at(3));
    await live('withdraw remote-evm', at(4));
    const ci = { keys: ['ci'] };
    expect(await done('status remote-evm --history', at(4))).toMatchObject({
      changes: [
        { version: 5, since: '2026-11-24T12:00:00Z', releases: [], ...ci },
        { version: 3, since: '2026-11-22T12:00:00Z', until: '2026-11-24T12:00:00Z', ...ci },
        {
          version: 1,
          since: '2026-11-20T12:00:00Z',
          until: '2026-11-22T12:00:00Z',
          releases: [{ version: '1.0.0', share: 100 }],
          ...ci,
        },
      ],
    });
    expect(
      (await done<{ published: readonly { version: string }[] }>('status remote-evm --history')).published
        .map(({ version }) => version)
        .sort(),
    ).toEqual(['1.0.0', '1.1.0']);
    expect((await run('status remote-evm --history', at(4))).said).toMatch(
      /20 Nov 12:00 +22 Nov 12:00 +1\.0\.0 for 100 % +ci +1$/m,
    );
  });

  it('asks for the remote', async () => {
    const { run } = await createLive();
    expect(await run('status --history')).toMatchObject({ exitCode: 2 });
  });
});
