import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHostTeam, createRepository } from '@linkspan/trust/testing';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import type { Context } from '../verb.ts';
import { loadSeal, readHighestSeen, writeHighestSeen } from './load-seal.ts';

const address = 'https://files.example/seal.json';
const now = Date.parse('2026-11-20T12:00:00Z');
const [{ hostKeys }, repository] = await Promise.all([createHostTeam(), createRepository('remote-evm', now)]);

const load = (fetch: Context['fetch'], clock = () => now) =>
  loadSeal(
    address,
    { hostKeys, origin: 'https://wallets.example', seen: 0 },
    { fetch, folder: '/', now: clock, deadlineMs: 60_000, signal: new AbortController().signal },
  );

it('asks every cache on the way to ask too, packed as any', async () => {
  const asked: (RequestInit | undefined)[] = [];
  await load(async (_, init) => {
    asked.push(init);
    return new Response('{}');
  });
  expect(asked).toMatchObject([{ cache: 'no-store', headers: { 'accept-encoding': 'br, gzip' } }]);
});

it('tells what keeps a seal from being loaded', async () => {
  const unreachable = (detail: string) => ({
    refused: { code: 'verify/seal-unreachable', address, values: { detail } },
  });
  expect(await load(async () => new Response('', { status: 404 }))).toEqual(unreachable('it answers 404'));
  expect(await load(() => Promise.reject(new TypeError('gone')))).toEqual(unreachable('gone'));
});

it('tells what is no seal but another signed document', async () => {
  const envelope = await repository.signLive();
  expect(await load(async () => new Response(envelope))).toEqual({
    refused: {
      code: 'verify/seal-malformed',
      address,
      values: expect.objectContaining({ place: 'seal.payloadType' }),
    },
  });
});

it('passes on what is no refusal of a seal', async () => {
  const failing = load(
    async () => new Response('{}'),
    () => {
      throw new Error('no clock');
    },
  );
  await expect(failing).rejects.toThrow('no clock');
});

const origin = 'https://wallets.example';

it('remembers the highest version of each origin, in a file that a person can read', async () => {
  const file = join(await temporaryFolder(), 'seen.json');
  expect(await readHighestSeen(file)).toEqual({});
  await writeHighestSeen(file, { [origin]: 7 });
  expect(await readHighestSeen(file)).toEqual({ [origin]: 7 });
  expect(await readFile(file, 'utf8')).toBe(`{\n  "seals": {\n    "${origin}": 7\n  }\n}\n`);
});

it('rejects as the file system does where it cannot read the file', async () => {
  const file = await temporaryFolder();
  await expect(readHighestSeen(file)).rejects.toMatchObject({ code: 'command/no-such-file' });
});

it.each([1, 2 ** 31 - 1])('takes version %i', async (version) => {
  const file = join(await temporaryFolder(), 'seen.json');
  await writeFile(file, JSON.stringify({ seals: { [origin]: version } }));
  expect(await readHighestSeen(file)).toEqual({ [origin]: version });
});

it.each([
  ['{', /JSON/],
  ['[]', /^it should be/],
  ['{"seals":[]}', /^it\.seals should be an object$/],
  ['{"seals":null}', /^it\.seals should be an object$/],
  ['{"seals":7}', /^it\.seals should be an object$/],
  [JSON.stringify({ seals: { [origin]: 0 } }), /^it\.seals\.https:\/\/wallets\.example should be/],
  [JSON.stringify({ seals: { [origin]: 2 ** 31 } }), /^it\.seals\.https:\/\/wallets\.example should be/],
])('refuses %s', async (text, message) => {
  const file = join(await temporaryFolder(), 'seen.json');
  await writeFile(file, text);
  await expect(readHighestSeen(file)).rejects.toMatchObject({
    code: 'command/state-malformed',
    message: expect.stringContaining(file),
    cause: { message: expect.stringMatching(message) },
  });
});
