import type { VerifiedManifest } from '@linkspan/trust';
import { createRepository, toInstant } from '@linkspan/trust/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSignedRemote, readRoot, type SignedRemote, testTime } from '../testing/signed-remote.ts';
import type { Releases } from './releases.ts';

let remote: SignedRemote;
const at = (path: string) => `${remote.url}${path}`;
const asked = () => remote.asked.splice(0).map(({ address }) => address.slice(remote.url.length));
const load = () => remote.load().fresh(1_000);

/** Serves the next root, by which another key signs live documents. */
async function replaceOnlineKey(): Promise<void> {
  const { team } = remote;
  const live = { keyids: [team.machine.keyid], threshold: 1 };
  const roles = { ...team.root.roles, live };
  remote.served.set(at('root/2.json'), await team.signRoot({ roles }));
  remote.served.set(at('live.json'), await team.signLive({ root: 2 }, [team.machine]));
}

beforeEach(async () => {
  remote = await createSignedRemote();
  await remote.goLive();
});

describe('a newer root', () => {
  it('is asked for where the document is signed by keys that the page does not know', async () => {
    await replaceOnlineKey();
    expect(await load()).toMatchObject({ policy: { root: { version: 2 }, seen: { root: 2 } } });
    expect(asked()).toEqual(['live.json', 'root/2.json']);
  });

  it('is asked for where the document names it, though the page knows the keys', async () => {
    remote.served.set(at('root/2.json'), await remote.team.signRoot({ floor: 3 }));
    await remote.goLive({ root: 2 });
    expect(await load()).toMatchObject({ policy: { root: { version: 2, floor: 3 } } });
  });

  it('is asked for where the page’s own has expired', async () => {
    remote.now += 400 * 24 * 60 * 60 * 1000;
    const expiresAt = toInstant(remote.now, 365);
    remote.served.set(at('root/2.json'), await remote.team.signRoot({ expiresAt }));
    await remote.goLive({ issuedAt: toInstant(remote.now), expiresAt: toInstant(remote.now, 7) });
    expect(await load()).toMatchObject({ policy: { root: { version: 2 } } });
  });

  it('is asked for beyond one that has expired too', async () => {
    remote.now += 800 * 24 * 60 * 60 * 1000;
    const { team } = remote;
    remote.served.set(at('root/2.json'), await team.signRoot({ expiresAt: toInstant(testTime, 700) }));
    const third = { version: 3, expiresAt: toInstant(remote.now, 365) };
    remote.served.set(at('root/3.json'), await team.signRoot(third));
    await remote.goLive({ issuedAt: toInstant(remote.now), expiresAt: toInstant(remote.now, 7) });
    expect(await load()).toMatchObject({ policy: { root: { version: 3 } } });
  });

  it('is asked for side by side with those between, and kept for the next page', async () => {
    for (const version of [2, 3, 4])
      remote.served.set(at(`root/${version}.json`), await remote.team.signRoot({ version }));
    await remote.goLive({ root: 4 });
    await load();
    expect(asked()).toEqual(['live.json', 'root/2.json', 'root/3.json', 'root/4.json']);
    expect(await load()).toMatchObject({ policy: { root: { version: 4 } } });
    expect(asked()).toEqual(['live.json']);
    expect(await remote.load().copy()).toMatchObject({ policy: { root: { version: 4 } } });
  });

  it('is asked for again where this browser has it in the old form', async () => {
    remote.served.set(at('root/2.json'), await remote.team.signRoot());
    await remote.goLive({ root: 2 });
    await load();
    asked();
    const kept = remote.storage.kept['remote-evm'] ?? '';
    remote.storage.set('remote-evm', kept.replaceAll('.v2+json', '.v1+json'));
    expect(await load()).toMatchObject({ policy: { root: { version: 2 } } });
    expect(asked()).toEqual(['live.json', 'root/2.json']);
  });

  it('is asked for in 32 at most at once', async () => {
    await remote.goLive({ root: 1_000_000 });
    await expect(load()).rejects.toMatchObject({
      code: 'release/root-gap',
      context: { has: '1', offered: '1000000' },
    });
    expect(asked()).toHaveLength(1 + 32);
  });

  it('cannot be had where the server fails, which is no fault of the document', async () => {
    await remote.goLive({ root: 2 });
    remote.served.set(at('root/2.json'), 503);
    await expect(load()).rejects.toMatchObject({ code: 'release/unreachable' });
  });

  it('is asked for again where the page came with an older one than was seen', async () => {
    remote.served.set(at('root/2.json'), await remote.team.signRoot());
    await remote.goLive({ root: 2 });
    const newer = readRoot(await remote.team.signRoot(), 'remote-evm');
    await remote.load({ root: newer }).fresh(1_000);
    asked();
    expect(await load()).toMatchObject({ policy: { root: { version: 2 } } });
    expect(asked()).toEqual(['live.json', 'root/2.json']);
  });

  it('forgets the versions of documents whose key it has replaced', async () => {
    await remote.goLive({ version: 1_000 });
    await load();
    await replaceOnlineKey();
    expect(await load()).toMatchObject({ live: { version: 1 }, policy: { root: { version: 2 } } });
  });
});

