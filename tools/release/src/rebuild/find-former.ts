import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Manifest, type Root, verifyManifest } from '@linkspan/trust';
import type { Asked } from '../ask/asked.ts';
import { openAskedStore, storeOption } from '../ask/store-option.ts';
import { findTrustedRoot, trustedRootOption } from '../ask/trusted-root.ts';
import { findRelease } from '../check/find-release.ts';
import { readHistory } from '../documents/history.ts';
import { findLiveBefore } from '../documents/live-before.ts';
import { readLiveNow } from '../documents/live-now.ts';
import { readRelease } from '../documents/published.ts';
import { readRoot } from '../documents/read-root.ts';
import { explainError } from '../explain-error.ts';
import type { Means } from '../means.ts';
import type { Store } from '../store/store.ts';
import type { Options } from '../verb.ts';

/** The options that say what a release is compared with. */
export const againstOptions: Options = {
  against: {
    value: 'FOLDER|VERSION',
    text: 'tell what changed since this release; else since the one that is live, or was live last',
  },
  ...storeOption,
  ...trustedRootOption,
};

/** The release that another is compared with, in words for people where there is none. */
export type Former =
  | { readonly kind: 'release'; readonly manifest: Manifest; readonly where: string }
  | { readonly kind: 'none'; readonly why: string };

/**
 * The release that was asked for, else the one that most visitors have, or had last if none is live now. If that cannot be
 * read, signing goes on and says why. Throws for one that was asked for what reading it throws.
 */
export async function findFormer(asked: Asked, means: Means, remote: string): Promise<Former> {
  const against = asked.one('against');
  if (against !== undefined && (await isFolder(resolve(means.folder, against)))) {
    const { value, folder } = await findRelease(against, means.folder);
    return { kind: 'release', manifest: value, where: `in ${folder}` };
  }
  try {
    const store = await openAskedStore(asked, means);
    const root = await readRoot(store, remote, await findTrustedRoot(asked, means, remote));
    if (against === undefined) return await readMostLive(store, root);
    const { manifest } = await readRelease(store, root, against);
    return { kind: 'release', manifest, where: `in ${store.address}` };
  } catch (error) {
    const end = explainError(error);
    if (end === undefined || against !== undefined) throw error;
    return { kind: 'none', why: end.sentence };
  }
}

async function readMostLive(store: Store, root: Root): Promise<Former> {
  const { remote } = root;
  const live = (await readLiveNow(store, remote))?.live.releases ?? [];
  const isLive = live.length > 0;
  const releases = isLive ? live : findLiveBefore(await readHistory(store, remote), []);
  const [most] = [...releases].sort((one, other) => other.share - one.share);
  if (most === undefined)
    return { kind: 'none', why: `No release of ${remote} is live in ${store.address}, and none was.` };
  // What a store says unsigned could hide a change from who signs.
  const { manifest } = await verifyManifest(root, most.manifest);
  const where = isLive ? `live for ${most.share} %` : `live for ${most.share} % until it was withdrawn,`;
  return { kind: 'release', manifest, where: `${where} in ${store.address}` };
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
