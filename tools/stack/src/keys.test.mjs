import { cp, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyPair, toBase64 } from '@linkspan/trust/sign';
import { expect, it, onTestFinished } from 'vitest';
import { assertNoPrivateKeys, keyFile } from './keys.mjs';
import { findPrivateKeys } from './private-keys.mjs';
import { root } from './root.mjs';
import { Plain } from './say.mjs';

/** A checkout with one private key, `ann.key.json`. */
async function createCheckout() {
  const place = await realpath(await mkdtemp(join(tmpdir(), 'linkspan-served-')));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const checkout = join(place, 'check out');
  await mkdir(checkout);
  const { toPkcs8 } = await createKeyPair('person');
  const key = JSON.stringify({ kind: 'person', private: toBase64(await toPkcs8()) });
  await writeFile(join(checkout, 'ann.key.json'), key);
  return { place, checkout };
}

it('refuses to serve a folder with a private key, and says where to move it', async () => {
  const { place, checkout } = await createCheckout();
  const refusal = await assertNoPrivateKeys(checkout).catch((error) => error);
  expect(refusal).toBeInstanceOf(Plain);
  expect(refusal.message).toContain(join(checkout, 'ann.key.json'));
  expect(refusal.message).toMatch(/linkspan[\\/]keys/);
  await rename(join(checkout, 'ann.key.json'), join(place, 'ann.key.json'));
  await expect(assertNoPrivateKeys(checkout)).resolves.toBeUndefined();
});

it('finds private keys by their names and by their content, however deep', async () => {
  const { checkout } = await createCheckout();
  await mkdir(join(checkout, '.linkspan/e2e-1/keys'), { recursive: true });
  await cp(join(checkout, 'ann.key.json'), join(checkout, '.linkspan/e2e-1/keys/backup.txt'));
  await writeFile(join(checkout, '.linkspan/bob.key.json'), '');
  const escaped = JSON.stringify(await readFile(join(checkout, 'ann.key.json'), 'utf8'));
  await writeFile(join(checkout, '.env.local'), `CI_KEY=${escaped}\n`);
  for (const name of ['node_modules', '.git']) {
    await mkdir(join(checkout, name));
    await cp(join(checkout, 'ann.key.json'), join(checkout, name, 'ann.key.json'));
  }
  const names = ['.env.local', '.linkspan/bob.key.json', '.linkspan/e2e-1/keys/backup.txt', 'ann.key.json'];
  expect([...(await findPrivateKeys(checkout))].sort()).toEqual(names.map((name) => join(checkout, name)));
});

it('finds private keys behind a link, also one that leads back to its own folder', async () => {
  const { place, checkout } = await createCheckout();
  await mkdir(join(place, 'keys'));
  await writeFile(join(place, 'keys/bob.key.json'), '');
  await symlink(join(place, 'keys'), join(checkout, 'linked'));
  await symlink(checkout, join(checkout, 'again'));
  await symlink(join(checkout, 'nothing'), join(checkout, 'broken'));
  const names = ['ann.key.json', 'linked/bob.key.json'];
  expect([...(await findPrivateKeys(checkout))].sort()).toEqual(names.map((name) => join(checkout, name)));
});

it('has practice keys outside of the checkout, those of each folder apart', () => {
  const files = [root, join(root, '.linkspan/e2e-1'), join(root, '.linkspan/e2e-2')].map((folder) =>
    keyFile(folder, 'person'),
  );
  expect(new Set(files).size).toBe(3);
  for (const file of files) expect(file.startsWith(root)).toBe(false);
});
