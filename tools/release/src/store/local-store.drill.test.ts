import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { bundleChild, runChild } from '../testing/run-child.ts';
import { openLocalStore } from './local-store.ts';
import { liveHeaders } from './store.ts';

const headers = liveHeaders('live.json');
const old = Buffer.from('old '.repeat(10_000));
const next = Buffer.from('next '.repeat(10_000));

describe('twenty processes', () => {
  it('have one winner each round, and lose nothing', async () => {
    const folder = await temporaryFolder();
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const rounds = 5;
    await openLocalStore(folder).createIfAbsent('all.json', Buffer.from('[]'), headers);

    const file = await bundleChild('publish-rounds.ts', await temporaryFolder());
    const children = names.map((name) => runChild(file, [folder, name, `${rounds}`]));
    await Promise.all(children.map(({ process: { stdout } }) => stdout && once(stdout, 'readable')));
    for (const child of children) child.process.stdin?.write('go\n');
    const ends = await Promise.all(children.map(({ end }) => end));

    const won = ends.flatMap(({ output }): number[] => JSON.parse(output.split('\n')[1] ?? ''));
    const each = Array.from({ length: rounds }, (_, round) => round);
    expect(won.sort((a, b) => a - b)).toEqual(each);
    const all = JSON.parse(await readFile(join(folder, 'all.json'), 'utf8'));
    expect(all.sort()).toEqual(names.flatMap((name) => each.map((round) => `${name}:${round}`)).sort());
  });
});

describe('a publisher that is killed', () => {
  it.each([
    ['replaces a file', old],
    ['creates one', undefined],
  ])(
    'at whatever step, while it %s, leaves the old or the new, and at most one file in the way, which the next one names',
    async (_, before) => {
      const file = await bundleChild('crash-at.ts', await temporaryFolder());
      const seen = new Set<string>();
      for (let step = 1; ; step += 1) {
        const { found, isDone } = await crashAt({ file, step, before });
        seen.add(found);
        if (isDone) break;
      }
      const first = before === undefined ? 'nothing' : 'old';
      expect([...seen]).toEqual([first, 'next']);
    },
  );
});

/** Kills a publisher at the step, then publishes as the next one would. */
async function crashAt(crash: {
  readonly file: string;
  readonly step: number;
  readonly before: Buffer | undefined;
}) {
  const { file, step, before } = crash;
  const folder = await temporaryFolder();
  const store = openLocalStore(folder);
  if (before !== undefined) await store.createIfAbsent('live.json', before, headers);
  const { output, signal } = await runChild(file, [folder, 'live.json', next.toString(), `${step}`]).end;
  const isDone = signal === null;
  expect(isDone ? output : signal).toBe(isDone ? `done in ${step - 1}` : 'SIGKILL');

  const now = await store.read('live.json');
  const texts = new Map([
    [old.toString(), 'old'],
    [next.toString(), 'next'],
    ['', 'nothing'],
  ]);
  const found = texts.get(Buffer.from(now?.bytes ?? []).toString()) ?? 'a part';
  const last = Buffer.from('last');
  const following = openLocalStore(folder, { clock: { now: Date.now, pause: () => Promise.resolve() } });
  if (now === undefined) {
    await following.createIfAbsent('live.json', last, headers);
    return { found, isDone };
  }
  const replace = () => following.replaceIfUnchanged('live.json', last, now.tag, headers);
  await replace().catch(async ({ code, message }) => {
    expect(code).toBe('store/busy');
    await rm(/\((.*?)\)/.exec(message)?.[1] ?? '');
    await replace();
  });
  return { found, isDone };
}
