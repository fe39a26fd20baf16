import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { livePath, newestRootPath, rootPath } from '../documents/paths.ts';
import { writeWhole } from '../files.ts';
import { createPlace, testNow } from '../testing/command.ts';
import { openMemoryStore } from '../testing/memory-store.ts';
import { changeAt, serveStore } from '../testing/serve.ts';
import { createTeam, type Team } from '../testing/team.ts';
import { dayMs } from '../time.ts';
import type { Context } from '../verb.ts';

const rootFile = 'page/roots/remote-evm.json';
const liveFile = 'page/live/remote-evm.json';

/** A team with a live release, whose store is served, and the configuration of a page that names its documents. */
async function setUp({ isLive = true } = {}) {
  const team = await createTeam();
  if (isLive) {
    await team.publish('1.0.0', 1);
    await team.done(`promote remote-evm 1.0.0 ${team.by('ci')}`);
  }
  const served = await serveStore(team.store);
  const configure = (remote: object = {}) =>
    writeWhole(
      join(team.folder, 'page/wallets.json'),
      JSON.stringify({
        families: [
          {
            id: 'evm',
            remote: {
              name: 'remote-evm',
              url: `${served.origin}/remote-evm/`,
              root: 'roots/remote-evm.json',
              live: 'live/remote-evm.json',
              ...remote,
            },
            networks: [],
          },
        ],
      }),
    );
  await configure();
  return { ...team, served, configure, list: () => listFiles(team) };
}

async function listFiles({ folder }: Pick<Team, 'folder'>): Promise<readonly string[]> {
  const paths = await readdir(join(folder, 'page'), { recursive: true });
  return paths.filter((path) => /\.json/.test(path)).sort();
}

const bytesOf = async ({ store }: Pick<Team, 'store'>, path: string) =>
  Buffer.from((await store.read(path))?.bytes ?? []);

/** Makes, signs and publishes the next root, whose live documents another key signs. */
async function changeRoot({ done, by }: Team, version: number): Promise<void> {
  await done('keys make cd --kind online');
  await done(`root change remote-evm --live .config/linkspan/keys/cd.pub.json ${by('ann', 'bob')}`);
  await done(`root publish .linkspan/roots/remote-evm-${version}.json`);
}

it('takes the first root as it is there, says that nothing vouches for it, and shows the whole ids of its keys', async () => {
  const team = await setUp();
  const { said } = await team.run('pull page/wallets.json');
  expect(said).toContain(`Nothing but ${team.served.origin}/remote-evm/ vouches for this root`);
  for (const id of Object.values(team.keyids)) expect(said).toContain(id);
  expect(said).toContain('root: 2 of ann (person), bob (person)');
  expect(said).toContain('1.0.0 for 100 %');
  expect(await readFile(join(team.folder, rootFile))).toEqual(await bytesOf(team, rootPath('remote-evm', 1)));
  expect(await readFile(join(team.folder, liveFile))).toEqual(await bytesOf(team, livePath('remote-evm')));
});

it('follows the roots from the one that the page carries, and tells which keys are new and removed', async () => {
  const team = await setUp();
  await team.done('pull page/wallets.json');
  await changeRoot(team, 2);
  await team.done(`promote remote-evm 1.0.0 ${team.by('cd')}`);
  const { said } = await team.run('pull page/wallets.json');
  expect(said).toContain('live: 1 of cd (online) NEW; REMOVED: ci (online)');
  expect(said).not.toContain('vouches');
  expect(await readFile(join(team.folder, rootFile))).toEqual(await bytesOf(team, rootPath('remote-evm', 2)));
  expect(await team.done('pull page/wallets.json')).toMatchObject({
    remotes: [
      { isVouchedFor: true, root: { version: 2 }, live: { releases: [{ version: '1.0.0', share: 100 }] } },
    ],
  });
});

it('leaves the live file alone if the remote is not live yet', async () => {
  const team = await setUp({ isLive: false });
  expect((await team.run('pull page/wallets.json')).said).toContain('It is not live yet');
  expect(await team.list()).toEqual(['roots/remote-evm.json', 'wallets.json']);
});

