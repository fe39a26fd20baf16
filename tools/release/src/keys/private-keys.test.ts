import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, realpath, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createKeyPair } from '@linkspan/trust/sign';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { writeKeyFiles } from './key-files.ts';
import { findPrivateKeys, toMoveCommand } from './private-keys.ts';

/** A checkout, and beside it the folder that keys should be in. */
async function createCheckout() {
  const place = await realpath(await temporaryFolder());
  const checkout = join(place, 'check out');
  const keys = join(place, 'config/linkspan/keys');
  const make = async (base: string) => writeKeyFiles(base, await createKeyPair('person'), {});
  await make(join(checkout, 'ann'));
  const move = async () => {
    const command = await toMoveCommand(await findPrivateKeys(checkout), keys);
    await promisify(execFile)('sh', ['-c', command]);
  };
  return { place, checkout, keys, make, move };
}

describe('findPrivateKeys', () => {
  it('finds keys by their names and by their content, however deep', async () => {
    const { checkout } = await createCheckout();
    await mkdir(join(checkout, '.linkspan/e2e-1/keys'), { recursive: true });
    await cp(join(checkout, 'ann.key.json'), join(checkout, '.linkspan/e2e-1/keys/backup.txt'));
    await writeFile(join(checkout, '.linkspan/bob.key.json'), '');
    const escaped = JSON.stringify(await readFile(join(checkout, 'ann.key.json'), 'utf8'));
    await writeFile(join(checkout, '.env.local'), `CI_KEY=${escaped}\n`);
    expect((await findPrivateKeys(checkout)).map(({ file }) => file).sort()).toEqual(
      ['.env.local', '.linkspan/bob.key.json', '.linkspan/e2e-1/keys/backup.txt', 'ann.key.json'].map(
        (file) => join(checkout, file),
      ),
    );
  });

  it('finds no public halves, and nothing in what is installed or in the repository of Git', async () => {
    const { checkout } = await createCheckout();
    for (const folder of ['node_modules', '.git']) {
      await mkdir(join(checkout, folder));
      await cp(join(checkout, 'ann.key.json'), join(checkout, folder, 'ann.key.json'));
    }
    await rename(join(checkout, 'ann.key.json'), join(checkout, '..', 'ann.key.json'));
    expect(await findPrivateKeys(checkout)).toEqual([]);
  });

  it('finds keys behind a link, also one that leads back to its own folder', async () => {
    const { checkout, keys, make } = await createCheckout();
    await make(join(keys, 'bob'));
    await symlink(keys, join(checkout, 'linked'));
    await symlink(checkout, join(checkout, 'again'));
    await symlink(join(checkout, 'nothing'), join(checkout, 'broken'));
    const link = join(checkout, 'linked');
    expect(await findPrivateKeys(checkout)).toEqual([
      { file: join(checkout, 'ann.key.json') },
      { file: join(link, 'bob.key.json'), link },
    ]);
  });
});

describe('toMoveCommand', () => {
  it('moves both halves out of the checkout', async () => {
    const { checkout, keys, move } = await createCheckout();
    const key = await readFile(join(checkout, 'ann.key.json'), 'utf8');
    await move();
    expect(await findPrivateKeys(checkout)).toEqual([]);
    expect(await readFile(join(keys, 'ann.key.json'), 'utf8')).toBe(key);
    expect(await readFile(join(keys, 'ann.pub.json'), 'utf8')).toContain('person');
  });

  it('takes other names than those of another project, and of each other', async () => {
    const { checkout, keys, make, move } = await createCheckout();
    await make(join(keys, 'ann'));
    const before = await readFile(join(keys, 'ann.key.json'), 'utf8');
    await make(join(checkout, "o'neill/ann"));
    await move();
    const moved = ['ann', 'ann-2', 'ann-3'].map((name) => readFile(join(keys, `${name}.key.json`), 'utf8'));
    expect(new Set(await Promise.all(moved)).size).toBe(3);
    expect(await moved[0]).toBe(before);
  });

  it('removes a link, and leaves the key where it is', async () => {
    const { checkout, keys, make, move } = await createCheckout();
    await make(join(keys, 'bob'));
    await symlink(keys, join(checkout, 'linked'));
    await move();
    expect(await findPrivateKeys(checkout)).toEqual([]);
    expect(await readFile(join(keys, 'bob.key.json'), 'utf8')).toContain('private');
  });
});
