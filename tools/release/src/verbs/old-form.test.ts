import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocalStore } from '../store/local-store.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { serveStore } from '../testing/serve.ts';
import { createTeam } from '../testing/team.ts';

/** Gives a document the type of those whose payload was signed itself; its signatures are not valid for either. */
async function age(file: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('.v2+json', '.v1+json'));
}

/** A team whose documents, here and in its store, are as an earlier version of the command left them. */
async function createOldTeam() {
  const at = await temporaryFolder();
  const store = openLocalStore(at);
  const team = await createTeam({ store });
  const { done, by, folder } = team;
  await team.publish('1.0.0', 1);
  await done(`promote remote-evm 1.0.0 ${by('ci')}`);
  for (const { path } of await store.list('')) if (path.endsWith('.json')) await age(join(at, path));
  await age(join(folder, '.linkspan/roots/remote-evm-1.json'));
  await age(join(folder, '.linkspan/releases/remote-evm/1.0.0/manifest.json'));
  return { ...team, url: `${(await serveStore(store)).origin}/remote-evm/` };
}

const wayOut = 'in a form that pages refuse. The remote’s team starts again with new keys in a new store';

it('every verb that reads a document of the old form says so, and what to do', async () => {
  const { refused, by } = await createOldTeam();
  for (const line of [
    `refresh remote-evm ${by('ci')}`,
    `promote remote-evm 1.0.0 ${by('ci')}`,
    `rollback remote-evm ${by('ci')}`,
    `withdraw remote-evm ${by('ci')}`,
    `root change remote-evm ${by('ann', 'bob')}`,
    'root publish .linkspan/roots/remote-evm-1.json',
    `sign .linkspan/roots/remote-evm-1.json ${by('ann')}`,
    `sign remote-evm ${by('ann')}`,
    'check remote-evm --static',
    'publish remote-evm --unchecked',
    'build remote-evm --built --dirty --sequence 2',
  ]) {
    const complaint = await refused(line);
    expect(complaint, line).toContain(wayOut);
    expect(complaint, line).toContain('(release/old-form)');
  }
});

it('what only looks tells it too', async () => {
  const { run, done, url } = await createOldTeam();
  expect(await done('status')).toMatchObject({ remotes: [{ state: 'release/old-form' }] });
  for (const line of ['status', `doctor ${url}`]) expect((await run(line)).said, line).toContain(wayOut);
});

it('a page’s team is told of the old documents that it has, until it has the new ones', async () => {
  const old = await createOldTeam();
  const team = await createTeam();
  const { folder, store, done, refused, by } = team;
  await team.publish('1.0.0', 1);
  await done(`promote remote-evm 1.0.0 ${by('ci')}`);
  const url = `${(await serveStore(store)).origin}/remote-evm/`;
  const [root, live] = [join(folder, 'root.json'), join(folder, 'live.json')];
  const remote = { name: 'remote-evm', url, root: 'root.json', live: 'live.json' };
  await writeFile(
    join(folder, 'page.json'),
    JSON.stringify({ families: [{ id: 'evm', remote, networks: [] }] }),
  );
  await writeFile(root, await readFile(join(old.folder, '.linkspan/roots/remote-evm-1.json')));
  await writeFile(live, Buffer.from((await old.store.read('remote-evm/live.json'))?.bytes ?? []));
  expect(await refused('pull page.json')).toContain(`The root of remote-evm was signed`);
  await writeFile(root, await readFile(join(folder, '.linkspan/roots/remote-evm-1.json')));
  expect(await refused('pull page.json')).toContain(`The live document of remote-evm was signed`);
  await writeFile(live, Buffer.from((await store.read('remote-evm/live.json'))?.bytes ?? []));
  await done('pull page.json');
});
