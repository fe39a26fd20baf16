import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { liveFormat } from '@linkspan/trust';
import { signEnvelope, toCanonicalJson, toEnvelopeBytes } from '@linkspan/trust/sign';
import { describe, expect, it } from 'vitest';
import { type LiveReleases, readStoredLive } from '../documents/live.ts';
import { readKeyFile } from '../keys/key-files.ts';
import { testNow } from '../testing/command.ts';
import { filesOf } from '../testing/folders.ts';
import { createTeam } from '../testing/team.ts';

const at = (days: number) => ({ now: () => testNow + days * 24 * 60 * 60 * 1000 });

interface Facts {
  readonly warnings: readonly { readonly code: string; readonly sentence: string }[];
}

/** A team with 1.0.0 live for all and 1.1.0 published. */
async function createLive() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  const live = (line: string, context = {}) => team.done(`${line} ${team.by('ci')}`, context);
  await live('promote remote-evm 1.0.0');
  const warnings = async (days = 0) =>
    (await team.done<Facts>('status', at(days))).warnings.map(({ code }) => code);
  return { ...team, live, warnings };
}

type Live = Awaited<ReturnType<typeof createLive>>;

describe('linkspan status', { timeout: 60_000 }, () => {
  it('tells what is live, for whom, since when, until when, by whose key and from where', async () => {
    const { done, live, keyids } = await createLive();
    await live('promote remote-evm 1.1.0 --share 10');
    const built = { contract: '2.0', commit: '0'.repeat(40), builtAt: '2026-11-20T12:00:00Z', dirty: true };
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
          kinds: ['online'],
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

  it('is a table of at most 100 columns for people', async () => {
    const { run, live } = await createLive();
    await live('promote remote-evm 1.1.0 --share 10');
    const { said } = await run('status');
    expect(said).toMatch(
      /remote-evm +1\.0\.0 +90 % +20 Nov 12:00 +27 Nov 12:00 +20 Nov 2027 +ci +2\.0 +00000000 dirty\n +1\.1\.0 +10 % +2\.0/,
    );
    const [, , ...table] = said.split('\n');
    expect(Math.max(...table.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  it('names a key by the beginning of its id where its file is not here', async () => {
    const { run, keyids, folder } = await createLive();
    await rm(join(folder, '.config/linkspan/keys/ci.pub.json'));
    expect((await run('status')).said).toContain(keyids.ci.slice(0, 8));
  });

  it('tells what a page would refuse, and why', async () => {
    const { done, run } = await createLive();
    expect(await done('status', at(8))).toMatchObject({ remotes: [{ state: 'release/expired' }] });
    expect((await run('status', at(8))).said).toMatch(
      /100 % refused[\s\S]*A page refuses remote-evm \(release\/expired\)\./,
    );
  });

  it('tells withdrawn and not yet live remotes apart', async () => {
    const { done, live } = await createLive();
    await live('withdraw remote-evm');
    expect(await done('status remote-evm')).toMatchObject({ remotes: [{ state: 'withdrawn' }] });
    const fresh = await createTeam();
    expect(await fresh.done('status')).toMatchObject({ remotes: [{ state: 'not live yet', warnings: [] }] });
  });

  it('says so if there is no remote yet, or none of that name', async () => {
    const { run } = await createTeam({ isRooted: false });
    expect((await run('status')).said).toContain('There is no remote in memory:');
    const { exitCode, complaint } = await (await createLive()).run('status remote-emv');
    expect([exitCode, complaint]).toEqual([1, expect.stringMatching(/Its remotes: remote-evm.*\s.*no-root/)]);
  });
});

describe('linkspan status --html', { timeout: 60_000 }, () => {
  it('writes the page too, and says where', async () => {
    const { run, done, folder } = await createLive();
    const { said } = await run('status --html out/status.html');
    expect(said).toMatch(/remote-evm +1\.0\.0 +100 %[\s\S]*The page is in out\/status\.html$/);
    const page = await readFile(join(folder, 'out/status.html'), 'utf8');
    expect(page).toContain('remote-evm runs; nothing to do before 24 November 2026.');
    expect(page).toContain('ci (online)');
    expect(await done('status --html out/status.html')).toMatchObject({
      page: join(folder, 'out/status.html'),
    });
  });

  it('tells once why pages refuse a remote, be it expired or taken back', async () => {
    const { run, done, by, folder } = await createLive();
    const read = () => readFile(join(folder, 'status.html'), 'utf8');
    await run('status --html status.html', at(8));
    expect((await read()).split('(release/expired)')).toHaveLength(2);
    await done(`root change remote-evm --revoke 1.0.0 ${by('ann', 'bob')}`);
    await done('root publish .linkspan/roots/remote-evm-2.json --while-live');
    await run('status --html status.html');
    const page = await read();
    expect(page).toContain('1 thing needs someone.');
    expect(page).toContain('1.0.0 for 100 %, refused (release/revoked)');
    expect(page).toContain('“<code>linkspan withdraw remote-evm</code>”');
    expect(page.match(/class="why"/g)).toBeNull();
  });

  it('writes a page of an empty store', async () => {
    const { run, folder } = await createTeam({ isRooted: false });
    expect((await run('status --html empty.html')).exitCode).toBe(0);
    expect(await readFile(join(folder, 'empty.html'), 'utf8')).toContain('There is no remote yet.');
  });

  it('refuses to write a history', async () => {
    const { run } = await createLive();
    expect(await run('status remote-evm --history --html history.html')).toMatchObject({ exitCode: 2 });
  });
});

describe('the warnings of linkspan status', { timeout: 60_000 }, () => {
  it.each([
    [3.9, []],
    [4.1, ['warning/live-expires']],
    [7, ['warning/refused']],
  ])('begin three days before a live document expires: %d', async (days, codes) => {
    expect(await (await createLive()).warnings(days)).toEqual(codes);
  });
});

describe('the warnings of linkspan status, before a release,', { timeout: 60_000, tags: ['release'] }, () => {
  it.each([
    [334, []],
    [336, ['warning/root-expires']],
  ])('begin thirty days before a root expires: %d', async (days, codes) => {
    const { live, warnings } = await createLive();
    await live('refresh remote-evm', at(days));
    expect(await warnings(days)).toEqual(codes);
  });

  const manifestPath = 'remote-evm/releases/1.0.0/manifest.json';
  const write = async ({ store }: Live, path: string, bytes: Uint8Array) => {
    const file = await store.read(path);
    if (file) await store.replaceIfUnchanged(path, bytes, file.tag);
  };
  const signLive = async (team: Live, change: (release: LiveReleases[number]) => LiveReleases[number]) => {
    const now = await readStoredLive(team.store, 'remote-evm');
    const payload = toCanonicalJson({ ...now?.live, releases: now?.live.releases.map(change) });
    const signer = await readKeyFile(join(team.folder, '.config/linkspan/keys/ci.key.json'), {});
    const envelope = await signEnvelope({ payloadType: liveFormat.payloadType, payload }, [signer]);
    await write(team, 'remote-evm/live.json', toEnvelopeBytes(envelope));
  };
  it.each<[string, (team: Live) => Promise<unknown>, string, string]>([
    ['a missing manifest', ({ store }) => store.remove(manifestPath), 'files-missing', manifestPath],
    [
      'a manifest that is none',
      (team) => write(team, manifestPath, Buffer.from('{}')),
      'files-missing',
      manifestPath,
    ],
    [
      'a missing file',
      async ({ store }) => store.remove(`${await filesOf(store, 'remote-evm', '1.0.0')}chunk.js`),
      'files-missing',
      'chunk.js is not there',
    ],
    [
      'a missing root that the live document names',
      async ({ done, by, live, store }) => {
        await done(`root change remote-evm --floor 1 ${by('ann', 'bob')}`);
        await done('root publish .linkspan/roots/remote-evm-2.json');
        await live('refresh remote-evm');
        await store.remove('remote-evm/root/2.json');
      },
      'refused',
      'release/root-gap',
    ],
    [
      'shares that do not make a whole',
      (team) => signLive(team, (one) => ({ ...one, share: 90 })),
      'refused',
      'a mistake at live.releases',
    ],
    [
      'a release that its people have not signed, beside another',
      async (team) => {
        await team.live('promote remote-evm 1.1.0 --share 10');
        await signLive(team, (one) =>
          one.share === 10 ? { ...one, manifest: { ...one.manifest, signatures: [] } } : one,
        );
      },
      'refused',
      '(release/unsigned)',
    ],
  ])('name %s', async (_, makeFault, code, sentence) => {
    const team = await createLive();
    await makeFault(team);
    const { warnings } = await team.done<Facts>('status');
    expect(warnings).toMatchObject([
      { code: `warning/${code}`, sentence: expect.stringContaining(sentence) },
    ]);
  });

  it.each([
    ['status --strict', 0, 0],
    ['status', 5, 0],
    ['status --strict', 5, 1],
  ])('end it with 1 where a schedule asks for that: %s, day %i', async (line, days, exitCode) => {
    expect((await (await createLive()).run(line, at(days))).exitCode).toBe(exitCode);
  });
});

describe('linkspan status --history', { timeout: 60_000 }, () => {
  it('tells what was live when, without the refreshes, and what is in the store', async () => {
    const { done, run, live } = await createLive();
    await live('refresh remote-evm', at(1));
    await live('promote remote-evm 1.1.0 --share 10', at(2));
    await live('refresh remote-evm', at(3));
    await live('withdraw remote-evm', at(4));
    const ci = { keys: ['ci'] };
    const [first, second, third] = ['2026-11-20T12:00:00Z', '2026-11-22T12:00:00Z', '2026-11-24T12:00:00Z'];
    const releases = [{ version: '1.0.0', share: 100 }];
    expect(await done('status remote-evm --history', at(4))).toMatchObject({
      changes: [
        { version: 5, since: third, releases: [], ...ci },
        { version: 3, since: second, until: third, ...ci },
        { version: 1, since: first, until: second, releases, ...ci },
      ],
      published: expect.arrayContaining([
        expect.objectContaining({ version: '1.0.0' }),
        expect.objectContaining({ version: '1.1.0' }),
      ]),
    });
    expect((await run('status remote-evm --history', at(4))).said).toMatch(
      /20 Nov 12:00 +22 Nov 12:00 +1\.0\.0 for 100 % +ci +1$/m,
    );
  });
});

describe('linkspan status --history, before a release,', { timeout: 60_000, tags: ['release'] }, () => {
  it('asks for the remote', async () => {
    const { run } = await createLive();
    expect(await run('status --history')).toMatchObject({ exitCode: 2 });
  });
});