it.each([
  ['live.json', { 'content-type': 'text/html', body: '<p>' }, 'command/no-document'],
  ['root/1.json', { 'content-type': 'text/html', body: '<p>' }, 'command/no-document'],
  ['root/2.json', { status: 200, 'content-type': 'text/html', body: '<p>' }, 'command/no-document'],
  ['live.json', { body: '<p>' }, 'release/malformed'],
  ['live.json', { body: '{"payload":"e' }, 'release/malformed'],
  ['root/1.json', { body: '{"payload":"e' }, 'release/malformed'],
  ['root/2.json', { status: 200, body: '{}' }, 'release/malformed'],
  ['live.json', { status: 500 }, 'command/no-document'],
  ['root/2.json', { status: 500 }, 'command/no-document'],
  ['live.json', { status: 302, location: '/elsewhere' }, 'command/no-document'],
  ['live.json', { body: ' '.repeat(600_000) }, 'command/no-document'],
  ['root/1.json', { body: ' '.repeat(65_000) }, 'release/malformed'],
  ['root/1.json', { status: 404 }, 'command/no-root'],
])('refuses at %s the answer %o, and writes nothing', async (end, fault, code) => {
  const team = await setUp();
  team.served.changes.push(changeAt(end, fault));
  const before = await team.list();
  expect(await team.refused('pull page/wallets.json')).toContain(`(${code})`);
  expect(await team.list()).toEqual(before);
});

it('refuses a server that has a next root without end, and one that does not answer', async () => {
  const team = await setUp();
  const body = await bytesOf(team, rootPath('remote-evm', 1));
  const headers = { 'content-type': 'application/json' };
  const fetch: Context['fetch'] = async () => new Response(body, { headers });
  expect(await team.refused('pull page/wallets.json', { fetch })).toContain('has more than 1000 documents');
  team.served.close();
  expect(await team.refused('pull page/wallets.json')).toContain('(command/no-document)');
});

it('refuses a live document that a replaced key has signed, and leaves the root as it was', async () => {
  const team = await setUp();
  await team.done('pull page/wallets.json');
  await changeRoot(team, 2);
  const before = await readFile(join(team.folder, rootFile));
  expect(await team.refused('pull page/wallets.json')).toContain('(release/unsigned)');
  expect(await readFile(join(team.folder, rootFile))).toEqual(before);
});

it('refuses the root of another team, even if that team signed its own documents well', async () => {
  const team = await setUp();
  await team.done('pull page/wallets.json');
  const before = await readFile(join(team.folder, rootFile));
  const other = await setUp();
  await team.configure({ url: `${other.served.origin}/remote-evm/` });
  expect(await team.refused('pull page/wallets.json')).toContain('(release/root-unsigned)');
  expect(await readFile(join(team.folder, rootFile))).toEqual(before);
});

it('refuses the documents of another remote', async () => {
  const team = await setUp();
  await team.configure({ name: 'remote-near' });
  expect(await team.refused('pull page/wallets.json')).toContain('(release/other-remote)');
});

it('refuses a server that names a newer root, and does not have it', async () => {
  const team = await setUp();
  await changeRoot(team, 2);
  await team.done(`promote remote-evm 1.0.0 ${team.by('cd')}`);
  const hidden = changeAt('root/2.json', { status: 404 });
  team.served.changes.push(hidden);
  expect(await team.refused('pull page/wallets.json')).toContain('(command/root-missing)');
  expect(await team.store.read(newestRootPath('remote-evm'))).toBeDefined();
});

it('refuses a live document or a root that is older than the one that the page carries', async () => {
  const team = await setUp();
  const [oldLive, now] = [await bytesOf(team, livePath('remote-evm')), { now: () => testNow + dayMs }];
  await team.done(`refresh remote-evm ${team.by('ci')}`, now);
  await team.done('pull page/wallets.json', now);
  team.served.changes.push(changeAt('live.json', { body: oldLive.toString() }));
  expect(await team.refused('pull page/wallets.json')).toContain('(release/older)');
  team.served.changes.length = 0;
  await changeRoot(team, 2);
  await team.done(`promote remote-evm 1.0.0 ${team.by('cd')}`, now);
  await team.done('pull page/wallets.json', now);
  team.served.changes.push(changeAt('root/2.json', { status: 404 }));
  expect(await team.refused('pull page/wallets.json', now)).toContain('(release/older)');
});

it.each([403, 404])(
  'refuses %i for the live document of a remote that the page knows to be live',
  async (status) => {
    const team = await setUp();
    await team.done('pull page/wallets.json');
    const before = await readFile(join(team.folder, liveFile));
    team.served.changes.push(changeAt('live.json', { status }));
    expect(await team.refused('pull page/wallets.json')).toContain('(command/no-document)');
    expect(await readFile(join(team.folder, liveFile))).toEqual(before);
  },
);

