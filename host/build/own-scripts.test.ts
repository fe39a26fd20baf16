import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeOwnScripts } from './own-scripts.ts';

it('gives the hash of every script of the host, and of the probe that it adds', async () => {
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
