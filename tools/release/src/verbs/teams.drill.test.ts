import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Bytes,
  manifestFormat,
  nothingSeen,
  readEnvelope,
  toSeen,
  verifyFirstRoot,
  verifyLive,
  verifyManifest,
  verifyRootChain,
} from '@linkspan/trust';
import { expect, it } from 'vitest';
import { openLocalStore } from '../store/local-store.ts';
import { openStore } from '../store/open-store.ts';
import { readAll } from '../store/store.ts';
import { testNow } from '../testing/command.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { createSealedSite } from '../testing/sealed-site.ts';
import { changeAt, serveStore } from '../testing/serve.ts';
import { createTeam } from '../testing/team.ts';

/** A team with a folder, keys and a store of its own: two of three people sign, and a machine signs live documents. */
async function createRemoteTeam(remote: string) {
  const people = ['ann', 'bob', 'cem'];
  const store = openLocalStore(await temporaryFolder());
  const team = await createTeam({ remote, people, releasers: people, store });
  const { done, by, writeBuilt, folder } = team;
  const firstRoot = await readFile(join(folder, `.linkspan/roots/${remote}-1.json`), 'utf8');
  const build = async (version: string, sequence: number, ...signers: readonly string[]) => {
    const made = await done<{ folder: string }>(await writeBuilt(version, sequence));
    await done(`sign ${made.folder} --no-rebuild ${by(...signers)}`);
    return made.folder;
  };
  const goLive = (line: string) => done(`${line} ${by('ci')}`);
  await team.publish('1.0.0', 1);
  await goLive(`promote ${remote} 1.0.0`);
  const url = `${(await serveStore(store)).origin}/${remote}/`;
  return { ...team, firstRoot, url, build, goLive };
}

type RemoteTeam = Awaited<ReturnType<typeof createRemoteTeam>>;

/** A page that carries the first root, and a visitor who comes back to it: it follows the roots and keeps what it has seen. */
async function createVisitor({ url, remote, firstRoot }: RemoteTeam) {
  const first = await verifyFirstRoot(new TextEncoder().encode(firstRoot), remote);
  let seen = nothingSeen;
  const load = async (path: string) => new Uint8Array(await (await fetch(url + path)).arrayBuffer());
  const loadRoot = async () => {
    const chain: Bytes[] = [];
    while ((await fetch(`${url}root/${chain.length + 2}.json`)).ok)
      chain.push(await load(`root/${chain.length + 2}.json`));
    return verifyRootChain(first, chain);
  };
  const visit = async () => {
    const root = await loadRoot();
    const live = await verifyLive({ root, seen, envelope: await load('live.json'), now: testNow });
    seen = toSeen(root, live);
    return live.releases.map(({ manifest: { version }, share }) => ({ version, share }));
  };
  return { first, loadRoot, visit };
}

/** The host's team, which gets a file of each other team: its first root. The page carries them, and is sealed once. */
async function createHost(evm: RemoteTeam, near: RemoteTeam) {
  const site = await createSealedSite({ isSealed: false });
  const { done, served } = site;
  const page = `${served.origin}/`;
  const families = [evm, near].map(({ remote: name, url }) => ({ id: name, remote: { name, url } }));
  const trust = async ({ remote: name, firstRoot }: RemoteTeam) => {
    await site.write(`../${name}-1.json`, firstRoot);
    return { name, root: JSON.parse(JSON.parse(firstRoot).payload) };
  };
  const remotes = [await trust(evm), await trust(near)] as const;
  await site.writePage({ ...site.data, config: { families }, trust: { remotes } });
  await site.write('linkspan.json', '{"contract":"2.0","offered":{}}');
  await site.write('blocked.json', '{"version":1,"blocked":[]}');
  served.changes.push(changeAt('blocked.json', { 'cache-control': 'no-cache' }));
  await done(site.sealing);
  const [ofEvm, ofNear] = [await createVisitor(evm), await createVisitor(near)];
  /** The page is as sealed, nothing is wrong, and of each remote its visitors get and its team sees these releases. */
  const expectLive = async (...live: readonly (readonly { version: string; share: number }[])[]) => {
    expect([await ofEvm.visit(), await ofNear.visit()]).toEqual(live);
    expect(await done(`verify ${page} --seal .linkspan/seal.json`)).toMatchObject({ verdict: 'as-sealed' });
    const reports = Array(3).fill({ findings: [] });
    expect(await done(`doctor ${page} --site site`)).toMatchObject({ reports });
    for (const [at, { remote, store }] of [evm, near].entries()) {
      const line = `status ${remote} --store ${store.address} --trusted-root ${remote}-1.json`;
      const remotes = [{ state: 'live', releases: live[at] }];
      expect(await done(line, { openStore })).toMatchObject({ remotes, warnings: [] });
    }
  };
  return { ofNear, expectLive };
}

