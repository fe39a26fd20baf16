import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Format,
  liveFormat,
  type Manifest,
  manifestFormat,
  parsePayload,
  readEnvelope,
} from '@linkspan/trust';
import { readLive } from '../place/read-live.ts';
import type { Team } from '../place/team.ts';

/** What documents say in place of what they said, or beside it. */
export interface Changes {
  readonly manifest: object;
  readonly live?: object;
  /** Of the release's entry in the live document. */
  readonly release?: object;
}

/** Signs the live release of a team's remote with other words, as another team's command would, and makes it live. */
export async function goLive(team: Team, remote: string, changes: Changes): Promise<void> {
  const { manifest, live = {}, release = {} } = changes;
  const before = await readLive(team.folderOf(remote));
  const value = { ...before.manifest, sequence: before.manifest.sequence + 1, ...manifest } as Manifest;
  const envelope = readEnvelope(manifestFormat, await team.sign(manifestFormat, value, 'person'), remote);
  const releases = [{ share: 100, path: before.path, manifest: envelope, ...release }];
  const document = await readDocument(team, remote, { format: liveFormat, path: 'live.json' });
  const next = { ...document, version: document.version + 1, releases, ...live };
  await team.put(`${remote}/live.json`, await team.sign(liveFormat, next, 'machine'));
}

/** What a document in a team's store says; nothing is verified. */
async function readDocument<Value>(
  team: Team,
  remote: string,
  { format, path }: { readonly format: Format<Value>; readonly path: string },
): Promise<Value> {
  const bytes = new Uint8Array(await readFile(join(team.folderOf(remote), path)));
  return parsePayload(format, readEnvelope(format, bytes, remote).payload, remote);
}
