import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { addSignatures } from '@linkspan/trust/sign';
import { dryRunOption } from '../args/options.ts';
import { examineOptions, examineRelease } from '../build/examine-release.ts';
import { type Draft, readDraft, writeDraft } from '../documents/draft.ts';
import { manifestName } from '../documents/paths.ts';
import { assertFiles, findRelease } from '../documents/release-folder.ts';
import { readKeyNames } from '../keys/key-files.ts';
import { findAtLeastOneSigner, signerOptions } from '../keys/signers.ts';
import { toShown } from '../output.ts';
import type { Outcome, Verb } from '../verb.ts';

/** Adds signatures to what is to be published. */
export const sign: Verb = {
  name: 'sign',
  summary: 'tells what a built release changes, and adds a signature to it; or to a root',
  forms: ['sign REMOTE', 'sign FOLDER --key FILE', 'sign FILE --signer COMMAND --public FILE'],
  options: { ...signerOptions, ...examineOptions, ...dryRunOption },
  async run(args, context) {
    const { file, draft } = await findDraft(args.word(0, 'REMOTE, FOLDER or FILE'), context.folder);
    // Nobody signs for files that are not the ones listed.
    if (draft.kind === 'manifest') await assertFiles(dirname(file), draft.value);
    const signers = await findAtLeastOneSigner(args, context, 'person');
    const seen: Outcome =
      draft.kind === 'manifest'
        ? await examineRelease(draft, { asked: args, context, signers })
        : { lines: [], facts: {} };
    // The build of the commit has run by now: no key was read before its bytes agreed.
    const opened = await Promise.all(signers.map((signer) => signer.open()));
    const envelope = await addSignatures(draft.envelope, opened);
    const isDry = args.has('dry-run');
    if (!isDry) await writeDraft(file, envelope);
    const keyids = envelope.signatures.map(({ keyid }) => keyid);
    const toName = await readKeyNames(context.env);
    return {
      lines: [
        ...seen.lines,
        ...describe(draft, toShown(file, context.folder), { names: keyids.map(toName), isDry }),
      ],
      facts: {
        kind: draft.kind,
        remote: draft.value.remote,
        version: draft.value.version,
        file,
        signatures: keyids,
        isWritten: !isDry,
        ...seen.facts,
      },
    };
  },
};

/** What is named: a file, or a release by its folder or its remote. Rejects with what `findRelease` rejects with. */
async function findDraft(
  word: string,
  within: string,
): Promise<{ readonly file: string; readonly draft: Draft }> {
  const named = resolve(within, word);
  const isFile = await stat(named).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) return { file: named, draft: await readDraft(named) };
  const release = await findRelease(word, within);
  return { file: join(release.folder, manifestName), draft: release };
}

function describe(
  { kind, value: { remote, version } }: Draft,
  file: string,
  { names, isDry }: { readonly names: readonly string[]; readonly isDry: boolean },
): readonly string[] {
  const what = kind === 'root' ? `root ${version} of ${remote}` : `${remote} ${version}`;
  const next = kind === 'root' ? `root publish ${file}` : `publish ${dirname(file)}`;
  return [
    `${isDry ? 'Signatures would be' : 'Signatures'} on ${what}: ${names.length}, by ${names.join(', ')}`,
    `Next: npm run release -- ${next}`,
  ];
}