it('three teams release, roll back and change keys with nothing but public files between them', async () => {
  const [evm, near] = [await createRemoteTeam('remote-evm'), await createRemoteTeam('remote-near')];
  const teams = [evm, near];
  const { ofNear, expectLive } = await createHost(evm, near);
  const one = (version: string, share = 100) => ({ version, share });
  await expectLive([one('1.0.0')], [one('1.0.0')]);

  await evm.build('1.1.0', 2, 'bob', 'cem');
  await near.build('1.1.0', 2, 'ann', 'cem');
  for (const { done, goLive, remote } of teams) {
    await done(`publish ${remote} --unchecked`);
    await goLive(`promote ${remote} 1.1.0 --share 10`);
  }
  const shares = [one('1.0.0', 90), one('1.1.0', 10)];
  await expectLive(shares, shares);
  for (const { goLive, remote } of teams) await goLive(`promote ${remote} 1.1.0`);
  await expectLive([one('1.1.0')], [one('1.1.0')]);
  await evm.goLive('rollback remote-evm');
  await expectLive([one('1.0.0')], [one('1.1.0')]);

  const [keys, roots] = ['.config/linkspan/keys', '.linkspan/roots/remote-near'];
  // Cem leaves the NEAR team: bob signs what only ann and cem had signed, then both take the key out.
  const roles = ['root', 'release'].flatMap((role) =>
    ['ann', 'bob'].map((name) => `--${role} ${keys}/${name}.pub.json`),
  );
  await near.done(`root change remote-near ${roles.join(' ')} ${near.by('ann', 'bob')}`);
  expect(await near.refused(`root publish ${roots}-2.json`)).toContain('command/root-lacks-signatures');
  await near.done(`sign remote-near --no-rebuild ${near.by('bob')}`);
  await near.done('publish remote-near --unchecked');
  await near.goLive('refresh remote-near');
  await near.done(`root publish ${roots}-2.json`);
  await near.goLive('refresh remote-near');
  await expectLive([one('1.0.0')], [one('1.1.0')]);

  // A release by ann and the key that is gone counts under the first root alone.
  const bad = await near.build('1.2.0', 3, 'ann', 'cem');
  expect(await near.refused(`publish ${bad} --unchecked`)).toContain('release/unsigned');
  const manifest = readEnvelope(manifestFormat, await readFile(join(bad, 'manifest.json')), 'remote-near');
  await verifyManifest(ofNear.first, manifest);
  const root = await ofNear.loadRoot();
  await expect(verifyManifest(root, manifest)).rejects.toMatchObject({ code: 'release/unsigned' });
  await near.done(`root change remote-near --floor 1 ${near.by('ann', 'cem')}`);
  expect(await near.refused(`root publish ${roots}-3.json`)).toContain('release/root-unsigned');
  await expectLive([one('1.0.0')], [one('1.1.0')]);

  for (const { store } of teams) {
    const files = await readAll(
      store,
      (await store.list('')).map(({ path }) => path),
    );
    expect(files.filter(({ bytes }) => new TextDecoder().decode(bytes).includes('"private"'))).toEqual([]);
  }
});
