import { createRepository } from '@linkspan/trust/testing';
import { expect, it } from 'vitest';
import { testNow } from '../testing/command.ts';
import { loadRoots } from './remote-documents.ts';

const { root } = await createRepository('remote-evm', testNow);
const base = 'https://remotes.example/remote-evm/';
const address = `${base}root/2.json`;

/** What is met after the root that the page has, where the server answers so. */
const meet = async (status: number, headers: Record<string, string> = {}) =>
  loadRoots({ base, remote: 'remote-evm', root, origin: base, isShared: false }, async (asked) => ({
    address: asked,
    status,
    headers: new Headers(headers),
    bytes: new Uint8Array(),
  }));

it.each<[status: number, headers: Record<string, string>]>([
  [404, {}],
  [404, { 'cache-control': 'no-store' }],
  [404, { 'cache-control': 'max-age=60' }],
  [499, {}],
])('ends at the page’s own root where the server has no next one: %i %j', async (status, headers) => {
  expect(await meet(status, headers)).toEqual({ root, notes: [], count: 0 });
});

it.each([500, 503])('cannot tell whether there is a next one from %i', async (status) => {
  expect((await meet(status)).notes).toEqual([
    { code: 'doctor/status', address, values: { status: `${status}` } },
  ]);
});

it('tells that caches keep the answer that there is none', async () => {
  const found = 'max-age=3600';
  expect((await meet(404, { 'cache-control': found })).notes).toEqual([
    { code: 'doctor/missing-kept', address, values: { found } },
  ]);
});

it('takes no page for a root', async () => {
  expect((await meet(200, { 'content-type': 'text/HTML; charset=utf-8' })).notes).toEqual([
    { code: 'doctor/missing-answered', address },
  ]);
});

it('tells why the server does not answer', async () => {
  const silent = { base, remote: 'remote-evm', root, origin: base, isShared: false };
  expect((await loadRoots(silent, async (asked) => ({ address: asked, failure: 'gone' }))).notes).toEqual([
    { code: 'doctor/unreachable', address, values: { detail: 'gone' } },
  ]);
});

it('stays at the last good root, and tells of the bad one after it', async () => {
  const repository = await createRepository('remote-evm', testNow);
  const answers = new Map([
    ['root/2.json', await repository.signRoot({ version: 2 })],
    ['root/3.json', new TextEncoder().encode('no document')],
  ]);
  const subject = { base, remote: 'remote-evm', root: repository.root, origin: base, isShared: false };
  const found = await loadRoots(subject, async (asked) => {
    const bytes = answers.get(asked.slice(base.length));
    return {
      address: asked,
      status: bytes ? 200 : 404,
      headers: new Headers(),
      bytes: bytes ?? new Uint8Array(),
    };
  });
  expect(found.root?.version).toBe(2);
  expect(found.notes).toContainEqual({
    code: 'doctor/document',
    address: `${base}root/3.json`,
    values: expect.objectContaining({ code: 'release/malformed' }),
  });
});
