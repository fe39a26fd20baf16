import { describe, expect, it } from 'vitest';
import type { Bytes } from './bytes.ts';
import type { Envelope } from './envelope.ts';
import { parsePayload } from './format.ts';
import { followRoots, rootFormat, verifyFirstRoot, verifyRootChain } from './root.ts';
import { createKeyPair, type KeyPair, signEnvelope, toCanonicalJson, toEnvelopeBytes } from './sign.ts';
import {
  type Changes,
  changed,
  createRepository,
  type Path,
  refused,
  signValue,
  toKeys,
} from './testing/index.ts';

const now = Date.parse('2026-11-05T12:00:00Z');
const repository = await createRepository('remote-evm', now);
const { people, machine, online, stranger, root } = repository;
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

  it('may have 32 keys and not one more', async () => {
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
  });

  it('is refused if more persons are asked for than the role has', async () => {
    const role = { keyids: [people[0].keyid, machine.keyid], threshold: 2, persons: 2 };
    expect(await refused(() => read(changed(sound, ['roles', 'release'], role)))).toMatchObject({
      context: { place: 'root.roles.release.persons' },
    });
  });
});

const [first, second, third] = people;

/** The next owners: one stays, two are new. */
const [fourth, fifth] = await Promise.all([createKeyPair('person'), createKeyPair('person')]);
const owners = [third, fourth, fifth] as const;
const handedOver = {
  keys: toKeys([first, second, ...owners, machine, online]),
  roles: { ...root.roles, root: { keyids: owners.map(({ keyid }) => keyid), threshold: 2 } },
};

const signRoot = (changes: Changes<typeof root>, signers?: readonly KeyPair[]) =>
  repository.signRoot(changes, signers);

describe('a chain of roots', () => {
  it('leaves the trusted root if nothing newer is there', async () => {
    expect(await verifyRootChain(root, [])).toBe(root);
  });

  it('leads from N to N + 1, N + 2 and on', async () => {
    const chain = [await signRoot({ version: 2, floor: 4 }), await signRoot({ version: 3, floor: 5 })];
    expect(await verifyRootChain(root, chain)).toMatchObject({ version: 3, floor: 5 });
  });

  it('hands over to new owners, signed by both, who then sign alone', async () => {
    const chain = [
      await signRoot({ ...handedOver, version: 2 }, [first, third, fourth]),
      await signRoot({ ...handedOver, version: 3 }, [fourth, fifth]),
    ];
    expect(await verifyRootChain(root, chain)).toMatchObject({ version: 3, roles: handedOver.roles });
  });

  it('may pass over a root that has expired', async () => {
    const chain = [
      await signRoot({ version: 2, expiresAt: '2020-01-01T00:00:00Z' }),
      await signRoot({ version: 3 }),
    ];
    expect(await verifyRootChain(root, chain)).toMatchObject({ version: 3 });
  });

  it('refuses a root that only the old owners have signed', async () => {
    const next = await signRoot({ ...handedOver, version: 2 }, [first, second]);
    expect(await refused(verifyRootChain(root, [next]))).toMatchObject({
      code: 'release/root-unsigned',
      context: { remote: 'remote-evm', by: 'itself', has: '0', needs: '2' },
    });
  });

  it('refuses a root that only the new owners have signed', async () => {
    const next = await signRoot({ ...handedOver, version: 2 }, owners);
    expect(await refused(verifyRootChain(root, [next]))).toMatchObject({
      code: 'release/root-unsigned',
      context: { remote: 'remote-evm', by: 'the root before it', has: '1', needs: '2' },
    });
  });

  it.each([
    ['one of two', [first]],
    ['keys of other roles', [first, machine, online]],
  ])('refuses a root that is signed by %s', async (_, signers) => {
    const next = await signRoot({}, signers);
    expect(await refused(verifyRootChain(root, [next]))).toMatchObject({ code: 'release/root-unsigned' });
  });

  it('refuses a root that skips a version', async () => {
    const next = await signRoot({ version: 3 });
    expect(await refused(verifyRootChain(root, [next]))).toMatchObject({
      code: 'release/root-gap',
      context: { remote: 'remote-evm', has: '1', offered: '3' },
    });
  });

  it('refuses a lower version, and passes over an equal one', async () => {
    const two = await signRoot({ version: 2, floor: 9 });
    const one = await signRoot({ version: 1 });
    expect(await refused(verifyRootChain(root, [two, one]))).toMatchObject({
      code: 'release/older',
      context: { document: 'root', seen: '2', offered: '1' },
    });
    const otherTwo = await signRoot({ version: 2, floor: 10 });
    expect(await verifyRootChain(root, [two, otherTwo])).toMatchObject({ floor: 9 });
  });

  it.each<[what: string, toBad: () => Promise<Bytes>, code: string]>([
    ['skips a version', () => signRoot({ version: 4 }), 'release/root-gap'],
    ['is signed by a stranger', () => signRoot({ version: 3 }, [stranger]), 'release/root-unsigned'],
    ['is no document', async () => new Uint8Array([1]), 'release/malformed'],
  ])('leads to the good ones before one that %s', async (_, toBad, code) => {
    const candidates = [
      await signRoot({ version: 2, floor: 9 }),
      await toBad(),
      await signRoot({ version: 3 }),
    ];
    expect(await followRoots(root, candidates)).toMatchObject({
      root: { version: 2, floor: 9 },
      count: 1,
      refusal: { code },
    });
  });

  it('refuses a floor that falls', async () => {
    const chain = [await signRoot({ version: 2, floor: 5 }), await signRoot({ version: 3, floor: 4 })];
    expect(await refused(verifyRootChain(root, chain))).toMatchObject({
      code: 'release/older',
      context: { document: 'floor', seen: '5', offered: '4' },
    });
  });

  it('refuses the root of another remote, though the same people signed it', async () => {
    const next = await signRoot({ remote: 'remote-near' });
    expect(await refused(verifyRootChain(root, [next]))).toMatchObject({
      code: 'release/other-remote',
      context: { remote: 'remote-evm', found: 'remote-near' },
    });
  });

  it('refuses another document in its place', async () => {
    const live = await repository.signLive({}, [first, second]);
    expect(await refused(verifyRootChain(root, [live]))).toMatchObject({
      code: 'release/malformed',
      context: { place: 'root.payloadType' },
    });
  });

  it('refuses more than 64 kB unread', async () => {
    expect(await refused(verifyRootChain(root, [new Uint8Array(64_001)]))).toMatchObject({
      code: 'release/malformed',
      context: { place: 'root' },
    });
  });
});

