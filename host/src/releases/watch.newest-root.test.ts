import type { VerifiedManifest } from '@linkspan/trust';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSignedRemote, type SignedRemote } from '../testing/signed-remote.ts';
import type { Releases } from './releases.ts';

let remote: SignedRemote;
let own: VerifiedManifest;
let releases: Releases;
const at = (path: string) => `${remote.url}${path}`;
const asked = () => remote.asked.splice(0).map(({ address }) => address.slice(remote.url.length));
const check = () => releases.fresh(1_000, 'newest');

/** Serves a root, and its copy beside the live document. */
async function serveRoot(changes: Parameters<SignedRemote['team']['signRoot']>[0]): Promise<void> {
  const bytes = await remote.team.signRoot(changes);
  remote.served.set(at('root.json'), bytes);
  remote.served.set(at(`root/${changes?.version ?? 2}.json`), bytes);
}

beforeEach(async () => {
  remote = await createSignedRemote();
  await remote.goLive();
  remote.served.set(at('root.json'), await remote.team.signRoot({ version: 1 }));
  releases = remote.load();
  own = releases.choose(await releases.fresh(1_000));
  asked();
});

describe('a root that no live document names', () => {
  it('is not asked for by a page that has not listed its wallets', async () => {
    await serveRoot({ revoked: [own.id] });
    expect(await releases.fresh(1_000)).toMatchObject({ policy: { root: { version: 1 } } });
    expect(asked()).toEqual(['live.json']);
  });

  it.each([
    ['revokes the live release', () => ({ revoked: [own.id] }), 'release/revoked'],
    ['raises the floor above it', () => ({ floor: 1_000 }), 'release/below-floor'],
  ])('takes effect at the next check where it %s', async (_, toChanges, code) => {
    await serveRoot(toChanges());
    expect(await check()).toMatchObject({
      policy: { root: { version: 2 } },
      live: { refused: [{ id: own.id }] },
    });
    expect(asked()).toEqual(['live.json', 'root.json', 'root/2.json']);
    expect(releases.refusalByRoots(own)).toMatchObject({ code });
  });

  it('is found without its copy too', async () => {
    remote.served.delete(at('root.json'));
    remote.served.set(at('root/2.json'), await remote.team.signRoot({ revoked: [own.id] }));
    expect(await releases.renewRoot(1_000)).toBe(true);
    expect(releases.refusalByRoots(own)).toMatchObject({ code: 'release/revoked' });
  });

  it('is kept for the next page, whatever has become of the live document', async () => {
    await serveRoot({ revoked: [own.id] });
    remote.served.set(at('live.json'), 404);
    await expect(check()).rejects.toMatchObject({ code: 'release/unreachable' });
    expect(releases.refusalByRoots(own)).toMatchObject({ code: 'release/revoked' });
    await remote.goLive();
    await expect(remote.load().fresh(1_000).then(releases.choose)).rejects.toMatchObject({
      code: 'release/revoked',
    });
  });

  it('stops a release also where it replaces the key that signed what is live', async () => {
    const { team } = remote;
    const live = { keyids: [team.machine.keyid], threshold: 1 } as const;
    await serveRoot({ roles: { ...team.root.roles, live }, floor: 1_000 });
    await expect(check()).rejects.toMatchObject({ code: 'release/unsigned' });
    expect(releases.refusalByRoots(own)).toMatchObject({ code: 'release/below-floor' });
  });

  it('is followed over those between', async () => {
    for (const version of [2, 3, 4]) await serveRoot({ version, floor: version });
    expect(await releases.renewRoot(1_000)).toBe(true);
    expect(asked()).toEqual(['root.json', 'root/2.json', 'root/3.json', 'root/4.json']);
    expect(await releases.renewRoot(1_000)).toBe(false);
    expect(asked()).toEqual(['root.json']);
  });
});

describe('a copy of the newest root', () => {
  it.each([
    ['that cannot be had', new Error('offline')],
    ['that is no document', 'no document'],
    ['that is a web page', '<!doctype html>'],
    ['that names a root which is not there', ''],
  ])('%s keeps no live document from counting', async (_, answer) => {
    const bytes = answer === '' ? await remote.team.signRoot({ version: 9 }) : answer;
    remote.served.set(at('root.json'), bytes);
    expect(await check()).toMatchObject({
      policy: { root: { version: 1 } },
      live: { releases: [{ id: own.id }] },
    });
  });

  it('counts for nothing by itself, and a root that others signed is refused', async () => {
    const stranger = (await createSignedRemote()).team;
    remote.served.set(at('root.json'), await stranger.signRoot({ revoked: [own.id] }));
    remote.served.set(at('root/2.json'), await stranger.signRoot({ revoked: [own.id] }));
    await expect(check()).rejects.toMatchObject({ code: 'release/root-unsigned' });
    expect(releases.refusalByRoots(own)).toBeUndefined();
  });
});
