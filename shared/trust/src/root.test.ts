import { describe, expect, it } from 'vitest';
import { parsePayload } from './format.ts';
import { rootFormat } from './root.ts';
import { toCanonicalJson } from './sign.ts';
import { changed, createRepository, type Path, refused } from './testing/index.ts';

const { root, people, machine, online } = await createRepository('remote-evm', 0);
const sound: unknown = JSON.parse(new TextDecoder().decode(toCanonicalJson(root)));
const read = (value: unknown) => parsePayload(rootFormat, toCanonicalJson(value), 'remote-evm');
const unknownId = 'f'.repeat(64);

describe('a root', () => {
  it('is read as it is', () => {
    expect(read(sound)).toEqual(root);
  });

  it('may have fields that this reader does not know, which are left out', () => {
    const newer = [
      ['extra'],
      ['roles', 'extra'],
      ['roles', 'live', 'extra'],
      ['keys', online.keyid, 'extra'],
    ];
    expect(read(newer.reduce((value, path) => changed(value, path, 1) as object, sound))).toEqual(root);
  });

  it.each<[place: string, path: Path, value: unknown]>([
    ['root', [], null],
    ['root.remote', ['remote'], 'Remote'],
    ['root.version', ['version'], 0],
    ['root.version', ['version'], 1.5],
    ['root.version', ['version'], '1'],
    ['root.expiresAt', ['expiresAt'], '2027-02-30T00:00:00Z'],
    ['root.expiresAt', ['expiresAt'], '2027-02-03'],
    ['root.expiresAt', ['expiresAt'], '2027-02-03T00:00:00+01:00'],
    ['root.expiresAt', ['expiresAt'], '+275760-09-13T00:00:00Z'],
    ['root.expiresAt', ['expiresAt'], 1],
    ['root.keys', ['keys'], []],
    ['root.keys', ['keys', 'short'], { kind: 'person', public: '' }],
    [`root.keys.${online.keyid}.kind`, ['keys', online.keyid, 'kind'], 'robot'],
    [`root.keys.${online.keyid}.public`, ['keys', online.keyid, 'public'], 'AAAA'],
    ['root.roles.root', ['roles', 'root'], undefined],
    ['root.roles.root.keyids', ['roles', 'root', 'keyids'], []],
    ['root.roles.root.keyids', ['roles', 'root', 'keyids'], Array(33).fill(people[0].keyid)],
    ['root.roles.root.keyids[0]', ['roles', 'root', 'keyids', 0], unknownId],
    ['root.roles.root.keyids[1]', ['roles', 'root', 'keyids', 1], people[0].keyid],
    ['root.roles.root.keyids[0]', ['roles', 'root', 'keyids', 0], machine.keyid],
    ['root.roles.root.keyids[2]', ['roles', 'root', 'keyids', 2], machine.keyid],
    ['root.roles.root.threshold', ['roles', 'root', 'threshold'], 0],
    ['root.roles.root.threshold', ['roles', 'root', 'threshold'], 4],
    ['root.roles.release.persons', ['roles', 'release', 'persons'], 0],
    ['root.roles.release.persons', ['roles', 'release', 'persons'], undefined],
    ['root.roles.release.persons', ['roles', 'release', 'persons'], 3],
    ['root.roles.release.keyids[2]', ['roles', 'release', 'keyids', 2], unknownId],
    ['root.roles.live.keyids[0]', ['roles', 'live', 'keyids', 0], unknownId],
    ['root.floor', ['floor'], -1],
    ['root.revoked[0]', ['revoked', 0], 'x'],
  ])('is refused with the place %s (%j: %j)', async (place, path, value) => {
    expect(await refused(() => read(changed(sound, path, value)))).toMatchObject({
      code: 'release/malformed',
      context: { remote: 'remote-evm', place },
    });
  });

  it('may ask for as many persons as the role has', () => {
    const persons = changed(sound, ['roles', 'release', 'persons'], 2);
    expect(read(persons)).toMatchObject({ roles: { release: { persons: 2 } } });
  });

  it('may have 32 keys and not one more, and numbers up to 31 bits', async () => {
    const { keys } = root;
    const more = Array.from({ length: 33 - Object.keys(keys).length }, (_, index) => {
      const id = index.toString(16).padStart(64, '0');
      return [id, { kind: 'online', public: `${'B'.repeat(42)}A=` }];
    });
    const written = (sound as { keys: object }).keys;
    const with33 = changed(sound, ['keys'], { ...written, ...Object.fromEntries(more) });
    const with32 = changed(sound, ['keys'], { ...written, ...Object.fromEntries(more.slice(1)) });
    expect(Object.keys(read(with32).keys)).toHaveLength(32);
    expect(await refused(() => read(with33))).toMatchObject({ context: { place: 'root.keys' } });
    const most = 2 ** 31 - 1;
    const highest = changed(changed(sound, ['version'], most), ['floor'], most);
    expect(read(highest)).toMatchObject({ version: most, floor: most });
  });

  it('is refused where more persons are asked for than the role has', async () => {
    const role = { keyids: [people[0].keyid, machine.keyid], threshold: 2, persons: 2 };
    expect(await refused(() => read(changed(sound, ['roles', 'release'], role)))).toMatchObject({
      context: { place: 'root.roles.release.persons' },
    });
  });
});
