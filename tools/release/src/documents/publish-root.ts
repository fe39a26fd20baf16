import { hasCode } from '@linkspan/contract';
import { nothingSeen, type Root, verifyFirstRoot, verifyLive, verifyRootChain } from '@linkspan/trust';
import { CommandError } from '../errors.ts';
import { toLine } from '../output.ts';
import { probeStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { immutableHeaders } from '../store/store.ts';
import type { Outcome } from '../verb.ts';
import { readDraft } from './draft.ts';
import { readReadableLive } from './live.ts';
import { rootPath } from './paths.ts';
import { withPublishedSignatures } from './published.ts';
import { findRefused } from './refusals.ts';
import { announceRoot, findRoot } from './root.ts';
import { createOrSame } from './stored-files.ts';

/**
 * Publishes a root that enough have signed, as the next after the one in the store, and announces it to open pages. If the
 * signatures of what is live do not count under it, the announcement waits for the live document that is signed next.
 * Rejects with what `verifyRootChain` rejects with, with `command/file-differs` if another was published first, and, unless
 * `mayStopLive` is set, with `command/root-stops-live` if it takes back a release that is live, or
 * `command/root-lacks-signatures` if one needs other signatures under it, without which it cannot be refreshed.
 */
export async function publishRoot(options: {
  readonly store: Store;
  readonly file: string;
  readonly isDry: boolean;
  /** Whether the root may take back a release while that is live. */
  readonly mayStopLive: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The root that those of the store must follow from, if one is known. */
  findTrusted(remote: string): Promise<Root | undefined>;
}): Promise<Outcome> {
  const { store, file, isDry, mayStopLive, findTrusted } = options;
  const { kind, value, bytes } = await readDraft(file);
  if (kind !== 'root') throw new CommandError('command/no-draft', { file });
  const { remote, version } = value;
  const before = await findRoot(store, remote, await findTrusted(remote));
  const root =
    before === undefined ? await verifyFirstRoot(bytes, remote) : await verifyRootChain(before, [bytes]);
  const live = await readReadableLive(store, remote);
  const refused = await findRefused(
    root,
    await withPublishedSignatures(store, root, live?.live.releases ?? []),
  );
  if (refused && !mayStopLive) {
    const context = { remote, root: `${version}`, version: refused.version, why: refused.why };
    if (refused.lacksSignatures) {
      const until = live?.live.expiresAt ?? '';
      throw new CommandError('command/root-lacks-signatures', { ...context, until });
    }
    throw new CommandError('command/root-stops-live', context);
  }
  const taken = refused?.lacksSignatures ? undefined : refused;
  const isAnnounced =
    taken !== undefined || live === undefined || !(await isUnsigned(root, live.bytes, options.now));
  const path = rootPath(remote, version);
  if (!isDry) {
    if (version === 1) await probeStore(store);
    await createOrSame(store, { path, bytes, headers: immutableHeaders(path) });
    if (isAnnounced) await announceRoot(store, remote, version);
  }
  return {
    lines: [
      `Root ${version} of ${remote}${isDry ? ' would be' : ' is'} published in ${store.address}.`,
      ...(taken
        ? [
            `Pages stop ${remote} ${taken.version} as soon as they look. Next: ${toLine(`rollback ${remote}`)}, or ${toLine(`withdraw ${remote}`)}`,
          ]
        : []),
      ...(isAnnounced
        ? []
        : [
            `Under it, the signatures of what is live do not count, so pages learn of it with the next live document. Next: ${
              refused
                ? `${toLine(`sign ${remote}`)} for ${refused.version}, by another of its signers, ${toLine(`publish ${remote}`)}, then `
                : ''
            }${toLine(`refresh ${remote}`)}, with a key that it names, by ${live?.live.expiresAt}.`,
          ]),
      ...(version === 1 ? [`Next: npm run release -- build ${remote}`] : []),
    ],
    facts: { remote, version, path, isAnnounced, stops: taken?.version ?? null, isWritten: !isDry },
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
