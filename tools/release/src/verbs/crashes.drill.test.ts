import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../documents/history.ts';
import { openLocalStore } from '../store/local-store.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { testNow } from '../testing/command.ts';
import { filesOf, temporaryFolder } from '../testing/folders.ts';
import { bundleChild, runChild } from '../testing/run-child.ts';
import { frontBucket, frontKeys, type S3Front, startS3Front } from '../testing/start-s3-front.ts';
import { createTeam, soundFiles } from '../testing/team.ts';

const timeout = 180_000;

let front: S3Front;
beforeAll(async () => {
  front = await startS3Front();
});
afterAll(() => front.close());

interface Place {
  readonly address: string;
  readonly store: Store;
}

async function inDirectory(): Promise<Place> {
  const folder = await temporaryFolder();
  return { address: `file:${folder}`, store: openLocalStore(folder) };
}

async function inS3(): Promise<Place> {
  front.objects.clear();
  const address = `s3://${frontBucket}/some?endpoint=${front.endpoint}`;
  return { address, store: await openStore(address, frontKeys) };
}

/** A team with 1.0.0 live, and a line of the command that can be killed at a step. */
async function createCrash(file: string, { address, store }: Place) {
  const team = await createTeam({ store });
  await team.publish('1.0.0', 1);
  await team.done(`promote remote-evm 1.0.0 ${team.by('ci')}`);
  const crash = async (kind: Kind, step: number, line: string) => {
    const args = [address, team.folder, `${testNow}`, kind, `${step}`, ...line.split(' ')];
    const { signal } = await runChild(file, args, frontKeys).end;
    return { isDone: signal === null };
  };
  return { ...team, crash };
}

type Kind = 'before' | 'after';

const cases: readonly (readonly [string, () => Promise<Place>, Kind])[] = [
  ['a local store, before each file', inDirectory, 'before'],
  ['a local store, after each file', inDirectory, 'after'],
  ['S3, before each file', inS3, 'before'],
  ['S3, after each file', inS3, 'after'],
];

describe('a publish that is killed', () => {
  it.each(cases)(
    'in %s, leaves what is live, and is finished by another run',
    { timeout },
    async (...given) => {
      const [, createStore, kind] = given;
      const file = await bundleChild('crash-verb.ts', await temporaryFolder());
      for (let step = 1; ; step += 1) {
        const { store, crash, done, run, release, by } = await createCrash(file, await createStore());
        const live = await store.read('remote-evm/live.json');
        // Three are as they were in 1.0.0, and two are new.
        const own = { 'own-00000001.js': 'export {};', 'own-00000002.js': 'export {};' };
        const files = { ...soundFiles, ...own };
        const line = `publish ${await release('1.1.0', 2, files)} --unchecked`;
        const { isDone } = await crash(kind, step, line);
        expect(await store.read('remote-evm/live.json')).toEqual(live);
        const promote = `promote remote-evm 1.1.0 ${by('ci')}`;
        const isThere = (await store.read('remote-evm/releases/1.1.0/manifest.json')) !== undefined;
        // A part of a release cannot go live.
        if (!isThere) expect((await run(promote)).complaint).toContain('command/no-release');
        expect(await done(line)).toMatchObject({ isWritten: !isThere });
        expect(await done(line)).toMatchObject({ isWritten: false });
        for (const [name, text] of Object.entries(files)) {
          const file = await store.read((await filesOf(store, 'remote-evm', '1.1.0')) + name);
          expect(new TextDecoder().decode(file?.bytes)).toBe(text);
        }
        expect(await done(promote)).toMatchObject({ version: 2, releases: [{ version: '1.1.0' }] });
        if (!isDone) continue;
        expect(step).toBeGreaterThan(3);
        break;
      }
    },
  );
});

describe('a promotion that is killed', () => {
  it.each(cases)(
    'in %s, leaves the old or the new, and is finished by another run',
    { timeout },
    async (...given) => {
      const [, createStore, kind] = given;
      const file = await bundleChild('crash-verb.ts', await temporaryFolder());
      const seen = new Set<string>();
      for (let step = 1; ; step += 1) {
        const { store, crash, done, publish, by } = await createCrash(file, await createStore());
        await publish('1.1.0', 2);
        const old = await store.read('remote-evm/live.json');
        const line = `promote remote-evm 1.1.0 --share 10 ${by('ci')}`;
        const { isDone } = await crash(kind, step, line);
        const states = await done<{ remotes: { state: string; releases: object[] }[] }>('status');
        expect(states.remotes).toMatchObject([{ state: 'live' }]);
        const isNew = states.remotes[0]?.releases.length === 2;
        if (!isNew) expect(await store.read('remote-evm/live.json')).toEqual(old);
        seen.add(isNew ? 'new' : 'old');
        expect(await done(line)).toMatchObject({
          version: isNew ? 3 : 2,
          releases: [{ share: 90 }, { version: '1.1.0', share: 10 }],
        });
        const history = await readHistory(store, 'remote-evm');
        expect(history.map(({ live }) => live.version)).toEqual(isNew ? [1, 2] : [1]);
        expect(new Uint8Array(history[0]?.bytes ?? [])).toEqual(old?.bytes);
        if (isDone) break;
      }
      expect([...seen]).toEqual(['old', 'new']);
    },
  );
});
