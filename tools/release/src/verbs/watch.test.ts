import { describe, expect, it } from 'vitest';
import { StoreError } from '../store/errors.ts';
import { createPlace, testNow } from '../testing/command.ts';
import { startCollector } from '../testing/start-collector.ts';
import { createTeam } from '../testing/team.ts';

const minuteMs = 60_000;

/** A team with 1.0.0 live for all, 1.1.0 published, a collector, and a clock that goes as far as is waited. */
async function createWatch() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  const by = team.by('ci');
  await team.done(`promote remote-evm 1.0.0 ${by}`);
  const collector = await startCollector();
  const { counts } = collector;
  counts.set('1.0.0', { visits: 10_000, failures: 100 });
  counts.set('1.1.0', { visits: 1_000, failures: 10 });
  let now = testNow;
  const waits: number[] = [];
  const progress: string[] = [];
  /** What happens while the command waits for the time that is the key’s. */
  const during = new Map<number, () => unknown>();
  const means = {
    now: () => now,
    progress: (text: string) => / has /.test(text) && progress.push(text),
    async wait(ms: number) {
      now += ms;
      waits.push(ms / minuteMs);
      await during.get(waits.length)?.();
    },
  };
  const tell = (words: string, more = {}) =>
    team.run(`promote remote-evm 1.1.0 --watch ${words} ${by}`, { ...means, ...more });
  const run = (words: string, more = {}) => tell(`${words} --json`, more);
  const shares = async () => {
    const facts = await team.done<{ remotes: { releases: { version: string; share: number }[] }[] }>(
      'status',
    );
    return facts.remotes[0]?.releases.map(({ version, share }) => `${version} ${share}`);
  };
  return {
    ...team,
    live: (line: string) => team.done(`${line} ${by}`, { now: () => now }),
    watch: (words = '', more = {}) => run(`--collector ${collector.address} ${words}`, more),
    run,
    tell,
    collector,
    counts,
    waits,
    progress,
    during,
    shares,
  };
}

