import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Bytes,
  type Envelope,
  type LivePayload,
  liveFormat,
  type Manifest,
  newestRootName,
  nothingSeen,
  type Role,
  type Root,
  rootFormat,
  verifyLive,
} from '@linkspan/trust';
import {
  addSignatures,
  createKeyPair,
  createPayload,
  type Payload,
  type Signer,
  signEnvelope,
  toEnvelopeBytes,
} from '@linkspan/trust/sign';
import { writeWhole } from '../files.ts';
import { toInstant } from '../time.ts';

/** A release that a page is to have in place of what is live. */
export interface Staged {
  readonly manifest: Manifest;
  readonly envelope: Envelope;
  /** The team's root, whose people have signed the release; undefined for one that nobody has signed. */
  readonly root: Root | undefined;
  /** The bytes of one of its files. */
  read(path: string): Promise<Bytes>;
}

/** How long a page takes a staged release. */
const days = 7;

/**
 * Writes a release into a folder of a page's site, with documents by which that page takes it as live. These are signed by
 * keys that are made for this and kept nowhere, so no other page takes them. The release itself needs the signatures that
 * the team's root demands, if there is one. Returns the absolute paths of root and live document. Rejects with what
 * `verifyLive` rejects with.
 */
export async function stage(
  folder: string,
  { manifest, envelope, root: team, read }: Staged,
  now: number,
): Promise<{ readonly root: string; readonly live: string }> {
  const { remote, version, files } = manifest;
  const [person, online] = [await createKeyPair('person'), await createKeyPair('online')];
  const own: Role = { keyids: [person.keyid], threshold: 1 };
  const root: Root = {
    ...{ remote, version: 1, expiresAt: toInstant(now, days) },
    keys: { ...team?.keys, [person.keyid]: person.key, [online.keyid]: online.key },
    roles: {
      root: own,
      release: team?.roles.release ?? { ...own, persons: 1 },
      live: { keyids: [online.keyid], threshold: 1 },
    },
    floor: team?.floor ?? 0,
    revoked: team?.revoked ?? [],
  };
  const path = `releases/${version}/`;
  const signed = team ? envelope : await addSignatures(envelope, [person]);
  const live: LivePayload = {
    remote,
    // A page that is open takes the next one.
    version: Math.floor(now / 1000),
    root: 1,
    ...{ issuedAt: toInstant(now), expiresAt: toInstant(now, days), since: toInstant(now) },
    releases: [{ share: 100, path, manifest: signed }],
  };
  const bytes = await sign(createPayload(liveFormat, live), online);
  const { refused } = await verifyLive({ root, seen: nothingSeen, envelope: bytes, now });
  if (refused[0] !== undefined) throw refused[0].refusal;
  for (const file of files) {
    const to = join(folder, path, file.path);
    await mkdir(dirname(to), { recursive: true });
    await writeWhole(to, await read(file.path));
  }
  const rootBytes = await sign(createPayload(rootFormat, root), person);
  const places = { root: join(folder, 'root/1.json'), live: join(folder, 'live.json') };
  for (const place of [places.root, join(folder, newestRootName)]) await writeWhole(place, rootBytes);
  await writeWhole(places.live, bytes);
  return places;
}

async function sign(payload: Payload, signer: Signer): Promise<Bytes> {
  return toEnvelopeBytes(await signEnvelope(payload, [signer]));
}
