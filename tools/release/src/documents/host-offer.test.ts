import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { soundManifest } from '@linkspan/trust/testing';
import { describe, expect, it } from 'vitest';
import { createTeam } from '../testing/team.ts';
import { describeMismatch } from './host-offer.ts';

const page = (offers: Readonly<Record<string, unknown>>) => ({
  fetch: async (address: string | URL) => {
    const offer = offers[`${address}`];
    if (offer === undefined) throw new TypeError('fetch failed', { cause: new Error('connection refused') });
    return typeof offer === 'number'
      ? new Response('', { status: offer })
      : new Response(JSON.stringify(offer));
  },
});
const offer = (contract: string) => ({ contract, offered: { react: '19.3.1' }, remotes: ['remote-evm'] });
const one = 'https://one.example/linkspan.json';
const two = 'https://two.example/linkspan.json';
const hosts = '--host https://one.example --host https://two.example/';

describe('a promotion', { timeout: 60_000 }, () => {
  /** A team with 1.0.0 live and 1.1.0 published. */
  async function createPublished() {
    const team = await createTeam();
    const { publish, done, by } = team;
    await publish('1.0.0', 1);
    await publish('1.1.0', 2);
    await done(`promote remote-evm 1.0.0 ${by('ci')}`);
    const promote = (words: string, offers: Readonly<Record<string, unknown>> = {}) =>
      team.run(`promote remote-evm ${words} ${hosts} ${by('ci')}`, page(offers));
    return { ...team, promote };
  }

  it('asks the pages that are named, and tells which of them cannot run the release', async () => {
    const { promote } = await createPublished();
    const offers = { [one]: offer('0.9'), [two]: offer('2.0') };
    expect((await promote('1.1.0 --share 10', offers)).complaint).toContain('command/host-misfit');
    const { said } = await promote('1.1.0 --share 10 --for-some', offers);
    expect(said).toContain('https://one.example/: it offers contract 0.9, and 2.0 is needed.');
    expect(said).toContain('https://two.example/ can run it.');
  });

  it('asks the pages that the package.json of the remote lists', async () => {
    const { run, by, folder } = await createPublished();
    const list = (linkspan: unknown) =>
      writeFile(
        join(folder, 'remote-evm', 'package.json'),
        JSON.stringify({ name: '@team/remote-evm', linkspan }),
      );
    const promote = (offers: Readonly<Record<string, unknown>>) =>
      run(`promote remote-evm 1.1.0 ${by('ci')}`, page(offers));
    await list({ pages: ['https://one.example'] });
    expect((await promote({ [one]: offer('0.9') })).complaint).toContain('command/host-misfit');
    expect((await promote({ [one]: offer('2.0') })).said).toContain('https://one.example/ can run it.');
    for (const pages of ['https://one.example', ['one.example'], [7]]) {
      await list({ pages });
      expect((await promote({})).complaint).toContain('command/pages-malformed');
    }
  });

  it.each([
    ['one of them does not offer it', { [one]: offer('2.0'), [two]: offer('0.9') }, 'host-misfit'],
    ['none of them offers it', { [one]: offer('0.9'), [two]: offer('2.0') }, 'host-misfit'],
    ['one does not offer it and the other does not answer', { [one]: offer('0.9') }, 'host-misfit'],
    ['one of them does not answer', { [one]: offer('2.0') }, 'no-host-answers'],
    ['none of them answers', { [one]: 404 }, 'no-host-answers'],
    ['what they say is no offer', { [one]: [], [two]: { contract: 'new', offered: {} } }, 'no-host-answers'],
  ])('is refused if %s, and changes nothing', async (_, offers, code) => {
    const { promote, done } = await createPublished();
    expect((await promote('1.1.0 --share 10', offers)).complaint).toContain(`command/${code}`);
    expect(await done('status')).toMatchObject({
      remotes: [{ releases: [{ version: '1.0.0', share: 100 }] }],
    });
  });

  it('reads an offer no further than any is long', async () => {
    const { run, by } = await createPublished();
    let chunks = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(control) {
        chunks += 1;
        if (chunks > 1_000) control.close();
        else control.enqueue(new Uint8Array(10_000).fill(32));
      },
    });
    const fetch = async () => new Response(endless);
    const { complaint } = await run(`promote remote-evm 1.1.0 --host https://one.example ${by('ci')}`, {
      fetch,
    });
    expect(complaint).toContain('at most 64000 bytes');
    expect(chunks).toBeLessThan(20);
  });

  it('asks none if it takes visitors away', async () => {
    const { promote, done, by } = await createPublished();
    await done(`promote remote-evm 1.1.0 --share 10 ${by('ci')}`);
    expect((await promote('1.1.0 --share 0')).exitCode).toBe(0);
  });
});

describe('a shared library', () => {
  it.each([
    ['19.3.1', undefined],
    ['18.2.0', 'it offers react 18.2.0, and ^19.0.0 is needed'],
    [undefined, 'it offers react not at all, and ^19.0.0 is needed'],
  ])('that a page offers as %s', (version, lack) => {
    const manifest = { ...soundManifest('remote-evm', 0), shared: { react: '^19.0.0' } };
    const offered = version === undefined ? {} : { react: version };
    expect(describeMismatch(manifest, { host: '', offer: { contract: '2.0', offered } })).toBe(lack);
  });
});
