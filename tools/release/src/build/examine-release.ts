import { type Manifest, type Root, verifyManifest } from '@linkspan/trust';
import { isBuiltHere } from '../documents/built-here.ts';
import type { Draft } from '../documents/draft.ts';
import { readHistory } from '../documents/history.ts';
import { type LiveReleases, readStoredLive } from '../documents/live.ts';
import { readRoot } from '../documents/root.ts';
import { explainError, Refusal } from '../errors.ts';
import { findTrustedRoot, openStoreFromArgs, storeOption, trustedRootOption } from '../options.ts';
import type { Store } from '../store/store.ts';
import type { Args, Context, Options, Outcome } from '../verb.ts';
import { compareReleases, describeChanges } from './compare-releases.ts';
import { findRemoteFolder } from './read-source.ts';
import { assertRebuilt } from './rebuild.ts';

/** The options that say how a release is looked at before it is signed. */
export const examineOptions: Options = {
  rebuild: {
    text: 'build the release again from its commit first, which runs code of that commit as you; done unasked unless “build” made it on this machine',
  },
  'no-rebuild': { text: 'do not, and say so' },
  from: {
    value: 'FOLDER',
    text: 'the folder of the remote in a checkout that has the commit; else REMOTE, else this one',
  },
  ...storeOption,
  ...trustedRootOption,
};

/**
 * What signers are told of a release: whether its bytes come of its commit, and what it changes. Nothing that the release
 * folder or a store says decides whether it is built again. What is not is said at once, before a key is used. Throws
 * `command/key-near-build`, and what `assertRebuilt` throws.
 */
export async function examineRelease(
  draft: Extract<Draft, { kind: 'manifest' }>,
  { asked: args, context }: { readonly asked: Args; readonly context: Context },
): Promise<Outcome> {
  const { remote, version, commit, sequence, dirty = false } = draft.value;
  const isOwn = await isBuiltHere(draft.envelope, context.env);
  const isRebuilt = args.has('rebuild') || !(isOwn || args.has('no-rebuild'));
  if (!isRebuilt && !isOwn) context.complain(notRebuilt);
  if (isRebuilt) {
    assertNoKeyNear(args);
    await assertRebuilt(draft, { from: await findRemoteFolder(args, context, remote), context });
  }
  const compared = compare(await findBaseline(args, context, remote), draft.value);
  return {
    lines: [
      `${remote} ${version}, sequence ${sequence}, from commit ${commit}`,
      ...(dirty ? ['It was built with changes that no commit has.'] : []),
      isRebuilt
        ? 'It was built again from that commit, with the same bytes.'
        : isOwn
          ? 'It was built on this machine.'
          : notRebuilt,
      ...compared.lines,
    ],
    facts: { commit, dirty, isRebuilt, isBuiltHere: isOwn, ...compared.facts },
  };
}

/** Refuses to run code of a commit where it could read a key in a variable of this process. */
function assertNoKeyNear(args: Args): void {
  const [name] = args.all('key-env');
  if (name === undefined) return;
  throw new Refusal(
    'command/key-near-build',
    `This machine did not build the release, so it would be built again first, by code that could read the key in ${name}. Nothing was signed. Sign with --no-rebuild where that build is done elsewhere, as in the workflow of the guide; else sign with a key file.`,
  );
}

const notRebuilt =
  'It was not built again here: its bytes are taken on the word of whoever built it (--rebuild).';

function compare(baseline: Baseline, release: Manifest): Outcome {
  if (baseline.manifest === undefined)
    return {
      lines: [
        `There is nothing to compare it with. ${baseline.why}`,
        `Hosts named: ${release.hosts.join(', ') || 'none'}`,
      ],
      facts: { against: null, changes: null },
    };
  const changes = compareReleases(baseline.manifest, release);
  return {
    lines: [`Compared with ${baseline.manifest.version}, ${baseline.where}:`, ...describeChanges(changes)],
    facts: { against: baseline.manifest.version, changes },
  };
}

/** The release that another is compared with, in words for people if there is none. */
type Baseline =
  | { readonly manifest: Manifest; readonly where: string }
  | { readonly manifest?: never; readonly why: string };

/** The release that most visitors have, or had last. If it cannot be read, signing goes on and says why. */
async function findBaseline(args: Args, context: Context, remote: string): Promise<Baseline> {
  try {
    const store = await openStoreFromArgs(args, context);
    return await readMostLive(
      store,
      await readRoot(store, remote, await findTrustedRoot(args, context, remote)),
    );
  } catch (error) {
    const end = explainError(error);
    if (end === undefined) throw error;
    return { why: end.sentence };
  }
}

async function readMostLive(store: Store, root: Root): Promise<Baseline> {
  const { remote } = root;
  const live = (await readStoredLive(store, remote))?.live.releases ?? [];
  const isLive = live.length > 0;
  const isServed = ({ share }: LiveReleases[number]) => share > 0;
  const history = isLive ? [] : await readHistory(store, remote);
  const last = history.findLast((one) => one.live.releases.some(isServed))?.live.releases ?? [];
  const [most] = [...(isLive ? live : last)].sort((one, other) => other.share - one.share);
  if (most === undefined)
    return { why: `No release of ${remote} is live in ${store.address}, and none was.` };
  // What a store says unsigned could hide a change from who signs.
  const { manifest } = await verifyManifest(root, most.manifest);
  const where = isLive ? `live for ${most.share} %` : `live for ${most.share} % until it was withdrawn,`;
  return { manifest, where: `${where} in ${store.address}` };
}