it('refuses an expired live document and an expired root', async () => {
  const team = await setUp();
  const later = (days: number) => ({ now: () => testNow + days * dayMs });
  expect(await team.refused('pull page/wallets.json', later(20))).toContain('(release/expired)');
  const idle = await setUp({ isLive: false });
  expect(await idle.refused('pull page/wallets.json', later(400))).toContain('(release/expired)');
});

it('writes nothing for any remote if the documents of one are bad', async () => {
  const team = await setUp();
  const config = JSON.parse(await readFile(join(team.folder, 'page/wallets.json'), 'utf8'));
  const { remote } = config.families[0];
  const near = { ...remote, name: 'remote-near', root: 'roots/near.json', live: 'live/near.json' };
  config.families.push({ id: 'near', remote: near, networks: [] });
  await writeFile(join(team.folder, 'page/wallets.json'), JSON.stringify(config));
  await team.refused('pull page/wallets.json');
  expect(await team.list()).toEqual(['wallets.json']);
  expect(await team.done('pull page/wallets.json remote-evm')).toMatchObject({
    remotes: [{ remote: 'remote-evm' }],
  });
});

it('fetches nothing for a remote whose release comes with a package, and says so', async () => {
  const team = await setUp();
  const file = join(team.folder, 'page/wallets.json');
  const config = JSON.parse(await readFile(file, 'utf8'));
  config.families.push({ id: 'near', remote: { package: '@linkspan/remote-near' }, networks: [] });
  await writeFile(file, JSON.stringify(config));
  const { said } = await team.run('pull page/wallets.json');
  expect(said).toContain('1.0.0 for 100 %');
  expect(said).toContain('Nothing is fetched for @linkspan/remote-near: the release comes with the package.');
  expect(await team.list()).toEqual(['live/remote-evm.json', 'roots/remote-evm.json', 'wallets.json']);
});

it('fetches nothing for a short configuration', async () => {
  const { folder, run } = await createPlace();
  await writeFile(join(folder, 'wallets.json'), '{ "title": "Quay", "networks": ["base", "solana"] }');
  expect(await run('pull wallets.json')).toMatchObject({
    exitCode: 0,
    said: expect.stringContaining('Nothing is fetched for @linkspan/remote-evm, @linkspan/remote-solana:'),
  });
  expect(await readdir(folder)).toEqual(['wallets.json']);
});

it.each(['root', 'live'])(
  'refuses a configuration without remote.%s, and gives the line to add',
  async (field) => {
    const team = await setUp();
    await team.configure({ [field]: undefined });
    const complaint = await team.refused('pull page/wallets.json');
    expect(complaint).toContain(`remote.${field} for remote-evm`);
    expect(complaint).toContain(`/remote-evm.json" to its "remote"`);
  },
);

it('refuses a configuration that names one file for two documents', async () => {
  const team = await setUp();
  await team.configure({ live: 'roots/../roots/remote-evm.json' });
  expect(await team.refused('pull page/wallets.json')).toContain('for two documents');
});

it('fetches a remote at a path from the page or from a store, and asks which if neither is named', async () => {
  const team = await setUp();
  await team.configure({ url: '/remote-evm/' });
  const { exitCode, complaint } = await team.run('pull page/wallets.json');
  expect([exitCode, complaint]).toEqual([
    2,
    expect.stringContaining('give --page ORIGIN or --store ADDRESS'),
  ]);
  expect((await team.run(`pull page/wallets.json --page ${team.served.origin}`)).exitCode).toBe(0);
  expect((await team.run('pull page/wallets.json --store file:store')).said).toContain('from memory:');
  const env = { LINKSPAN_STORE: 'file:store' };
  expect((await team.run('pull page/wallets.json', { env })).said).toContain('from memory:');
});

it('fetches all remotes from the store that --store names', async () => {
  const team = await setUp();
  const empty = { openStore: async () => openMemoryStore() };
  expect(await team.refused('pull page/wallets.json --store file:other', empty)).toContain(
    '(command/no-root)',
  );
});

it.each(['http://remotes.example/remote-evm/', 'ftp://remotes.example/', 'https://'])(
  'asks no address such as %s',
  async (url) => {
    const team = await setUp();
    await team.configure({ url });
    expect(await team.run('pull page/wallets.json')).toMatchObject({ exitCode: 2 });
    expect(team.served.asked).toEqual([]);
  },
);

it('refuses a remote that the page does not have, and a file that is no configuration', async () => {
  const team = await setUp();
  expect(await team.refused('pull page/wallets.json remote-tron')).toContain('(command/no-family)');
  const { refused } = await createPlace();
  expect(await refused('pull wallets.json')).toContain('(command/no-such-file)');
});
