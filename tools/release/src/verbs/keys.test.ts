import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlace } from '../testing/command.ts';

describe('release keys', () => {
  it('makes a key that only its owner can read', async () => {
    const { folder, done } = await createPlace();
    const { file } = await done<{ file: string }>('keys make ann --kind person');
    expect(file).toBe(join(folder, '.config/linkspan/keys/ann.key.json'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  });

  it('makes no key in a checkout, and says where keys are', async () => {
    const { folder, run } = await createPlace();
    const { complaint } = await run('keys make ann --kind person --folder .linkspan/keys');
    expect(complaint).toContain('command/key-in-checkout');
    expect(complaint).toContain(`Move it to ${folder}/.config/linkspan/keys`);
  });

  it('keeps the private half out of the public file', async () => {
    const { done } = await createPlace();
    const made = await done<{ public: string }>('keys make ann --kind person');
    expect(Object.keys(JSON.parse(await readFile(made.public, 'utf8')))).toEqual(['kind', 'public']);
  });

  it('never writes over a key', async () => {
    const { run, done } = await createPlace();
    const { file } = await done<{ file: string }>('keys make ann --kind person');
    const before = await readFile(file, 'utf8');
    const { exitCode, complaint } = await run('keys make ann --kind person');
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/key-exists')]);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('lists the keys with their kinds', async () => {
    const { done } = await createPlace();
    const { keyid } = await done<{ keyid: string }>('keys make ann --kind person');
    await done('keys make ci --kind online');
    const { keys } = await done<{ keys: readonly object[] }>('keys list');
    expect(keys).toEqual([
      { name: 'ann', kind: 'person', keyid, canSign: true },
      expect.objectContaining({ name: 'ci', kind: 'online' }),
    ]);
  });

  it('asks for the kind', async () => {
    const { run } = await createPlace();
    expect(await run('keys make ann')).toMatchObject({ exitCode: 2 });
  });
});