describe('a watched promotion', () => {
  it('goes on step by step to all visitors', async () => {
    const { watch, waits, progress, shares } = await createWatch();
    const { exitCode, said } = await watch();
    expect(exitCode).toBe(0);
    expect(JSON.parse(said)).toMatchObject({
      version: 5,
      isHalted: false,
      isBlind: false,
      isWritten: true,
      steps: [
        { share: 1, at: '2026-11-20T12:00:00Z' },
        { share: 10, at: '2026-11-20T12:15:00Z', verdict: { kind: 'fine', rate: 1, oldRate: 1 } },
        { share: 50, at: '2026-11-20T12:30:00Z' },
        { share: 100, at: '2026-11-20T12:45:00Z' },
      ],
    });
    expect(waits).toEqual([15, 15, 15]);
    expect(progress[1]).toBe('remote-evm 1.1.0 has 10 %. Next look at 12:30 UTC');
    expect(await shares()).toEqual(['1.1.0 100']);
  });

  it('asks before each step, about the time since the one before', async () => {
    const { watch, collector } = await createWatch();
    await watch('--steps 20,100 --every 5');
    expect(collector.asked).toHaveLength(4);
    expect(collector.asked[2]?.query).toContain('[5m]');
  });

  it('halts where the new release fails more, and gives its visitors back', async () => {
    const { watch, during, counts, shares, live } = await createWatch();
    during.set(2, () => counts.set('1.1.0', { visits: 1_000, failures: 21 }));
    const { exitCode, said } = await watch();
    expect([exitCode, JSON.parse(said)]).toMatchObject([
      1,
      { isHalted: true, steps: [{}, {}, { share: 0, verdict: { kind: 'worse', rate: 2.1, oldRate: 1 } }] },
    ]);
    expect(await shares()).toEqual(['1.0.0 100', '1.1.0 0']);
    const again = await live('promote remote-evm 1.1.0 --share 10');
    expect(again).toMatchObject({ releases: [{ share: 90 }, { share: 10 }] });
  });

  it('takes it back although the store is away for some minutes', async () => {
    const { watch, during, counts, shares, store, waits } = await createWatch();
    let misses = 0;
    during.set(1, () => {
      misses = 3;
      counts.set('1.1.0', { visits: 1_000, failures: 500 });
    });
    const openStore = async () => ({
      ...store,
      async replaceIfUnchanged(...args: Parameters<typeof store.replaceIfUnchanged>) {
        if (misses === 0) return store.replaceIfUnchanged(...args);
        misses -= 1;
        throw new StoreError('store/unreachable', { store: store.address, detail: 'away' });
      },
    });
    expect((await watch('', { openStore })).exitCode).toBe(1);
    expect(waits).toEqual([15, 1, 1, 1]);
    expect(await shares()).toEqual(['1.0.0 100', '1.1.0 0']);
  });

  it('says so to a person', async () => {
    const { counts, collector, tell } = await createWatch();
    counts.set('1.1.0', { visits: 1_000, failures: 500 });
    const { said } = await tell(`--collector ${collector.address}`);
    expect(said.split('\n')).toEqual([
      '2026-11-20T12:00:00Z  1 %',
      '2026-11-20T12:15:00Z  0 %  fails for 50 % of 1000 visits, the old one for 1 %',
      'Halted: remote-evm 1.1.0 fails too often, so nobody gets it any more.',
      'Live of remote-evm: 1.0.0 for 100 %, 1.1.0 for 0 %',
      'Version 3, good until 2026-11-27T12:15:00Z',
    ]);
  });

  it('waits for visits, and says how many there are', async () => {
    const { watch, during, counts, waits, progress } = await createWatch();
    counts.set('1.1.0', { visits: 40, failures: 0 });
    during.set(3, () => counts.set('1.1.0', { visits: 100, failures: 0 }));
    expect((await watch('--steps 10,100')).exitCode).toBe(0);
    expect(waits).toHaveLength(3);
    expect(progress[1]).toContain('40 of 100 visits');
  });

  it('follows other bounds where they are given', async () => {
    const { watch, counts } = await createWatch();
    counts.set('1.1.0', { visits: 20, failures: 1 });
    expect((await watch('--least-visits 20 --most-failures 4 --steps 10,100')).exitCode).toBe(0);
    const other = await createWatch();
    other.counts.set('1.1.0', { visits: 1_000, failures: 16 });
    expect((await other.watch('--most-failures 0.5 --steps 10,100')).exitCode).toBe(1);
  });

  it('goes on from the share that it finds', async () => {
    const { live, watch, waits } = await createWatch();
    await live('promote remote-evm 1.1.0 --share 20');
    expect(JSON.parse((await watch()).said)).toMatchObject({ steps: [{ share: 50 }, { share: 100 }] });
    expect(waits).toHaveLength(2);
    expect(JSON.parse((await watch()).said)).toMatchObject({ steps: [], isWritten: false });
  });

  it('does not mind a refresh in between, also not in the moment of a step', async () => {
    const { watch, during, live, shares, store } = await createWatch();
    let isRefreshed = false;
    during.set(1, () => live('refresh remote-evm'));
    const openStore = async () => ({
      ...store,
      async replaceIfUnchanged(...args: Parameters<typeof store.replaceIfUnchanged>) {
        if (!isRefreshed && args[0] === 'remote-evm/live.json') {
          isRefreshed = true;
          await live('refresh remote-evm');
        }
        return store.replaceIfUnchanged(...args);
      },
    });
    expect((await watch('', { openStore })).exitCode).toBe(0);
    expect(isRefreshed).toBe(true);
    expect(await shares()).toEqual(['1.1.0 100']);
  });

  it('halts with what changed where someone else changed what is live', async () => {
    const { watch, during, live, shares } = await createWatch();
    during.set(1, () => live('rollback remote-evm'));
    const { exitCode, complaint } = await watch();
    expect([exitCode, JSON.parse(complaint)]).toMatchObject([
      1,
      {
        code: 'command/overtaken',
        sentence: expect.stringMatching(/was: 1\.0\.0 for 99 %, 1\.1\.0 for 1 %. It is: 1\.0\.0 for 100 %/),
      },
    ]);
    expect(await shares()).toEqual(['1.0.0 100']);
  });
});

