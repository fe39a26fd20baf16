import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveFormat } from '@linkspan/trust';
import { expect, it } from 'vitest';
import { buildBoot, describeOwnScripts } from './targets.ts';

it('returns the hash of every script of the host, and of the added probe', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-own-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/host-1.js'), 'let host');
  await writeFile(join(folder, 'assets/host-1.css'), 'body{}');
  const { integrity, probe } = await describeOwnScripts(folder);
  expect(Object.keys(integrity)).toEqual(['/assets/host-1.js', probe]);
  for (const [path, hash] of Object.entries(integrity)) {
    const bytes = await readFile(join(folder, path));
    expect(hash).toBe(`sha256-${createHash('sha256').update(bytes).digest('base64')}`);
  }
  await rm(folder, { recursive: true });
});

const [deployed, development] = (
  await Promise.all([buildBoot('inline'), buildBoot('inline-development')])
).map(({ code }) => code);

/** Texts in the code for unsigned releases, and in the code that verifies signed ones. */
const unsigned = 'release.manifest.remote';
const signed = liveFormat.payloadType;

it('a deployed page accepts only signed releases', () => {
  expect(deployed).toContain(signed);
  expect(deployed).not.toContain(unsigned);
});

it('a page in development accepts only unsigned releases', () => {
  expect(development).toContain(unsigned);
  expect(development).not.toContain(signed);
});
