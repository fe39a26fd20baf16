import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { copySource } from '@linkspan/stack/copy-source';
import { type Manifest, manifestFormat, parsePayload, readEnvelope } from '@linkspan/trust';
import { expect, it } from 'vitest';
import { solana } from '../page/families.ts';
import { openTeam } from '../place/team.ts';

const { remote } = solana;
/** One line of its connector, as the bench changes it. */
const edit = {
  file: 'src/connector.ts',
  from: 'networks.length > 1',
  into: 'networks.length >= 2',
};

it('one changed line of a remote moves the file that has it and the one that leads there, and is at most 12 kB', async () => {
  const team = await openTeam('one-line');
  // Both from one folder: the order of some modules in their file depends on its path.
  const build = async (change: typeof edit, patch: number) => {
    await copySource(remote, join(team.folder, 'source', remote), change);
    const numbers = `--version 0.1.${patch} --sequence ${patch + 200}`;
    await team.run(`build ${remote} --from source/${remote} --out built-${patch} ${numbers} --dirty`);
    return join(team.folder, `built-${patch}`);
  };
  const before = await readManifest(join(await build({ ...edit, into: edit.from }, 1), 'manifest.json'));
  const folder = await build(edit, 2);
  const after = await readManifest(join(folder, 'manifest.json'));

  const known = new Set(before.files.map(({ integrity }) => integrity));
  const needed = [after.discovery, ...after.preload];
  const changed = after.files.filter(({ path, integrity }) => needed.includes(path) && !known.has(integrity));
  expect(changed.map(({ path }) => path.replace(/-[\w-]{8}\.js$/, ''))).toEqual(['connector', 'remoteEntry']);
  const sizes = await Promise.all(changed.map(({ path }) => sizeOf(join(folder, path))));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(12_000);
});

async function readManifest(file: string): Promise<Manifest> {
  const bytes = new Uint8Array(await readFile(file));
  return parsePayload(manifestFormat, readEnvelope(manifestFormat, bytes, file).payload, file);
}

async function sizeOf(file: string): Promise<number> {
  return brotliCompressSync(await readFile(file)).length;
}
