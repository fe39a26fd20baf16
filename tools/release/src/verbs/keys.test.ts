import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlace } from '../testing/command.ts';

interface Made {
  readonly file: string;
  readonly public: string;
  readonly keyid: string;
}

describe('release keys', () => {
  it('makes a key that only its owner can read, and keeps the private half out of the public file', async () => {
    const { folder, done } = await createPlace();
    const made = await done<Made>('keys make ann --kind person');
    expect(made.file).toBe(join(folder, '.config/linkspan/keys/ann.key.json'));
    expect((await stat(made.file)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(made.file))).mode & 0o777).toBe(0o700);
    expect(Object.keys(JSON.parse(await readFile(made.public, 'utf8')))).toEqual(['kind', 'public']);
  });

  it('makes no key in a checkout, says where keys are, and asks for the kind', async () => {
    const { folder, refused, run } = await createPlace();
    const complaint = await refused('keys make ann --kind person --folder .linkspan/keys');
    expect(complaint).toContain('command/key-in-checkout');
    expect(complaint).toContain(`Move it to ${folder}/.config/linkspan/keys`);
    expect(await run('keys make ann')).toMatchObject({ exitCode: 2 });
  });

  it('never writes over a key, and lists the keys with their kinds', async () => {
    const { refused, done } = await createPlace();
    const { file, keyid } = await done<Made>('keys make ann --kind person');
    const before = await readFile(file, 'utf8');
    expect(await refused('keys make ann --kind person')).toContain('command/key-exists');
    expect(await readFile(file, 'utf8')).toBe(before);
    await done('keys make ci --kind online');
    const { keys } = await done<{ keys: readonly object[] }>('keys list');
    expect(keys).toMatchObject([
      { name: 'ann', kind: 'person', keyid, canSign: true },
      { name: 'ci', kind: 'online' },
    ]);
  });
});
