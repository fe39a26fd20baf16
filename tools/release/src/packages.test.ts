import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findOwnRemote, findPackage } from './packages.ts';
import { createPlace } from './testing/command.ts';
import { temporaryFolder } from './testing/folders.ts';

it.each([
  ['{"name":"remote-tron"}', 'remote-tron'],
  ['{"name":"@team/remote-tron"}', 'remote-tron'],
  ['{"name":"Wallets for Tron"}', undefined],
  ['{"name":"@team/"}', undefined],
  ['{"name":7}', undefined],
  ['{}', undefined],
  ['null', undefined],
])('takes the remote of a folder from its package.json: %s', async (content, remote) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'package.json'), content);
  expect(await findOwnRemote(folder)).toBe(remote);
  expect(await findOwnRemote(join(folder, 'empty'))).toBeUndefined();
});

it.each(['', '{', '{"name":"remote-tron",}'])('refuses the package.json “%s”', async (content) => {
  const { folder, refused } = await createPlace();
  await writeFile(join(folder, 'package.json'), content);
  for (const line of ['dev', 'ship 1.0.0', 'build', 'check', 'sign', 'publish'])
    expect(await refused(line), line).toContain('command/no-package-json');
});

/** A folder with an installed package of this package.json. */
async function createInstalled(content: string) {
  const folder = await temporaryFolder();
  const installed = join(folder, 'node_modules/@linkspan/host');
  await mkdir(installed, { recursive: true });
  await writeFile(join(installed, 'package.json'), content);
  await writeFile(join(installed, 'deploy.js'), '');
  return folder;
}

it('finds the program of an installed package, from a folder above too', async () => {
  const folder = await createInstalled('{"exports":{"./deploy":"./deploy.js"}}');
  for (const from of [folder, join(folder, 'remote-tron')])
    expect(findPackage('@linkspan/host', 'deploy', from)).toMatch(
      /node_modules\/@linkspan\/host\/deploy\.js$/,
    );
});

it.each([
  ['is not installed', '{}', '@linkspan/nowhere'],
  ['has no such program', '{"exports":{}}'],
  ['has a malformed package.json', '{'],
])('says how to install a package that %s', async (_, content, name = '@linkspan/host') => {
  const folder = await createInstalled(content);
  expect(() => findPackage(name, 'deploy', folder)).toThrow(
    expect.objectContaining({ code: 'command/not-there', message: expect.stringContaining('npm install') }),
  );
});
