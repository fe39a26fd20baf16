import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { assertNoPrivateKeys, keyFile } from './keys.mjs';
import { root } from './root.mjs';
import { Plain } from './say.mjs';

it('refuses to serve a folder with a private key, and says how to move it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-served-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await expect(assertNoPrivateKeys(folder)).resolves.toBeUndefined();
  await mkdir(join(folder, '.linkspan/keys'), { recursive: true });
  const file = join(folder, '.linkspan/keys/ann.key.json');
  await writeFile(file, '{}');
  const refusal = await assertNoPrivateKeys(folder).catch((error) => error);
  expect(refusal).toBeInstanceOf(Plain);
  expect(refusal.message).toContain(`mv -n ${file} `);
  expect(refusal.message).toMatch(/mkdir -p -m 700 \S+[\\/]linkspan[\\/]keys /);
});

it('has practice keys outside of the checkout, those of each folder apart', () => {
  const files = [root, join(root, '.linkspan/e2e-1'), join(root, '.linkspan/e2e-2')].map((folder) =>
    keyFile(folder, 'person'),
  );
  expect(new Set(files).size).toBe(3);
  for (const file of files) expect(file.startsWith(root)).toBe(false);
});
