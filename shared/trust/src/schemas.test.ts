import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { blocklistFormat } from './blocklist.ts';
import { envelopeShape, readEnvelope } from './envelope.ts';
import { type Format, parsePayload } from './format.ts';
import { liveFormat } from './live.ts';
import { manifestFormat } from './manifest.ts';
import { rootFormat } from './root.ts';
import { sealFormat } from './seal/index.ts';
import { toCanonicalJson, toEnvelopeBytes } from './sign.ts';
import {
  changed,
  createHostTeam,
  createRepository,
  type Path,
  placesOf,
  toInstant,
} from './testing/index.ts';

const now = Date.parse('2026-11-05T12:00:00Z');
const repository = await createRepository('remote-evm', now);
const team = await createHostTeam(now);
const ajv = new Ajv2020({ allErrors: true, strict: true });

const toJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
const payloadOf = (format: Format<unknown>, bytes: Uint8Array) =>
  toJson(readEnvelope(format, bytes, 'remote-evm').payload);

const blocked = [
  { remote: 'remote-evm', version: '1.2.3', reason: 'It sends twice' },
  { remote: 'remote-near', manifest: 'a'.repeat(64), reason: 'A stolen key' },
];
const manifestEnvelope = await repository.signManifest();
const reads = (format: Format<unknown>) => (value: unknown) =>
  parsePayload(format, toCanonicalJson(value), 'remote-evm');

const integrity = `sha384-${'A'.repeat(64)}`;
const sealed = {
  origin: 'https://wallets.example',
  version: 1,
  createdAt: toInstant(now),
  expiresAt: toInstant(now, 30),
  files: [{ path: 'index.html', bytes: 1, integrity, type: 'text/html; charset=utf-8' }],
  headers: [{ path: '/assets/*', values: { 'cache-control': 'no-cache' } }],
  page: {
    scripts: [integrity],
    tags: ['<script>'],
    roots: [{ remote: 'remote-evm', version: 1, integrity, keyids: ['a'.repeat(64)] }],
    config: integrity,
    trust: integrity,
    built: integrity,
    style: integrity,
    markup: integrity,
  },
};

const documents = {
  envelope: {
    sound: toJson(toEnvelopeBytes(manifestEnvelope)),
    read: (value: unknown) => envelopeShape(value, ''),
    isOpen: false,
  },
  root: {
    sound: payloadOf(rootFormat, await repository.signRoot({ revoked: ['b'.repeat(64)] })),
    read: reads(rootFormat),
    isOpen: true,
  },
  manifest: { sound: toJson(manifestEnvelope.payload), read: reads(manifestFormat), isOpen: true },
  live: {
    sound: payloadOf(liveFormat, await repository.signLive({ since: toInstant(now) })),
    read: reads(liveFormat),
    isOpen: true,
  },
  blocklist: {
    sound: payloadOf(blocklistFormat, await team.signBlocklist({ blocked })),
    read: reads(blocklistFormat),
    isOpen: true,
  },
  seal: { sound: sealed, read: reads(sealFormat), isOpen: true },
};

type Name = keyof typeof documents;
const names = Object.keys(documents) as Name[];

const validators = Object.fromEntries(
  names.map((name) => {
    const file = new URL(`../schemas/${name}.schema.json`, import.meta.url);
    return [name, ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object)];
  }),
);

function isValid(name: Name, value: unknown): boolean {
  return validators[name]?.(value) === true;
}

function isRead(name: Name, value: unknown): boolean {
  try {
    documents[name].read(value);
    return true;
  } catch {
    return false;
  }
}

describe.each(names)('the schema of %s', (name) => {
  const { sound, isOpen } = documents[name];

  it('takes what is really signed', () => {
    expect(isValid(name, sound)).toBe(true);
    expect(isRead(name, sound)).toBe(true);
  });

  it('takes a field more where the reader does', () => {
    const more = changed(sound, ['extra'], 1);
    expect(isValid(name, more)).toBe(isOpen);
    expect(isRead(name, more)).toBe(isOpen);
  });

  it('takes all that the reader takes, whatever is put in any place or left out of it', () => {
    const others = [null, true, -1, 0.5, '', ' ', 'x', 'A'.repeat(64), [], [null], {}, { a: 1 }, undefined];
    const changes = placesOf(sound).flatMap((path) =>
      others.map((other) => ({ path, other, value: changed(sound, path, other) })),
    );
    const read = changes.filter(({ value }) => isRead(name, value));
    expect(read.filter(({ value }) => !isValid(name, value))).toEqual([]);
    expect(changes.length).toBeGreaterThan(read.length);
  });
});

describe('what is broken', () => {
  it.each<[name: Name, path: Path, value: unknown]>([
    ['envelope', ['payload'], 'AB=='],
    ['envelope', ['signatures', 0, 'sig'], 'AAAA'],
    ['envelope', ['signatures', 0, 'keyid'], undefined],
    ['root', ['version'], 0],
    ['root', ['expiresAt'], '2026-11-05'],
    ['root', ['keys', 'short'], { kind: 'person', public: `${'A'.repeat(43)}=` }],
    ['root', ['keys', repository.online.keyid, 'kind'], 'robot'],
    ['root', ['roles', 'root', 'keyids'], []],
    ['root', ['roles', 'release', 'persons'], 0],
    ['root', ['roles', 'live', 'threshold'], '1'],
    ['root', ['floor'], undefined],
    ['manifest', ['version'], '1.2'],
    ['manifest', ['shared', 'react'], '*'],
    ['manifest', ['entry'], '../entry.js'],
    ['manifest', ['files', 0, 'integrity'], 'md5-x'],
    ['manifest', ['files', 0, 'extra'], 1],
    ['manifest', ['files'], []],
    ['manifest', ['commit'], 'main'],
    ['live', ['issuedAt'], 'now'],
    ['live', ['releases', 0, 'share'], 101],
    ['live', ['releases', 0, 'path'], '/releases/'],
    ['live', ['releases', 0, 'manifest', 'extra'], 1],
    ['blocklist', ['blocked', 0, 'version'], undefined],
    ['blocklist', ['blocked', 0, 'manifest'], 'b'.repeat(64)],
    ['blocklist', ['blocked', 1, 'reason'], ''],
    ['seal', ['origin'], 'https://wallets.example/'],
    ['seal', ['files', 0, 'extra'], 1],
    ['seal', ['files'], []],
    ['seal', ['headers', 0, 'path'], 'assets/*'],
    ['seal', ['headers', 0, 'values', 'Cache-Control'], 'no-cache'],
    ['seal', ['page', 'scripts', 0], 'sha256-x'],
    ['seal', ['page', 'roots', 0, 'keyids', 0], 'x'],
  ])('is refused by schema and reader: %s, %j: %j', (name, path, value) => {
    const broken = changed(documents[name].sound, path, value);
    expect(isValid(name, broken)).toBe(false);
    expect(isRead(name, broken)).toBe(false);
  });
});
