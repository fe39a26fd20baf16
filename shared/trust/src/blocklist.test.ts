import { describe, expect, it } from 'vitest';
import { blocklistFormat, parseHostKeys } from './blocklist.ts';
import { parsePayload } from './format.ts';
import { toCanonicalJson } from './sign.ts';
import { changed, createHostTeam, type Path, refused } from './testing/index.ts';

const sound = {
  version: 4,
  expiresAt: '2026-12-01T00:00:00Z',
  blocked: [
    { remote: 'remote-evm', version: '1.2.3', reason: 'It sends twice' },
    { remote: 'remote-near', manifest: 'a'.repeat(64), reason: 'A stolen key' },
  ],
};
const read = (value: unknown) => parsePayload(blocklistFormat, toCanonicalJson(value), 'host');

describe('a block list', () => {
  it('is read as it is, without what this reader does not know', () => {
    expect(read({ ...sound, extra: 1 })).toEqual(sound);
    expect(read({ ...sound, blocked: [] })).toMatchObject({ blocked: [] });
  });

  it.each<[place: string, path: Path, value: unknown]>([
    ['blocklist', [], []],
    ['blocklist.version', ['version'], 0],
    ['blocklist.expiresAt', ['expiresAt'], 'never'],
    ['blocklist.blocked', ['blocked'], undefined],
    ['blocklist.blocked[0]', ['blocked', 0], 'x'],
    ['blocklist.blocked[0]', ['blocked', 0], null],
    ['blocklist.blocked[0].remote', ['blocked', 0, 'remote'], ''],
    ['blocklist.blocked[0].reason', ['blocked', 0, 'reason'], ' '],
    ['blocklist.blocked[0].version', ['blocked', 0, 'version'], undefined],
    ['blocklist.blocked[0].version', ['blocked', 0, 'version'], '*'],
    ['blocklist.blocked[0].manifest', ['blocked', 0, 'manifest'], 'b'.repeat(64)],
    ['blocklist.blocked[1].manifest', ['blocked', 1, 'manifest'], 'b'],
  ])('is refused with the place %s (%j: %j)', async (place, path, value) => {
    expect(await refused(() => read(changed(sound, path, value)))).toMatchObject({
      code: 'release/malformed',
      context: { remote: 'host', place },
    });
  });
});

describe('the keys of the host team', async () => {
  const { hostKeys, pairs } = await createHostTeam(0);
  const written: unknown = JSON.parse(new TextDecoder().decode(toCanonicalJson(hostKeys)));

  it('are read from a configuration', () => {
    expect(parseHostKeys(written, 'blocklist')).toEqual(hostKeys);
  });

  it('are not called malformed for an error that is none of their form', () => {
    const broken = {
      get keys(): never {
        throw new RangeError('elsewhere');
      },
    };
    expect(() => parseHostKeys(broken, 'blocklist')).toThrow(RangeError);
  });

  it.each<[place: string, path: Path, value: unknown]>([
    ['blocklist.keys', ['keys'], undefined],
    [`blocklist.keys.${pairs[0].keyid}.public`, ['keys', pairs[0].keyid, 'public'], 'x'],
    ['blocklist.role.threshold', ['role', 'threshold'], 3],
    ['blocklist.role.keyids[1]', ['role', 'keyids', 1], 'e'.repeat(64)],
  ])('are refused with the place %s', async (place, path, value) => {
    expect(await refused(() => parseHostKeys(changed(written, path, value), 'blocklist'))).toMatchObject({
      code: 'config/malformed',
      context: { place },
    });
  });
});