describe('the collector of a watched promotion', () => {
  it('must answer before anything is begun', async () => {
    const { watch, collector, shares } = await createWatch();
    collector.faults.push('broken', 'broken');
    expect((await watch()).complaint).toContain('command/collector-unreachable');
    expect(await shares()).toEqual(['1.0.0 100']);
  });

  it('may be away for two looks, but not for three', async () => {
    const { watch, collector, during, shares } = await createWatch();
    const away = () => collector.faults.push('broken', 'broken');
    for (const wait of [1, 2, 4, 5, 6]) during.set(wait, away);
    expect((await watch()).complaint).toContain('command/collector-unreachable');
    expect(await shares()).toEqual(['1.0.0 90', '1.1.0 10']);
  });

  it('may be behind a store that is away for a look', async () => {
    const { watch, during, store } = await createWatch();
    let isAway = false;
    during.set(1, () => {
      isAway = true;
    });
    const openStore = async () => ({
      ...store,
      async read(path: string) {
        if (!isAway) return store.read(path);
        isAway = false;
        throw new StoreError('store/unreachable', { store: store.address, detail: 'away' });
      },
    });
    expect((await watch('', { openStore })).exitCode).toBe(0);
  });

  it('must understand the question', async () => {
    const { watch, collector, shares } = await createWatch();
    collector.faults.push('refused', 'refused');
    expect((await watch('--visits-query nonsense')).complaint).toContain('command/collector-refused');
    expect(await shares()).toEqual(['1.0.0 100']);
  });
});

describe('a promotion that nobody watches', () => {
  it('is not begun, and says that it is blind', async () => {
    const { run, shares } = await createWatch();
    const { exitCode, complaint } = await run('');
    expect([exitCode, JSON.parse(complaint)]).toMatchObject([1, { code: 'command/blind' }]);
    expect(await shares()).toEqual(['1.0.0 100']);
  });

  it('goes on by time alone where that is asked for', async () => {
    const { run, collector, waits, shares } = await createWatch();
    const { exitCode, said } = await run('--blind --every 60');
    expect([exitCode, JSON.parse(said)]).toMatchObject([0, { isBlind: true }]);
    expect([waits, collector.asked]).toEqual([[60, 60, 60], []]);
    expect(await shares()).toEqual(['1.1.0 100']);
  });
});

describe('a watch that is asked for wrongly', () => {
  it.each([
    '--watch --blind --share 10',
    '--watch --blind --steps 10,10',
    '--watch --blind --steps 10,101',
    '--watch --blind --steps ten',
    '--watch --blind --every 0',
    '--watch --blind --most-failures 101',
    '--watch --blind --collector http://127.0.0.1:1',
    '--watch --collector file:///counts',
    '--watch --collector http://name@127.0.0.1',
    '--watch --collector counts',
    '--every 10',
    '--blind',
  ])('ends with 2: %s', async (words) => {
    const { run } = await createPlace();
    expect((await run(`promote remote-evm 1.1.0 ${words}`)).exitCode).toBe(2);
  });

  it('writes nothing on a dry run, and tells the plan', async () => {
    const { watch, shares, waits } = await createWatch();
    expect(JSON.parse((await watch('--dry-run')).said)).toMatchObject({
      isWritten: false,
      steps: [{ share: 1 }],
    });
    expect([await shares(), waits]).toEqual([['1.0.0 100'], []]);
  });
});
