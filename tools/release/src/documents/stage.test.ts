import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Manifest,
  manifestFormat,
  nothingSeen,
  parsePayload,
  verifyFirstRoot,
  verifyLive,
} from '@linkspan/trust';
import { createRepository } from '@linkspan/trust/testing';
import { expect, it } from 'vitest';
import { testNow } from '../testing/command.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { type Staged, stage } from './stage.ts';

/** A release of a team, and a folder for its documents. */
async function createStaging(signed?: Partial<Manifest>) {
  const team = await createRepository('remote-evm', testNow);
  const envelope = await team.signManifest(signed ?? {});
  const staged: Staged = {
    manifest: parsePayload(manifestFormat, envelope.payload, 'remote-evm'),
    envelope,
    root: team.root,
    read: async (path) => new TextEncoder().encode(path),
  };
  const folder = join(await temporaryFolder(), 'staged');
  const read = async (name: string) => new Uint8Array(await readFile(join(folder, name)));
  return { team, staged, folder, read };
}

it('writes a release that a page with the staged root takes, and a page of the team refuses', async () => {
  const { team, staged, folder, read } = await createStaging();
  const { root: rootFile, live } = await stage(folder, staged, testNow);
  expect([rootFile, live]).toEqual([join(folder, 'root/1.json'), join(folder, 'live.json')]);
  const root = await verifyFirstRoot(await read('root/1.json'), 'remote-evm');
  const rest = { seen: nothingSeen, envelope: await read('live.json'), now: testNow };
  const { releases } = await verifyLive({ root, ...rest });
  expect(releases).toMatchObject([{ share: 100, manifest: { version: staged.manifest.version } }]);
  await expect(verifyLive({ root: team.root, ...rest })).rejects.toMatchObject({ code: 'release/unsigned' });
});

it('makes a live document that an earlier stage does not vouch for', async () => {
  const { staged, folder, read } = await createStaging();
  await stage(folder, staged, testNow);
  const root = await verifyFirstRoot(await read('root/1.json'), 'remote-evm');
  await stage(folder, staged, testNow + 1_000);
  const envelope = await read('live.json');
  await expect(verifyLive({ root, seen: nothingSeen, envelope, now: testNow })).rejects.toMatchObject({
    code: 'release/unsigned',
  });
});

it('writes the files and the documents, and no key', async () => {
  const { staged, folder, read } = await createStaging();
  await stage(folder, staged, testNow);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const path = `releases/${staged.manifest.version}/`;
  const listed = staged.manifest.files.map((file) => `${path}${file.path}`);
  expect(files.map((file) => file.slice(folder.length + 1)).sort()).toEqual(
    [...listed, 'live.json', 'root.json', 'root/1.json'].sort(),
  );
  for (const name of ['root/1.json', 'live.json'])
    expect(new TextDecoder().decode(await read(name))).not.toMatch(/private|secret/i);
});

it('takes a release that nobody has signed only if no root of a team is given', async () => {
  const { staged, folder, read } = await createStaging();
  const unsigned = { ...staged, envelope: { ...staged.envelope, signatures: [] } };
  await expect(stage(folder, unsigned, testNow)).rejects.toMatchObject({ code: 'release/unsigned' });
  await stage(folder, { ...unsigned, root: undefined }, testNow);
  const root = await verifyFirstRoot(await read('root/1.json'), 'remote-evm');
  const envelope = await read('live.json');
  expect(await verifyLive({ root, seen: nothingSeen, envelope, now: testNow })).toMatchObject({
    releases: [{ manifest: { version: staged.manifest.version } }],
  });
});

it.each([
  ['is below the floor', {}, 99, 'release/below-floor'],
  ['is of another remote', { remote: 'remote-near' }, 1, 'release/other-remote'],
])('refuses a release that %s, and writes nothing', async (_, changes, floor, code) => {
  const { team, staged, folder } = await createStaging(changes);
  const manifest = { ...staged.manifest, remote: 'remote-evm' };
  const refused = stage(folder, { ...staged, manifest, root: { ...team.root, floor } }, testNow);
  await expect(refused).rejects.toMatchObject({ code });
  await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
