import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { addSignatures } from '@linkspan/trust/sign';
import { examineOptions, examineRelease } from '../build/examine-release.ts';
import { type Draft, readDraft, writeDraft } from '../documents/draft.ts';
import { manifestName } from '../documents/paths.ts';
import { assertFiles, findRelease } from '../documents/release-folder.ts';
import { readKeyNames } from '../keys/key-files.ts';
import { findAtLeastOneSigner, signerOptions } from '../keys/signers.ts';
import { command, toShown } from '../output.ts';
import { findNamed } from '../packages.ts';
import type { Args, Context, Outcome, Verb } from '../verb.ts';

/** Adds signatures to what is to be published. */
export const sign: Verb = {
  name: 'sign',
  summary: 'tells what a built release changes, and adds a signature to it; or to a root',
  words: '[REMOTE|FOLDER|FILE]',
  options: {
    ...signerOptions,
    ...examineOptions,
    'dry-run': { text: 'tell what would be signed, and sign nothing' },
  },
  run: (args, context) => signDraft(args, context, 'person'),
};

/** Signs by the keys that are named, else by the only one of this kind that is here. */
export async function signDraft(args: Args, context: Context, kind: 'person' | 'online'): Promise<Outcome> {
  const { file, draft } = await findDraft(await findNamed(args, context), context.folder);
  // Nobody signs for files that are not the ones listed.
  if (draft.kind === 'manifest') await assertFiles(dirname(file), draft.value);
  const signers = await findAtLeastOneSigner(args, context, kind);
  const seen: Outcome =
    draft.kind === 'manifest'
      ? await examineRelease(draft, { asked: args, context })
      : { lines: [], facts: {} };
  const { value } = draft;
  const facts = { kind: draft.kind, remote: value.remote, version: value.version, file, ...seen.facts };
  if (args.has('dry-run')) return { lines: [...seen.lines, 'Nothing was signed.'], facts };
  // The build of the commit has run by now: no key was read before its bytes agreed.
  const opened = await Promise.all(signers.map((signer) => signer.open()));
  const envelope = await addSignatures(draft.envelope, opened);
  await writeDraft(file, envelope);
  const keyids = envelope.signatures.map(({ keyid }) => keyid);
  const toName = await readKeyNames(context.env);
  return {
    lines: [...seen.lines, ...describe(draft, toShown(file, context.folder), keyids.map(toName))],
    facts: { ...facts, signatures: keyids },
  };
}

/** What is named: a file, or a release by its folder or its remote. Rejects with what `findRelease` rejects with. */
async function findDraft(
  word: string,
  within: string,
): Promise<{ readonly file: string; readonly draft: Draft }> {
  const file = resolve(within, word);
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile()) return { file, draft: await readDraft(file) };
  const release = await findRelease(word, within);
  return { file: join(release.folder, manifestName), draft: release };
}

function describe(
  { kind, value: { remote, version } }: Draft,
  file: string,
  names: readonly string[],
): readonly string[] {
  const what = kind === 'root' ? `root ${version} of ${remote}` : `${remote} ${version}`;
  const next = kind === 'root' ? `root publish ${file}` : `publish ${dirname(file)}`;
  return [`Signatures on ${what}: ${names.length}, by ${names.join(', ')}`, `Next: ${command} ${next}`];
}
