import { createHostTeam } from '@linkspan/trust/testing';
import { expect, it } from 'vitest';
import type { Means } from '../means.ts';
import { loadSeal } from './load-seal.ts';

const address = 'https://files.example/seal.json';
const now = Date.parse('2026-11-20T12:00:00Z');
const { hostKeys, signBlocklist } = await createHostTeam(now);

const load = (fetch: Means['fetch'], clock = () => now) =>
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

it('tells what is no seal, though the same people have signed it', async () => {
  const envelope = await signBlocklist();
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
