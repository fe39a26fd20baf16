import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { testNow } from '../testing/command.ts';
import { createTeam } from '../testing/team.ts';
import { dayMs } from '../time.ts';
import type { Context } from '../verb.ts';

const at = (days: number): Partial<Context> => ({ now: () => testNow + days * dayMs });

/** A team with 1.0.0 live for all and 1.1.0 published. */
async function createLive() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  const live = (line: string, context: Partial<Context> = {}) =>
    team.done<{ warnings: object[] }>(`${line} ${team.by('ci')}`, context);
  await live('promote remote-evm 1.0.0');
  return { ...team, live };
}

describe('release refresh', { timeout: 60_000 }, () => {
  it('keeps what is live and since when, rises in version and expiry, and says when the next is due', async () => {
    const { live, run, by } = await createLive();
    expect(await live('refresh remote-evm', at(1))).toMatchObject({
      remotes: [
        {
          ...{ remote: 'remote-evm', version: 2, since: '2026-11-20T12:00:00Z' },
          expiresAt: '2026-11-28T12:00:00Z',
          releases: [{ version: '1.0.0', share: 100 }],
        },
      ],
      failed: [],
      warnings: [],
    });
    expect((await run(`refresh remote-evm ${by('ci')}`, at(1))).said).toContain(
      'Next refresh: by 2026-11-22T12:00:00Z. Without one, pages refuse at 2026-11-28T12:00:00Z.',
    );
  });

  it('refuses more than 14 days, and what is not live, and asks whom to refresh', async () => {
    const { refused, run, by } = await createLive();
    expect(await refused(`refresh remote-evm --days 15 ${by('ci')}`)).toContain('release/expires-too-late');
    const other = await createTeam();
    expect(await other.refused(`refresh remote-evm ${other.by('ci')}`)).toContain('command/not-live');
    expect((await other.run(`refresh --all ${other.by('ci')}`)).said).toContain('Nothing is live yet');
    for (const words of ['', 'remote-evm --all'])
      expect(await run(`refresh ${words} ${by('ci')}`)).toMatchObject({ exitCode: 2 });
  });

  it('refreshes the others if one fails, and ends with 1', async () => {
    const { run, by, store } = await createLive();
    // Nothing of a copy under another name can be trusted.
    for (const { path } of await store.list('remote-evm/'))
      await store.createIfAbsent(
        path.replace('remote-evm', 'remote-copy'),
        (await store.read(path))?.bytes ?? new Uint8Array(),
      );
    const { exitCode, said } = await run(`refresh --all --json ${by('ci')}`, at(1));
    expect(exitCode).toBe(1);
    expect(JSON.parse(said)).toMatchObject({
      remotes: [{ remote: 'remote-evm', version: 2 }],
      failed: [{ remote: 'remote-copy', code: 'release/other-remote' }],
    });
    expect((await run(`refresh --all ${by('ci')}`, at(1))).said).toContain('remote-copy was not refreshed: ');
  });

  it('refreshes what was promoted meanwhile, and gives up if it loses twice', async () => {
    const { live, refused, by, store } = await createLive();
    const stale = await store.read('remote-evm/live.json');
    await live('promote remote-evm 1.1.0');
    const losing = (times: number) => {
      let reads = 0;
      const read: Store['read'] = async (path) => {
        if (path !== 'remote-evm/live.json') return store.read(path);
        reads += 1;
        return reads <= times ? stale : store.read(path);
      };
      return { openStore: async () => ({ ...store, read }) };
    };
    expect(await refused(`refresh remote-evm ${by('ci')}`, losing(9))).toContain('command/lost-race');
    expect(await live('refresh remote-evm', losing(1))).toMatchObject({
      remotes: [{ version: 3, releases: [{ version: '1.1.0', share: 100 }] }],
    });
  });

  it('warns of a root that will expire, and ends with 1 for it if a schedule asks for that', async () => {
    const { run, live, by } = await createLive();
    await live('refresh remote-evm', at(334));
    const { warnings } = await live('refresh remote-evm', at(336));
    expect(warnings).toMatchObject([{ code: 'warning/root-expires' }]);
    const { exitCode, said } = await run(`refresh --all --strict ${by('ci')}`, at(336));
    expect([exitCode, said]).toEqual([1, expect.stringContaining('root of remote-evm expires in 29 days')]);
  });
});