describe('a bad root after a good one', () => {
  const stranger = async () => (await createSignedRemote()).team;
  const bad: readonly (readonly [
    string,
    () => Promise<Uint8Array<ArrayBuffer> | string | number | Error>,
  ])[] = [
    ['is no document', async () => 'no document'],
    ['is empty', async () => ''],
    ['is a web page', async () => '<!doctype html>'],
    ['is too long', async () => ' '.repeat(2_000_000)],
    ['is signed by others', async () => (await stranger()).signRoot({ version: 3 })],
    ['skips a version', () => remote.team.signRoot({ version: 4 })],
    ['is older', () => remote.team.signRoot({ version: 1 })],
    ['lowers the floor', () => remote.team.signRoot({ version: 3, floor: 1 })],
    ['is missing', async () => 404],
    ['fails at the server', async () => 503],
    ['does not arrive', async () => new Error('offline')],
  ];
  const kept = () => JSON.parse(remote.storage.kept['remote-evm'] ?? '{}');

  describe.each(bad)('that %s', (_, toAnswer) => {
    beforeEach(async () => {
      remote.served.set(at('root/2.json'), await remote.team.signRoot({ version: 2, floor: 2 }));
      remote.served.set(at('root/3.json'), await toAnswer());
    });

    it('leaves the good one in force, for this page and the next', async () => {
      remote.served.set(at('root.json'), await remote.team.signRoot({ version: 3 }));
      await remote.goLive({ root: 2 });
      const releases = remote.load();
      expect(await releases.renewRoot(1_000)).toBe(true);
      expect(kept()).toMatchObject({ seen: { root: 2, floor: 2 }, roots: [expect.any(String)] });
      expect(await load()).toMatchObject({ policy: { root: { version: 2, floor: 2 } } });
    });

    it('keeps the good one also where the live document names the bad one', async () => {
      await remote.goLive({ root: 3 });
      await expect(load()).rejects.toMatchObject({ code: expect.stringMatching(/^release\//) });
      expect(kept()).toMatchObject({ seen: { root: 2, floor: 2 }, roots: [expect.any(String)] });
      await remote.goLive({ root: 2 });
      expect(await load()).toMatchObject({ policy: { root: { version: 2 } } });
    });

    it('is replaced by a good one later', async () => {
      await remote.goLive({ root: 3 });
      await load().catch(() => undefined);
      remote.served.set(at('root/3.json'), await remote.team.signRoot({ version: 3, floor: 2 }));
      expect(await load()).toMatchObject({ policy: { root: { version: 3 } } });
    });
  });
});

describe('kept roots', () => {
  const keep = (change: (kept: { roots: string[] }) => void) => {
    const kept = JSON.parse(remote.storage.kept['remote-evm'] ?? '');
    change(kept);
    remote.storage.set('remote-evm', JSON.stringify(kept));
  };

  beforeEach(async () => {
    await replaceOnlineKey();
    await load();
    asked();
  });

  it('are verified again from the page’s own root', async () => {
    const others = await createRepository('remote-evm', testTime);
    const foreign = new TextDecoder().decode(await others.signRoot());
    keep((kept) => {
      kept.roots = [foreign];
    });
    expect(await remote.load().copy()).toBeUndefined();
    expect(await load()).toMatchObject({ policy: { root: { version: 2 } } });
    expect(asked()).toEqual(['live.json', 'root/2.json']);
  });

  it('are passed over where the page has come with a newer one', async () => {
    const root = readRoot(remote.served.get(at('root/2.json')) as Uint8Array, 'remote-evm');
    expect(await remote.load({ root }).fresh(1_000)).toMatchObject({ policy: { root: { version: 2 } } });
    expect(asked()).toEqual(['live.json']);
    expect(JSON.parse(remote.storage.kept['remote-evm'] ?? '').roots).toEqual([]);
  });

  it('are no obstacle where they are no documents', async () => {
    keep((kept) => kept.roots.unshift('', 'no document'));
    expect(await load()).toMatchObject({ policy: { root: { version: 2 } } });
    expect(asked()).toEqual(['live.json']);
  });
});

describe('a root beyond those that are named', () => {
  let own: VerifiedManifest;
  let releases: Releases;
  const checkNewest = () => releases.fresh(1_000, 'newest');

  /** Serves a root, and its copy beside the live document. */
  async function serveRoot(changes: Parameters<SignedRemote['team']['signRoot']>[0]): Promise<void> {
    const bytes = await remote.team.signRoot(changes);
    remote.served.set(at('root.json'), bytes);
    remote.served.set(at(`root/${changes?.version ?? 2}.json`), bytes);
  }

  beforeEach(async () => {
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
      expect(await checkNewest()).toMatchObject({
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
      await expect(checkNewest()).rejects.toMatchObject({ code: 'release/unreachable' });
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
      await expect(checkNewest()).rejects.toMatchObject({ code: 'release/unsigned' });
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
      expect(await checkNewest()).toMatchObject({
        policy: { root: { version: 1 } },
        live: { releases: [{ id: own.id }] },
      });
    });

    it('counts for nothing by itself, and a root that others signed is refused', async () => {
      const stranger = (await createSignedRemote()).team;
      remote.served.set(at('root.json'), await stranger.signRoot({ revoked: [own.id] }));
      remote.served.set(at('root/2.json'), await stranger.signRoot({ revoked: [own.id] }));
      await expect(checkNewest()).rejects.toMatchObject({ code: 'release/root-unsigned' });
      expect(releases.refusalByRoots(own)).toBeUndefined();
    });
  });
});
