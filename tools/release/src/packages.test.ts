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
});

it('finds no remote in a folder without a package.json', async () => {
  expect(await findOwnRemote(await temporaryFolder())).toBeUndefined();
});

it.each(['', '{', '{"name":"remote-tron",}'])('refuses the package.json “%s”', async (content) => {
  const { folder, run } = await createPlace();
  await writeFile(join(folder, 'package.json'), content);
  for (const line of ['dev', 'ship 1.0.0', 'build', 'check', 'sign', 'publish']) {
    const { exitCode, complaint } = await run(line);
    expect([line, exitCode, complaint]).toEqual([
      line,
      1,
      expect.stringContaining('command/no-package-json'),
    ]);
  }
});

it('finds the program of an installed package, from a folder above too', async () => {
  const folder = await temporaryFolder();
  const installed = join(folder, 'node_modules/@linkspan/host');
  await mkdir(installed, { recursive: true });
  await writeFile(join(installed, 'package.json'), '{"exports":{"./deploy":"./deploy.js"}}');
  await writeFile(join(installed, 'deploy.js'), '');
  for (const from of [folder, join(folder, 'remote-tron')])
    expect(findPackage('@linkspan/host', 'deploy', from)).toBe(join(installed, 'deploy.js'));
});

it.each([
  ['is not installed', undefined],
  ['has no such program', '{"exports":{}}'],
  ['has a malformed package.json', '{'],
])('says how to install a package that %s', async (_, content) => {
  const folder = await temporaryFolder();
  const installed = join(folder, 'node_modules/@linkspan/nowhere');
  await mkdir(installed, { recursive: true });
  if (content !== undefined) await writeFile(join(installed, 'package.json'), content);
  expect(() => findPackage('@linkspan/nowhere', 'command', folder)).toThrow(
    expect.objectContaining({ code: 'command/not-there', message: expect.stringContaining('npm install') }),
  );
});
