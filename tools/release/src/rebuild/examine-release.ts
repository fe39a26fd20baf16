import { resolve } from 'node:path';
import type { Manifest } from '@linkspan/trust';
import type { Signer } from '@linkspan/trust/sign';
import type { Asked } from '../ask/asked.ts';
import { UsageError } from '../command-error.ts';
import type { Draft } from '../documents/draft.ts';
import type { Means } from '../means.ts';
import type { Options, Outcome } from '../verb.ts';
import { assertRebuilt } from './assert-rebuilt.ts';
import { compareReleases } from './compare-releases.ts';
import { describeChanges } from './describe-changes.ts';
import { againstOptions, type Former, findFormer } from './find-former.ts';

/** The options that say how a release is looked at before it is signed. */
export const examineOptions: Options = {
  rebuild: {
    text: 'build the release again from its commit first, which runs code of that commit as you; done unasked where someone else has signed it',
  },
  'no-rebuild': { text: 'do not, and say so' },
  from: { value: 'FOLDER', text: 'the folder of the remote in a checkout that has the commit; else REMOTE' },
  ...againstOptions,
};

/**
 * What signers are told of a release: whether its bytes come of its commit, and what it changes. Throws what
 * `assertRebuilt` and `findFormer` throw, and `UsageError`.
 */
export async function examineRelease(
  draft: Extract<Draft, { kind: 'manifest' }>,
  context: { readonly asked: Asked; readonly means: Means; readonly signers: readonly Signer[] },
): Promise<Outcome> {
  const { asked, means, signers } = context;
  const { remote, version, commit, repository, sequence, dirty = false } = draft.value;
  if (asked.has('rebuild') && asked.has('no-rebuild'))
    throw new UsageError('--rebuild and --no-rebuild exclude each other.');
  const isSecond = draft.envelope.signatures.some(({ keyid }) => !signers.some((one) => one.keyid === keyid));
  const isRebuilt = asked.has('rebuild') || (isSecond && !asked.has('no-rebuild'));
  if (isRebuilt)
    await assertRebuilt(draft, { from: resolve(means.folder, asked.one('from') ?? remote), means });
  const compared = compare(await findFormer(asked, means, remote), draft.value);
  const place = repository === undefined ? '' : ` of ${repository}`;
  return {
    lines: [
      `${remote} ${version}, sequence ${sequence}, from commit ${commit}${place}`,
      ...(dirty ? ['It was built with changes that no commit has.'] : []),
      isRebuilt
        ? 'It was built again from that commit, with the same bytes.'
        : 'It was not built again here: its bytes are taken on the word of whoever built it (--rebuild).',
      ...compared.lines,
    ],
    facts: { commit, dirty, isRebuilt, ...compared.facts },
  };
}

function compare(former: Former, release: Manifest): Outcome {
  if (former.kind === 'none')
    return {
      lines: [
        `There is nothing to compare it with. ${former.why}`,
        `Hosts named: ${release.hosts.join(', ') || 'none'}`,
      ],
      facts: { against: null, changes: null },
    };
  const changes = compareReleases(former.manifest, release);
  return {
    lines: [`Compared with ${former.manifest.version}, ${former.where}:`, ...describeChanges(changes)],
    facts: { against: former.manifest.version, changes },
  };
}
