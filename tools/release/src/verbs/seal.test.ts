import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvelope } from '@linkspan/trust';
import { type Seal, sealFormat } from '@linkspan/trust/seal';
import { describe, expect, it } from 'vitest';
import { testNow } from '../testing/command.ts';
import { createSealedSite } from '../testing/sealed-site.ts';

const minutes = Math.floor(testNow / 60_000);

describe('release seal', { timeout: 60_000 }, () => {
  it('lists what is served, each with its hash, type and headers', async () => {
    const { done, sealing, served } = await createSealedSite({ isSealed: false });
    const seal = await done<Seal>(sealing);
    expect(seal).toMatchObject({
      origin: served.origin,
      version: minutes,
      createdAt: '2026-11-20T12:00:00Z',
      expiresAt: '2026-12-20T12:00:00Z',
    });
    expect(seal.files.map(({ path, type }) => [path, type])).toEqual([
      ['assets/early-1.js', 'text/javascript; charset=utf-8'],
      ['assets/host-1.css', 'text/css; charset=utf-8'],
      ['assets/host-1.js', 'text/javascript; charset=utf-8'],
      ['documents/remote-evm.json', 'application/json'],
      ['index.html', 'text/html; charset=utf-8'],
      ['linkspan.json', 'application/json'],
    ]);
    expect(seal.headers.map(({ path }) => path)).toEqual([
      '/*',
      '/',
      '/index.html',
      '/linkspan.json',
      '/documents/*',
      '/assets/*',
    ]);
    expect(seal.page.roots).toMatchObject([{ remote: 'remote-evm', version: 1, keyids: expect.any(Array) }]);
    expect(seal.page.scripts).toHaveLength(1);
    expect(seal.page.tags.filter((tag) => tag.startsWith('<script'))).toHaveLength(3);
  });

  it('gives the same bytes for the same site at the same time', async () => {
    const { folder, done, sealing } = await createSealedSite();
    await done(`${sealing} --out other.json`);
    const [first, other] = await Promise.all(
      ['.linkspan/seal.json', 'other.json'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    expect(other).toBe(first);
  });

  it('leaves out a seal that is published with the page', async () => {
    const { folder, done, sealing } = await createSealedSite();
    const { files } = await done<Seal>(`${sealing} --out site/seal.json`);
    expect((await done<Seal>(`${sealing} --out site/seal.json`)).files).toEqual(files);
    await writeFile(join(folder, 'site/other.json'), '{"payload":""}');
    expect((await done<Seal>(sealing)).files).toHaveLength(files.length + 1);
  });

  it('rises above the one that is there', async () => {
    const { done, sealing } = await createSealedSite();
    expect((await done<Seal>(sealing)).version).toBe(minutes + 1);
    const later = { now: () => testNow + 60 * 60_000 };
    expect((await done<Seal>(sealing, later)).version).toBe(minutes + 60);
    const first = { now: () => 0 };
    expect((await done<Seal>(`${sealing} --out other.json`, first)).version).toBe(1);
  });

  it('is signed by as many as must, and names a header that the server adds', async () => {
    const { folder, done, run, sealing } = await createSealedSite({ isSealed: false });
    await done(
      'seal keys --key .config/linkspan/keys/erik.pub.json --key .config/linkspan/keys/dora.pub.json --threshold 2 --out two.json',
    );
    const strict = `${sealing} --host-keys two.json --header Strict-Transport-Security:max-age=31536000 --header x-more:1`;
    expect(await run(strict)).toMatchObject({
      exitCode: 1,
      complaint: expect.stringContaining('command/seal-unsigned'),
    });
    await done(`${strict} --key .config/linkspan/keys/dora.key.json`);
    const bytes = new Uint8Array(await readFile(join(folder, '.linkspan/seal.json')));
    const { payload, signatures } = readEnvelope(sealFormat, bytes, 'host');
    expect(signatures).toHaveLength(2);
    expect(`${Buffer.from(payload)}`).toContain(
      '"values":{"strict-transport-security":"max-age=31536000","x-more":"1"}',
    );
  });

  it('says which roots it seals, how it goes on, and what it reads meanwhile', async () => {
    const { run, done, sealing, served, data } = await createSealedSite({ isSealed: false });
    const read: string[] = [];
    const { said } = await run(`${sealing} --days 2`, { progress: (text) => read.push(text) });
    const keys = Object.keys(data.trust.remotes[0].root.keys).length;
    expect(said.split('\n')).toEqual([
      `The seal of ${served.origin} has version ${minutes}, good until 2026-11-22T12:00:00Z: 6 files, 1 roots.`,
      `  remote-evm: root 1, ${keys} keys`,
      `Next: publish .linkspan/seal.json where your schedule finds it, then “linkspan verify ${served.origin}/ --seal FILE_OR_URL”.`,
    ]);
    expect(read.filter((text) => text.startsWith('Reading'))).toEqual([
      'Reading assets/early-1.js, 1 of 6',
      'Reading assets/host-1.css, 2 of 6',
      'Reading assets/host-1.js, 3 of 6',
      'Reading documents/remote-evm.json, 4 of 6',
      'Reading index.html, 5 of 6',
      'Reading linkspan.json, 6 of 6',
    ]);
    expect(await done(sealing)).toMatchObject({ isWritten: true });
  });

  it('writes nothing when it is dry', async () => {
    const { folder, run, done, sealing } = await createSealedSite({ isSealed: false });
    const { exitCode, said } = await run(`${sealing} --dry-run`);
    expect([exitCode, said]).toEqual([0, expect.stringContaining(`would have version ${minutes}`)]);
    expect(said).toContain('.linkspan/seal.json was not written.');
    expect(await done(`${sealing} --dry-run`)).toMatchObject({ isWritten: false });
    await expect(readFile(join(folder, '.linkspan/seal.json'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['a folder that is not there', 'seal none', 'it is not there'],
    ['a site without its headers', 'seal site', '_headers is missing'],
    ['a page of another make', 'seal site', 'it is not what a deploy writes'],
  ])('refuses %s', async (what, words, detail) => {
    const { folder, run, change, sealing } = await createSealedSite({ isSealed: false });
    if (detail.startsWith('_headers')) await rm(join(folder, 'site/_headers'));
    if (what.startsWith('a page')) await change('index.html', () => '<!doctype html><p>Hello');
    const { exitCode, complaint } = await run(sealing.replace('seal site', words));
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining(detail)]);
  });

  it('refuses to write over another file, and says what it was not told', async () => {
    const { folder, run, sealing } = await createSealedSite({ isSealed: false });
    await writeFile(join(folder, 'notes.txt'), 'mine');
    expect((await run(`${sealing} --out notes.txt`)).complaint).toContain('command/draft-exists');
    for (const [line, complaint] of [
      ['seal site', '--origin ORIGIN is missing'],
      ['seal --origin https://wallets.example', 'SITE_FOLDER'],
      ['seal site --origin wallets.example', 'not “wallets.example”'],
      [`${sealing} --header none`, 'NAME:VALUE, not “none”'],
    ] as const)
      expect(await run(line)).toMatchObject({ exitCode: 2, complaint: expect.stringContaining(complaint) });
  });

  it('refuses a file that no address names plainly', async () => {
    const { folder, run, sealing } = await createSealedSite({ isSealed: false });
    await writeFile(join(folder, 'site/a b.js'), '');
    const { exitCode, complaint } = await run(sealing);
    expect([exitCode, complaint]).toEqual([
      2,
      expect.stringMatching(/cannot be sealed: .*seal\.files\[0\]\.path/),
    ]);
  });
});
