import { hasCode } from '@linkspan/contract';
import { nothingSeen, type Root, verifyFirstRoot, verifyLive, verifyRootChain } from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import { command, toLine } from '../output.ts';
import { probeStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { immutableHeaders } from '../store/store.ts';
import type { Outcome } from '../verb.ts';
import { readDraft, toNoDraft } from './draft.ts';
import { readReadableLive } from './live.ts';
import { rootPath } from './paths.ts';
import { findTakenBack } from './refusals.ts';
import { announceRoot, findRoot } from './root.ts';
import { createOrSame } from './stored-files.ts';

/**
 * Publishes a root that enough have signed, as the next after the one in the store, and announces it to open pages. If the
 * signatures of what is live do not count under it, the announcement waits for the live document that is signed next.
 * Rejects with what `verifyRootChain` rejects with, with `command/file-differs` if another was published first, and with
 * `command/root-stops-live` if it takes back a release that is live, unless `mayStopLive` is set.
 */
export async function publishRoot(options: {
  readonly store: Store;
  readonly file: string;
  /** Whether the root may take back a release while that is live. */
  readonly mayStopLive: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The root that those of the store must follow from, if one is known. */
  findTrusted(remote: string): Promise<Root | undefined>;
}): Promise<Outcome> {
  const { store, file, mayStopLive, findTrusted } = options;
  const { kind, value, bytes } = await readDraft(file);
  if (kind !== 'root') throw toNoDraft(file);
  const { remote, version } = value;
  const before = await findRoot(store, remote, await findTrusted(remote));
  const root =
    before === undefined ? await verifyFirstRoot(bytes, remote) : await verifyRootChain(before, [bytes]);
  const live = await readReadableLive(store, remote);
  const taken = findTakenBack(root, live?.live.releases ?? []);
  if (taken && !mayStopLive)
    throw new Refusal(
      'command/root-stops-live',
      `${remote} ${taken.version} is live, and root ${version} takes it back: ${taken.why} Nothing was written. First go back with “${command} rollback ${remote}”, make another one live with “${command} promote ${remote} VERSION”, or take all off with “${command} withdraw ${remote}”; then publish the root. If nobody can do that now, --while-live publishes it all the same: pages stop signing with ${taken.version} as soon as they look.`,
    );
  const isAnnounced = mayStopLive || live === undefined || !(await isUnsigned(root, live.bytes, options.now));
  const path = rootPath(remote, version);
  await probeStore(store);
  await createOrSame(store, { path, bytes, headers: immutableHeaders(path) });
  if (isAnnounced) await announceRoot(store, remote, version);
  return {
    lines: [
      `Root ${version} of ${remote} is published in ${store.address}.`,
      ...(taken
        ? [
            `Pages stop ${remote} ${taken.version} as soon as they look. Next: ${toLine(`rollback ${remote}`)}, or ${toLine(`withdraw ${remote}`)}`,
          ]
        : []),
      ...(isAnnounced
        ? []
        : [
            `Under it, the signatures of what is live do not count, so pages learn of it with the next live document. Next: ${toLine(`refresh ${remote}`)}, with a key that it names, or ${toLine(`promote ${remote} VERSION`)}`,
          ]),
      ...(version === 1 ? [`Next: ${toLine(`build ${remote}`)}`] : []),
    ],
    facts: { remote, version, path, isAnnounced, stops: taken?.version ?? null },
  };
}

/** Whether the signatures of what is live do not count under a root: of the document, or of one of its releases. */
async function isUnsigned(root: Root, bytes: Uint8Array, now: number): Promise<boolean> {
  try {
    await verifyLive({ root, seen: nothingSeen, envelope: new Uint8Array(bytes), now });
    return false;
  } catch (error) {
    return hasCode(error, 'release/unsigned') || hasCode(error, 'release/wrong-signer');
  }
}
