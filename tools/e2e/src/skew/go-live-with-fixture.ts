import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { liveFormat, type Manifest, manifestFormat, readEnvelope } from '@linkspan/trust';
import { listFiles } from '../place/list-files.ts';
import { readLiveDocument } from '../place/read-live.ts';
import type { Team } from '../place/team.ts';

/** Makes the fixture remote live in place of a team's own, with what its manifest says of its needs. */
export async function goLiveWithFixture(
  team: Team,
  remote: string,
  needs: Partial<Pick<Manifest, 'contract' | 'shared'>>,
): Promise<void> {
  const version = '9.0.0';
  const path = `releases/${version}/`;
  const [discovery, entry] = ['discovery.js', 'remote-entry.js'] as const;
  const source = join(import.meta.dirname, 'remote');
  for (const file of [discovery, entry])
    await team.put(`${remote}/${path}${file}`, await readFile(join(source, file)));
  const { releases, ...live } = await readLiveDocument(team.folderOf(remote));
  const [before] = releases;
  if (before === undefined) throw new Error(`${remote} has no live release.`);
  const files = await listFiles(source);
  const own = { version, discovery, entry, preload: [entry], files, shared: {}, ...needs };
  const manifest: Manifest = { ...before.manifest, sequence: before.manifest.sequence + 1, ...own };
  const signed = readEnvelope(manifestFormat, await team.sign(manifestFormat, manifest, 'person'), remote);
  const next = { ...live, version: live.version + 1, releases: [{ share: 100, path, manifest: signed }] };
  await team.put(`${remote}/live.json`, await team.sign(liveFormat, next, 'machine'));
}
