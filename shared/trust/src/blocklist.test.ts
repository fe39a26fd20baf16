import { describe, expect, it } from 'vitest';
import { parseBlocklist } from './blocklist.ts';
import { toCanonicalJson } from './sign.ts';
import { changed, type Path } from './testing/index.ts';

const sound = {
  version: 4,
  blocked: [
    { remote: 'remote-evm', version: '1.2.3', reason: 'It sends twice' },
    { remote: 'remote-near', manifest: 'a'.repeat(64), reason: 'A stolen key' },
  ],
};
const read = (value: unknown) => parseBlocklist(toCanonicalJson(value));

describe('a block list', () => {
  it('is read as it is, without what this reader does not know', () => {
    expect(read({ ...sound, extra: 1 })).toEqual(sound);
    expect(read({ ...sound, blocked: [] })).toMatchObject({ blocked: [] });
  });

  it.each<[place: string, path: Path, value: unknown]>([
    ['blocklist', [], []],
    ['blocklist.version', ['version'], 0],
    ['blocklist.blocked', ['blocked'], undefined],
    ['blocklist.blocked', ['blocked'], Array(201).fill(sound.blocked[0])],
    ['blocklist.blocked[0].reason', ['blocked', 0, 'reason'], 'x'.repeat(301)],
    ['blocklist.blocked[0]', ['blocked', 0], 'x'],
    ['blocklist.blocked[0]', ['blocked', 0], null],
    ['blocklist.blocked[0].remote', ['blocked', 0, 'remote'], ''],
    ['blocklist.blocked[0].reason', ['blocked', 0, 'reason'], ' '],
    ['blocklist.blocked[0].version', ['blocked', 0, 'version'], undefined],
    ['blocklist.blocked[0].version', ['blocked', 0, 'version'], '*'],
    ['blocklist.blocked[0].manifest', ['blocked', 0, 'manifest'], 'b'.repeat(64)],
    ['blocklist.blocked[1].manifest', ['blocked', 1, 'manifest'], 'b'],
  ])('is refused with the place %s (%j: %j)', (place, path, value) => {
    expect(read(changed(sound, path, value))).toMatchObject({ name: 'Malformed', place });
  });

  it('is refused without an exception if it is no JSON or is longer than 64,000 bytes', () => {
    const toBytes = (text: string) => new TextEncoder().encode(text);
    expect(parseBlocklist(toBytes('{'))).toMatchObject({ name: 'Malformed', place: 'blocklist' });
    expect(parseBlocklist(toBytes(JSON.stringify(sound).padEnd(64_000)))).toEqual(sound);
    expect(parseBlocklist(toBytes(JSON.stringify(sound).padEnd(64_001)))).toMatchObject({
      place: 'blocklist',
    });
  });
});
