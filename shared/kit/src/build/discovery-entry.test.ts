import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDiscovery } from './discovery-entry.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-discovery-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(['remote-evm', 'remote-solana', 'remote-near'])('the discovery of %s', (name) => {
  it('is one plain module', { timeout: 30_000 }, async () => {
    const root = resolve(import.meta.dirname, '../../../..', name);
    const { file } = await buildDiscovery({ root, name, version: '0.0.0', port: 0 }, join(folder, name));
    const code = await readFile(join(folder, name, file));
    expect(code.toString()).not.toMatch(/\bimport\s*[{"'*]/);
  });
});