describe('a first root', () => {
  const signFirst = async (value: object, signers: readonly KeyPair[]) =>
    toEnvelopeBytes(await signValue(rootFormat.payloadType, value, signers));

  it('is taken if its own people have signed it', async () => {
    expect(await verifyFirstRoot(await signFirst(root, [second, third]), 'remote-evm')).toEqual(root);
  });

  it('is refused if they have not', async () => {
    const bytes = await signFirst(root, [second, stranger]);
    expect(await refused(verifyFirstRoot(bytes, 'remote-evm'))).toMatchObject({
      code: 'release/root-unsigned',
      context: { by: 'itself', has: '1', needs: '2' },
    });
  });

  it('is refused if it is another document', async () => {
    const bytes = toEnvelopeBytes(await signValue('text/plain', root, [first, second]));
    expect(await refused(verifyFirstRoot(bytes, 'remote-evm'))).toMatchObject({
      context: { place: 'root.payloadType' },
    });
  });

  it('is refused if it is another remote’s', async () => {
    const bytes = await signFirst(root, [first, second]);
    expect(await refused(verifyFirstRoot(bytes, 'remote-near'))).toMatchObject({
      code: 'release/other-remote',
    });
  });

  it('is refused if a key twice within one object hides a value', async () => {
    const text = new TextDecoder().decode(toCanonicalJson(root)).replace('"floor":1', '"floor":1,"floor":0');
    const payload = new TextEncoder().encode(text);
    const envelope: Envelope = await signEnvelope({ payloadType: rootFormat.payloadType, payload }, people);
    expect(await refused(verifyFirstRoot(toEnvelopeBytes(envelope), 'remote-evm'))).toMatchObject({
      code: 'release/malformed',
      cause: { expected: 'JSON with each key once' },
    });
  });
});
