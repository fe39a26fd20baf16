import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { testNow } from '../testing/command.ts';
import { createTeam } from '../testing/team.ts';
import type { Context } from '../verb.ts';

const dayMs = 24 * 60 * 60 * 1000;
const at = (days: number): Partial<Context> => ({ now: () => testNow + days * dayMs });

interface Facts {
  readonly remotes: readonly object[];
  readonly failed: readonly object[];
  readonly warnings: readonly { readonly code: string }[];
}

/** A team with 1.0.0 live for all and 1.1.0 published. */
async function createLive() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  const live = <F = Facts>(line: string, context: Partial<Context> = {}) =>
    team.done<F>(`${line} ${team.by('ci')}`, context);
  await live('promote remote-evm 1.0.0');
  return { ...team, live };
}

/** A copy of remote-evm's folder under another name: nothing of it can be trusted. */
async function copyRemote(store: Store, name: string): Promise<void> {
  for (const { path } of await store.list('remote-evm/')) {
    const file = await store.read(path);
    if (file) await store.createIfAbsent(path.replace('remote-evm', name), file.bytes);
  }
}

describe('release refresh', { timeout: 60_000 }, () => {
  it('keeps what is live and since when, and rises in version and expiry', async () => {
    const { live } = await createLive();
    expect(await live('refresh remote-evm', at(1))).toMatchObject({
      remotes: [
        {
          remote: 'remote-evm',
          version: 2,
          since: '2026-11-20T12:00:00Z',
          expiresAt: '2026-11-28T12:00:00Z',
          releases: [{ version: '1.0.0', share: 100 }],
        },
      ],
      failed: [],
      warnings: [],
    });
  });

  it('says when the next one is due, and until when there is time', async () => {
    const { run, by } = await createLive();
    const { said } = await run(`refresh remote-evm ${by('ci')}`, at(1));
    expect(said).toContain(
      'Next refresh: by 2026-11-22T12:00:00Z. Without one, pages refuse at 2026-11-28T12:00:00Z.',
    );
  });

  it('refuses more than 14 days', async () => {
    const { run, by } = await createLive();
    expect((await run(`refresh remote-evm --days 15 ${by('ci')}`)).complaint).toContain(
      'release/expires-too-late',
    );
  });

  it('refuses what is not live, and asks whom to refresh', async () => {
    const { run, by } = await createTeam();
    expect((await run(`refresh remote-evm ${by('ci')}`)).complaint).toContain('command/not-live');
    expect(await run(`refresh ${by('ci')}`)).toMatchObject({ exitCode: 2 });
    expect(await run(`refresh remote-evm --all ${by('ci')}`)).toMatchObject({ exitCode: 2 });
    expect(await run(`refresh --all ${by('ci')}`)).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining('Nothing is live yet'),
    });
  });

  it('keeps a withdrawn remote withdrawn', async () => {
    const { live } = await createLive();
    await live('withdraw remote-evm');
    expect(await live('refresh --all', at(1))).toMatchObject({ remotes: [{ version: 3, releases: [] }] });
  });

  it('refreshes the others where one fails, and ends with 1', async () => {
    const { run, by, store } = await createLive();
    await copyRemote(store, 'remote-copy');
    const { exitCode, said } = await run(`refresh --all --json ${by('ci')}`, at(1));
    expect(exitCode).toBe(1);
    expect(JSON.parse(said)).toMatchObject({
      remotes: [{ remote: 'remote-evm', version: 2 }],
      failed: [{ remote: 'remote-copy', code: 'release/other-remote' }],
    });
    expect((await run(`refresh --all ${by('ci')}`, at(1))).said).toContain('remote-copy was not refreshed: ');
  });

  it('loses to a promotion, reads again, and refreshes what was promoted', async () => {
    const { live, store } = await createLive();
    const stale = await store.read('remote-evm/live.json');
    await live('promote remote-evm 1.1.0');
    let reads = 0;
    const read: Store['read'] = async (path) => {
      if (path !== 'remote-evm/live.json') return store.read(path);
      reads += 1;
      return reads === 1 ? stale : store.read(path);
    };
    expect(await live('refresh remote-evm', { openStore: async () => ({ ...store, read }) })).toMatchObject({
      remotes: [{ version: 3, releases: [{ version: '1.1.0', share: 100 }] }],
    });
    expect(reads).toBe(2);
  });

  it('gives up where it loses twice', async () => {
    const { live, run, by, store } = await createLive();
    const stale = await store.read('remote-evm/live.json');
    await live('promote remote-evm 1.1.0');
    const read: Store['read'] = async (path) => (path === 'remote-evm/live.json' ? stale : store.read(path));
    const { complaint } = await run(`refresh remote-evm ${by('ci')}`, {
      openStore: async () => ({ ...store, read }),
    });
    expect(complaint).toContain('command/lost-race');
  });
});

describe('the warnings of release refresh', { timeout: 60_000 }, () => {
  it('tell of a root that will expire, and end it with 1 where a schedule asks for that', async () => {
    const { run, live, by } = await createLive();
    await live('refresh remote-evm', at(361));
    expect((await live('refresh remote-evm', at(362))).warnings).toMatchObject([
      { code: 'warning/root-expires' },
    ]);
    const { exitCode, said } = await run(`refresh --all --strict ${by('ci')}`, at(362.5));
    expect([exitCode, said]).toEqual([1, expect.stringContaining('root of remote-evm expires in 3 days')]);
  });
});
