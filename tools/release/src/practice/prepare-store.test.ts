import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLocalStore } from '../store/local-store.ts';
import { createPlace, testNow } from '../testing/command.ts';
import { keyFile, prepareStore, resetIfIncomplete } from './prepare-store.ts';
import { createRun } from './run.ts';

/** A prepared practice store, beside a key of the person's own. */
async function createPractice() {
  const { folder, store, done } = await createPlace((folder) =>
    openLocalStore(join(folder, '.linkspan/store')),
  );
  const run = createRun({ folder, store, now: () => testNow });
  const prepare = async () => [await resetIfIncomplete(folder, testNow), await prepareStore(folder, run)];
  await done('keys make ann --kind person');
  const first = await prepare();
  const here = (path: string) => join(folder, '.linkspan', path);
  return { folder, here, prepare, first };
}

describe('a practice store', { timeout: 30_000 }, () => {
  it('is made with its keys if there is none', async () => {
    const { first, here } = await createPractice();
    expect(first).toEqual([
      undefined,
      expect.stringMatching(/^Keys for practice are made: .*person.*machine/),
    ]);
    expect(JSON.parse(await readFile(here('store/policy.json'), 'utf8'))).toMatchObject({
      checks: ['static'],
      allowsDirty: true,
    });
  });

  it('that is whole is left as it is', async () => {
    const { folder, prepare } = await createPractice();
    const before = await readFile(join(folder, keyFile('person')), 'utf8');
    expect(await prepare()).toEqual([undefined, undefined]);
    expect(await readFile(join(folder, keyFile('person')), 'utf8')).toBe(before);
  });

  it('without its keys is set aside, and started again', async () => {
    const { folder, here, prepare } = await createPractice();
    await rm(join(folder, keyFile('person')));
    const [said] = await prepare();
    expect(said).toContain('Keys of the practice store are gone.');
    const [aside] = await readdir(here('set-aside'));
    expect((await readdir(here(`set-aside/${aside}`))).sort()).toEqual(['keys', 'store']);
    expect(await prepare()).toEqual([undefined, undefined]);
  });

  it('that was removed is started again with other keys: pages have seen higher versions under the old ones', async () => {
    const { folder, here, prepare } = await createPractice();
    const before = await readFile(join(folder, keyFile('machine')), 'utf8');
    await rm(here('store'), { recursive: true });
    const [said] = await prepare();
    expect(said).toContain('The practice store is gone.');
    expect(await readFile(join(folder, keyFile('machine')), 'utf8')).not.toBe(before);
  });

  it('is never started again over keys that a person made', async () => {
    const { here, prepare } = await createPractice();
    await rm(here('store'), { recursive: true });
    await prepare();
    expect(await readdir(here('keys'))).toContain('ann.key.json');
  });
});
