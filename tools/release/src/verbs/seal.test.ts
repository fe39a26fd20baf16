import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvelope } from '@linkspan/trust';
import { type Seal, sealFormat } from '@linkspan/trust/seal';
import { describe, expect, it } from 'vitest';
import { testNow } from '../testing/command.ts';
import { createSealedSite, type SealedSite } from '../testing/sealed-site.ts';

const minutes = Math.floor(testNow / 60_000);

describe('linkspan seal', { timeout: 60_000 }, () => {
  it('lists what is served, each with its hash, type and headers', async () => {
    const { done, sealing, served } = await createSealedSite({ isSealed: false });
    const seal = await done<Seal>(sealing);
    expect(seal).toMatchObject({
      origin: served.origin,
      version: minutes,
      createdAt: '2026-11-20T12:00:00Z',
      expiresAt: '2026-12-20T12:00:00Z',
      page: { roots: [{ remote: 'remote-evm', version: 1 }] },
    });
    expect(seal.files.map(({ path, type }) => `${path} ${type}`)).toEqual([
      'assets/early-1.js text/javascript; charset=utf-8',
      'assets/host-1.css text/css; charset=utf-8',
      'assets/host-1.js text/javascript; charset=utf-8',
      'documents/remote-evm.json application/json',
      'index.html text/html; charset=utf-8',
      'linkspan.json application/json',
    ]);
    const paths = ['/*', '/', '/index.html', '/linkspan.json', '/documents/*', '/assets/*'];
    expect(seal.headers.map(({ path }) => path)).toEqual(paths);
  });

  it('gives the same bytes for the same site at the same time', async () => {
    const { folder, done, sealing } = await createSealedSite();
    await done(`${sealing} --out other.json`);
    const read = (name: string) => readFile(join(folder, name), 'utf8');
    expect(await read('other.json')).toBe(await read('.linkspan/seal.json'));
  });

  it('leaves out the block list, and a seal that is published with the page', async () => {
    const { write, done, sealing } = await createSealedSite();
    const { files } = await done<Seal>(`${sealing} --out site/seal.json`);
    await write('blocked.json', '{}');
    expect((await done<Seal>(`${sealing} --out site/seal.json`)).files).toEqual(files);
    await write('other.json', '{"payload":""}');
    expect((await done<Seal>(sealing)).files).toHaveLength(files.length + 1);
  });

  it.each([
    ['', 0, minutes + 1],
    ['', testNow + 60 * 60_000, minutes + 60],
    ['--out other.json', 0, 1],
  ])('rises above the one that is there (%#)', async (options, at, version) => {
    const { done, sealing } = await createSealedSite();
    const now = () => at;
    expect((await done<Seal>(`${sealing} ${options}`, { now })).version).toBe(version);
  });

  it('is signed by as many as must, and names a header that the server adds', async () => {
    const { folder, done, run, sealing } = await createSealedSite({ isSealed: false });
    const key = (name: string) => `--key .config/linkspan/keys/${name}`;
    await done(`seal keys ${key('erik.pub.json')} ${key('dora.pub.json')} --threshold 2 --out two.json`);
    const strict = `${sealing} --host-keys two.json --header Strict-Transport-Security:max-age=31536000 --header x-more:1`;
    expect((await run(strict)).complaint).toContain('command/seal-unsigned');
    await done(`${strict} ${key('dora.key.json')}`);
    const bytes = new Uint8Array(await readFile(join(folder, '.linkspan/seal.json')));
    const { payload, signatures } = readEnvelope(sealFormat, bytes, 'host');
    expect(signatures).toHaveLength(2);
    const values = '"values":{"strict-transport-security":"max-age=31536000","x-more":"1"}';
    expect(`${Buffer.from(payload)}`).toContain(values);
  });

  it('says which roots it seals, how it goes on, and what it reads meanwhile', async () => {
    const { run, sealing, served, data } = await createSealedSite({ isSealed: false });
    const read: string[] = [];
    const { said } = await run(`${sealing} --days 2`, { progress: (text) => read.push(text) });
    const keys = Object.keys(data.trust.remotes[0].root.keys).length;
    expect(said.split('\n')).toEqual([
      `The seal of ${served.origin} has version ${minutes}, good until 2026-11-22T12:00:00Z: 6 files, 1 roots.`,
      `  remote-evm: root 1, ${keys} keys`,
      `Next: publish .linkspan/seal.json where your schedule finds it, then “linkspan verify ${served.origin}/ --seal FILE_OR_URL”.`,
    ]);
    expect(read).toContain('Reading index.html, 5 of 6');
  });

  type Change = (site: SealedSite) => Promise<unknown>;
  it.each<[what: string, change: Change, words: string, code: number, why: string]>([
    ['a folder that is not there', async () => 0, 'none', 1, 'it is not there'],
    [
      'a site without its headers',
      ({ folder }) => rm(join(folder, 'site/_headers')),
      '',
      1,
      '_headers is missing',
    ],
    ['another page', ({ write }) => write('index.html', '<p>Hello'), '', 1, 'not what a deploy writes'],
    [
      'a file with too long a path',
      ({ write }) => write(`${'a'.repeat(210)}/${'a'.repeat(100)}`, ''),
      '',
      2,
      'seal.files[0].path',
    ],
    [
      'to write over another file',
      ({ folder }) => writeFile(join(folder, 'a.txt'), ''),
      '--out a.txt',
      1,
      'command/draft-exists',
    ],
    ['a header without a value', async () => 0, '--header none', 2, 'NAME:VALUE, not “none”'],
  ])('refuses %s', async (_, change, words, exitCode, why) => {
    const site = await createSealedSite({ isSealed: false });
    await change(site);
    const line =
      words === 'none' ? site.sealing.replace('seal site', 'seal none') : `${site.sealing} ${words}`;
    expect(await site.run(line)).toMatchObject({ exitCode, complaint: expect.stringContaining(why) });
  });

  it.each([
    ['seal site', '--origin ORIGIN is missing'],
    ['seal --origin https://wallets.example', 'SITE_FOLDER'],
    ['seal site --origin wallets.example', 'not “wallets.example”'],
    ['seal keys', '--key FILE is missing'],
  ])('asks for what “%s” does not say', async (line, why) => {
    const { run } = await createSealedSite({ isSealed: false });
    expect(await run(line)).toMatchObject({ exitCode: 2, complaint: expect.stringContaining(why) });
  });
});
