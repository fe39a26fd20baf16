import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nothingSeen, verifyLive } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import { readRoot } from '../documents/root.ts';
import { testNow } from '../testing/command.ts';
import { createTeam } from '../testing/team.ts';
import { prepareStore } from './prepare-store.ts';
import { createRun } from './run.ts';
import { setUpRemote } from './set-up-remote.ts';

const dayMs = 24 * 60 * 60 * 1000;
const all = 'root, build, check, sign, publish, promote';

/** A remote in a prepared practice store, whose build can be changed and whose clock can be set. */
async function createRehearsal() {
  const { folder, store, remote, writeBuilt } = await createTeam({ isRooted: false });
  // The team's own root is none of the practice.
  await rm(join(folder, '.linkspan/roots'), { recursive: true });
  let now = testNow;
  const run = createRun({ folder, store, now: () => now });
  await prepareStore(folder, run);
  const machine = '.linkspan/keys/machine.key.json';
  return {
    store,
    remote,
    write: (text: string, version = '0.1.0') =>
      writeBuilt(version, 1, {
        'discovery.js': `export const discover = () => ${JSON.stringify(text)};`,
        'remoteEntry.js': 'export const get = () => 1; export const init = () => 1;',
      }),
    rehearse: () => setUpRemote({ folder, remote, from: join(folder, remote), store, run, now }),
    passDays(days: number) {
      now += days * dayMs;
    },
    live: async () => {
      const root = await readRoot(store, remote);
      const file = await store.read(`${remote}/live.json`);
      const envelope = new Uint8Array(file?.bytes ?? []);
      return verifyLive({ root, seen: nothingSeen, envelope, now });
    },
    byHand: (...line: readonly string[]) => run(...line, '--key', machine),
    asPerson: (...line: readonly string[]) =>
      run<{ file: string }>(...line, '--key', '.linkspan/keys/person.key.json', '--json'),
    run,
  };
}

describe('a rehearsal', { timeout: 30_000 }, () => {
  it('delivers a build by the real verbs, and a page would believe it', async () => {
    const { write, rehearse, live } = await createRehearsal();
    await write('one');
    expect(await rehearse()).toEqual({ line: `remote-evm 0.1.0 is live (${all})`, next: '0.1.1' });
    const { releases } = await live();
    expect(releases.map(({ share, manifest }) => [share, manifest.version, manifest.sequence])).toEqual([
      [100, '0.1.0', 1],
    ]);
  });

  it('does nothing where the same bytes are live', async () => {
    const { store, remote, write, rehearse } = await createRehearsal();
    await write('one');
    await rehearse();
    const before = await store.read(`${remote}/live.json`);
    await write('one');
    expect((await rehearse()).line).toBe('remote-evm 0.1.0 is live');
    expect((await store.read(`${remote}/live.json`))?.tag).toBe(before?.tag);
  });

  it('gives a changed build the next patch, and a higher package its own version', async () => {
    const { write, rehearse, live } = await createRehearsal();
    for (const [text, version] of [['one'], ['two'], ['three', '0.2.0']] as const) {
      await write(text, version);
      await rehearse();
    }
    const [{ manifest } = {}] = (await live()).releases;
    expect([manifest?.version, manifest?.sequence]).toEqual(['0.2.0', 3]);
  });

  it('makes a release live again whose source came back', async () => {
    const { write, rehearse } = await createRehearsal();
    for (const text of ['one', 'two']) {
      await write(text);
      await rehearse();
    }
    await write('one');
    expect((await rehearse()).line).toBe('remote-evm 0.1.0 is live (promote)');
  });

  it('releases again what was revoked, under another version', async () => {
    const { remote, write, rehearse, asPerson, run } = await createRehearsal();
    for (const text of ['one', 'two']) {
      await write(text);
      await rehearse();
    }
    const { file } = await asPerson('root', 'revoke', remote, '0.1.0');
    await run('root', 'publish', file);
    await write('one');
    expect((await rehearse()).line).toContain('remote-evm 0.1.2 is live');
  });

  it('leaves a release that was rolled back, and says how to make it live', async () => {
    const { remote, write, rehearse, byHand } = await createRehearsal();
    for (const text of ['one', 'two']) {
      await write(text);
      await rehearse();
    }
    await byHand('rollback', remote);
    const { line } = await rehearse();
    expect(line).toContain('remote-evm 0.1.0 is live; what is built here is 0.1.1');
    expect(line).toContain('release -- promote remote-evm 0.1.1');
  });

  it('leaves a withdrawn remote withdrawn until something new is built', async () => {
    const { remote, write, rehearse, byHand } = await createRehearsal();
    await write('one');
    await rehearse();
    await byHand('withdraw', remote);
    expect((await rehearse()).line).toContain('remote-evm is withdrawn');
    await write('two');
    expect((await rehearse()).line).toContain('remote-evm 0.1.1 is live');
  });

  it('keeps shares as they are', async () => {
    const { remote, write, rehearse, byHand } = await createRehearsal();
    for (const text of ['one', 'two']) {
      await write(text);
      await rehearse();
    }
    await byHand('rollback', remote);
    await byHand('promote', remote, '0.1.1', '--share', '10');
    expect((await rehearse()).line).toBe('remote-evm is live: 0.1.0 for 90 %, 0.1.1 for 10 %');
  });

  it('refreshes the live document when half of its life is over, also when all of it is', async () => {
    const { write, rehearse, passDays, live } = await createRehearsal();
    await write('one');
    await rehearse();
    passDays(3);
    expect((await rehearse()).line).toBe('remote-evm 0.1.0 is live');
    passDays(1);
    expect((await rehearse()).line).toBe('remote-evm 0.1.0 is live (refresh)');
    passDays(30);
    expect((await rehearse()).line).toBe('remote-evm 0.1.0 is live (refresh)');
    expect((await live()).releases).toHaveLength(1);
  });

  it('renews the root a month before its end, also after it', async () => {
    const { write, rehearse, passDays, live } = await createRehearsal();
    await write('one');
    await rehearse();
    passDays(340);
    expect((await rehearse()).line).toBe('remote-evm 0.1.0 is live (root, refresh)');
    passDays(400);
    await rehearse();
    const { root: version, releases } = await live();
    expect([version, releases.length]).toEqual([3, 1]);
  });

  it('goes past a publish that was cut off', async () => {
    const { store, remote, write, rehearse } = await createRehearsal();
    await write('one');
    const claim = JSON.stringify({ version: '0.1.0', manifest: 'a'.repeat(64) });
    await store.createIfAbsent(`${remote}/sequence/1.json`, new TextEncoder().encode(claim), headers);
    expect((await rehearse()).line).toContain('remote-evm 0.1.1 is live');
  });

  it('says which line of the command was refused', async () => {
    const { remote, write, rehearse, store } = await createRehearsal();
    await write('one');
    await rehearse();
    const { tag } = (await store.read('policy.json')) ?? {};
    const demanding = JSON.stringify({
      checks: ['conformance'],
      allowsDirty: true,
      hosts: [],
      retentionDays: 1,
    });
    if (tag) await store.replaceIfUnchanged('policy.json', new TextEncoder().encode(demanding), tag, headers);
    await write('two');
    await expect(rehearse()).rejects.toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(/^release publish /),
    });
    expect(remote).toBe('remote-evm');
  });
});

const headers = { contentType: 'application/json', cacheControl: 'no-cache' };
