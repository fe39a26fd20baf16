import { describe, expect, it } from 'vitest';
import { readEnvelope } from './envelope.ts';
import { type Format, parsePayload } from './format.ts';
import { liveFormat } from './live.ts';
import { manifestFormat } from './manifest.ts';
import { rootFormat } from './root.ts';
import { toCanonicalJson } from './sign.ts';
import { changed, createRepository, type Path, placesOf, refused, soundManifest } from './testing/index.ts';

const now = Date.parse('2026-11-05T12:00:00Z');
const repository = await createRepository('remote-evm', now);
const toJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

const formats: Readonly<Record<string, Format<unknown>>> = {
  root: rootFormat,
  manifest: manifestFormat,
  live: liveFormat,
};
const hash = 'c'.repeat(64);
const sound: Readonly<Record<string, unknown>> = {
  root: toJson(toCanonicalJson({ ...repository.root, revoked: [hash] })),
  manifest: toJson(toCanonicalJson(soundManifest('remote-evm', now))),
  live: toJson(
    readEnvelope(liveFormat, await repository.signLive({ since: '2026-11-05T12:00:00Z' }), '').payload,
  ),
};
const [release] = (sound.live as { releases: readonly object[] }).releases;
const [file] = soundManifest('remote-evm', now).files;

function read(name: string, value: unknown): unknown {
  return parsePayload(formats[name] as Format<unknown>, toCanonicalJson(value), 'remote-evm');
}

/** Numbered entries of an object. */
const entries = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]));
const releases = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...release,
    share: index === 0 ? 100 : 0,
    path: `${index}/`,
  }));
const files = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    index < 3 ? soundManifest('x', 0).files[index] : { ...file, path: `f${index}` },
  );
const withPath = (path: string) => [...files(3), { ...file, path }];
const longest = (before: string, length: number, after = '') =>
  `${before}${'1'.repeat(length - before.length - after.length)}${after}`;

/** The most that is allowed in a place, and the first that is too much. */
const edges: [name: string, path: Path, most: unknown, over: unknown, place?: string][] = [
  ['root', ['revoked'], Array(200).fill(hash), Array(201).fill(hash)],
  ['root', ['remote'], longest('r', 64), longest('r', 65)],
  ['root', ['floor'], 0, -1],
  ['root', ['floor'], 2 ** 31 - 1, 2 ** 31],
  ['root', ['version'], 2 ** 31 - 1, 2 ** 31],
  ['manifest', ['files'], withPath('p'.repeat(300)), withPath('p'.repeat(301)), 'files[3].path'],
  ['manifest', ['files'], files(500), files(501)],
  ['manifest', ['files', 0, 'bytes'], 20_000_000, 20_000_001],
  ['manifest', ['files', 0, 'bytes'], 0, -1],
  ['manifest', ['shared', 'react'], longest('^1.2.', 64), longest('^1.2.', 65)],
  ['manifest', ['shared'], { ['k'.repeat(214)]: '^1.2.3' }, { ['k'.repeat(215)]: '^1.2.3' }],
  ['manifest', ['shared'], entries(50, '^1.2.3'), entries(51, '^1.2.3')],
  ['manifest', ['contract'], '1234.1234', '12345.1'],
  ['manifest', ['contract'], '1234.1234', '1.12345'],
  ['manifest', ['preload'], Array(200).fill('discovery-abc.js'), Array(201).fill('discovery-abc.js')],
  ['manifest', ['dependencies', 0], longest('a@', 300), longest('a@', 301)],
  ['manifest', ['dependencies'], Array(500).fill('a@1'), Array(501).fill('a@1')],
  ['manifest', ['hosts', 0], 'h'.repeat(260), 'h'.repeat(261)],
  ['manifest', ['hosts'], Array(200).fill('h'), Array(201).fill('h')],
  ['manifest', ['repository'], longest('https://', 300), longest('https://', 301)],
  ['manifest', ['version'], '999999999.999999999.999999999', '1.1.1000000000'],
  ['live', ['releases', 0, 'path'], longest('a', 300, '/'), longest('a', 301, '/')],
  ['live', ['releases', 0, 'share'], 100, 101],
  ['live', ['releases'], releases(8), releases(9)],
];

describe('the most that is allowed', () => {
  it.each(edges)('%s %j is taken, and no more', async (name, path, most, over, named) => {
    expect(read(name, changed(sound[name], path, most))).toBeDefined();
    const place = named === undefined ? placeOf(name, path) : `${name}.${named}`;
    expect(await refused(() => read(name, changed(sound[name], path, over)))).toMatchObject({
      code: 'release/malformed',
      context: { place },
    });
  });

  it.each([
    ['root', 64_000],
    ['manifest', 200_000],
    ['live', 500_000],
  ])('of a %s is %i bytes', async (name, most) => {
    const format = formats[name] as Format<unknown>;
    const bytes = toCanonicalJson(sound[name]);
    expect(parsePayload(format, padded(bytes, most), 'remote-evm')).toBeDefined();
    expect(await refused(() => parsePayload(format, padded(bytes, most + 1), 'remote-evm'))).toMatchObject({
      code: 'release/malformed',
      context: { place: name },
    });
  });
});

/** Each place that holds a text with a form of its own, which is every one but a reason and what is signed. */
const texts = Object.entries(sound).flatMap(([name, value]) =>
  placesOf(value)
    .filter(
      (path) =>
        typeof at(value, path) === 'string' &&
        !['reason', 'payload', 'payloadType'].includes(`${path.at(-1)}`),
    )
    .map((path) => [name, path] as const),
);

describe('a text of a form', () => {
  it.each(texts)('has nothing before or after it: %s %j', async (name, path) => {
    for (const [before, after] of [
      [' ', ''],
      ['', ' '],
      ['\n', ''],
      ['', '\n'],
    ]) {
      const value = changed(sound[name], path, `${before}${at(sound[name], path)}${after}`);
      expect(await refused(() => read(name, value))).toMatchObject({
        code: 'release/malformed',
        context: { place: placeOf(name, path) },
      });
    }
  });
});

/** The same JSON with spaces at its end, so that it has this many bytes. */
function padded(bytes: Uint8Array, length: number) {
  return new Uint8Array(Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), ' ')]));
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((within, key) => Reflect.get(within as object, key), value);
}

function placeOf(name: string, path: Path): string {
  return path.reduce<string>(
    (place, key) => (typeof key === 'number' ? `${place}[${key}]` : `${place}.${key}`),
    name,
  );
}
