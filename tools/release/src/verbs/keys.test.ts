import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keyidOf } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import { toSshString } from '../keys/ssh-encoding.ts';
import { createPlace } from '../testing/command.ts';

interface Made {
  readonly file: string;
  readonly public: string;
  readonly keyid: string;
}

describe('release keys', () => {
  it('makes a key that only its owner can read, and keeps the private half out of the public file', async () => {
    const { folder, done } = await createPlace();
    const made = await done<Made>('keys make ann --kind person');
    expect(made.file).toBe(join(folder, '.config/linkspan/keys/ann.key.json'));
    expect((await stat(made.file)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(made.file))).mode & 0o777).toBe(0o700);
    expect(Object.keys(JSON.parse(await readFile(made.public, 'utf8')))).toEqual(['kind', 'public']);
  });

  it('makes no key in a checkout, says where keys are, and asks for the kind', async () => {
    const { folder, refused, run } = await createPlace();
    const complaint = await refused('keys make ann --kind person --folder .linkspan/keys');
    expect(complaint).toContain('command/key-in-checkout');
    expect(complaint).toContain(`Move it to ${folder}/.config/linkspan/keys`);
    expect(await run('keys make ann')).toMatchObject({ exitCode: 2 });
  });

  it('never writes over a key, and lists the keys with their kinds', async () => {
    const { refused, done } = await createPlace();
    const { file, keyid } = await done<Made>('keys make ann --kind person');
    const before = await readFile(file, 'utf8');
    expect(await refused('keys make ann --kind person')).toContain('command/key-exists');
    expect(await readFile(file, 'utf8')).toBe(before);
    await done('keys make ci --kind online');
    const { keys } = await done<{ keys: readonly object[] }>('keys list');
    expect(keys).toMatchObject([
      { name: 'ann', kind: 'person', keyid, canSign: true },
      { name: 'ci', kind: 'online' },
    ]);
  });
});

/** A key of a kind, as its public half is exported. */
const toDer = (key: KeyObject) => key.export({ format: 'der', type: 'spki' });
const ed25519 = () => generateKeyPairSync('ed25519');
const toRaw = (key: KeyObject) => toDer(key).subarray(-32);
const toLine = (type: string, ...parts: readonly Uint8Array[]) => {
  const blob = Buffer.concat([Buffer.from(type), ...parts].map((part) => toSshString(part)));
  return `${type} ${blob.toString('base64')} ann@team.example\n`;
};

/** A place with what a device gave in a file. */
async function createGiven(content: string | Uint8Array) {
  const place = await createPlace();
  await writeFile(join(place.folder, 'given'), content);
  return place;
}

describe('keys import', () => {
  const { publicKey } = ed25519();
  it.each([
    ['a line of an OpenSSH agent', toLine('ssh-ed25519', toRaw(publicKey))],
    ['PEM of a token', publicKey.export({ format: 'pem', type: 'spki' })],
    ['DER of a key service', toDer(publicKey)],
  ])('writes the public file from %s, as keys make does', async (_, given) => {
    const { folder, done, refused } = await createGiven(given);
    const made = await done<Made>('keys import ann given --kind person');
    expect(made.public).toBe(join(folder, '.config/linkspan/keys/ann.pub.json'));
    expect(JSON.parse(await readFile(made.public, 'utf8'))).toEqual({
      kind: 'person',
      public: toRaw(publicKey).toString('base64'),
    });
    expect(made.keyid).toBe(await keyidOf(new Uint8Array(toRaw(publicKey))));
    const { keys } = await done<{ keys: readonly object[] }>('keys list');
    expect(keys).toMatchObject([{ name: 'ann', kind: 'person', keyid: made.keyid, canSign: false }]);
    expect(await refused('keys import ann given --kind online')).toContain('command/key-exists');
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sk = 'sk-ssh-ed25519@openssh.com';
  const pkcs8 = { format: 'pem', type: 'pkcs8' } as const;
  const line = toLine('ssh-ed25519', toRaw(publicKey));
  const smallOrder = Buffer.concat([toDer(publicKey).subarray(0, 12), Buffer.alloc(32)]);
  it.each([
    ['RSA in DER', toDer(rsa.publicKey), 'command/key-not-ed25519'],
    ['RSA of OpenSSH', toLine('ssh-rsa', Buffer.of(1, 0, 1), Buffer.alloc(256)), 'command/key-not-ed25519'],
    ['ECDSA in PEM', ec.publicKey.export({ format: 'pem', type: 'spki' }), 'command/key-not-ed25519'],
    ['X25519', toDer(generateKeyPairSync('x25519').publicKey), 'command/key-not-ed25519'],
    ['FIDO', toLine(sk, toRaw(publicKey), Buffer.from('ssh:')), 'command/key-not-ed25519'],
    ['a private key in PEM', ed25519().privateKey.export(pkcs8), 'command/key-private'],
    ['one in DER', ed25519().privateKey.export({ ...pkcs8, format: 'der' }), 'command/key-private'],
    ['one of RSA', rsa.privateKey.export(pkcs8), 'command/key-private'],
    ['one of OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n', 'command/key-private'],
    ['one of keys make', '{"kind":"person","private":"AAAA"}', 'command/key-private'],
    ['two keys of an agent', line + line, 'command/key-several'],
    ['a key of small order', smallOrder, 'command/key-unsafe'],
    ['another type within', line.replace('5AAAAI', '5AAAAH'), 'command/key-malformed'],
    ['a key that is cut off', toDer(publicKey).subarray(0, 43), 'command/key-malformed'],
    ['a key and more', Buffer.concat([toDer(publicKey), Buffer.of(0)]), 'command/key-malformed'],
    ['nothing', '', 'command/key-malformed'],
  ])('refuses %s', async (_, given, code) => {
    const { refused, done } = await createGiven(given);
    expect(await refused('keys import ann given --kind person')).toContain(`(${code})`);
    expect(await done('keys list')).toEqual({ keys: [] });
  });

  it('puts no public file beside another private one', async () => {
    const { done, refused, folder } = await createGiven(line);
    const { public: half } = await done<Made>('keys make ann --kind person');
    await rm(half);
    expect(await refused('keys import ann given --kind person')).toContain(`${folder}/.config`);
  });
});
