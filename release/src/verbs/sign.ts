import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { addSignatures } from '@linkspan/trust/sign';
import { dryRunOption } from '../ask/store-option.ts';
import { type Draft, readDraft, writeDraft } from '../documents/draft.ts';
import { manifestName } from '../documents/paths.ts';
import { assertFiles } from '../documents/release-files.ts';
import { openAtLeastOneSigner, signerOptions } from '../keys/open-signers.ts';
import type { Outcome, Verb } from '../verb.ts';

/** Adds signatures to what is to be published. */
export const sign: Verb = {
  name: 'sign',
  summary: 'adds a signature to a built release or to a root',
  forms: ['sign FOLDER --key FILE', 'sign FILE --signer COMMAND --public FILE'],
  options: { ...signerOptions, ...dryRunOption },
  async run(asked, means) {
    const named = resolve(means.folder, asked.word(0, 'FOLDER or FILE'));
    const isFolder = await stat(named).then(
      (found) => found.isDirectory(),
      () => false,
    );
    const file = isFolder ? join(named, manifestName) : named;
    const draft = await readDraft(file);
    // Nobody signs for files that are not the ones listed.
    if (draft.kind === 'manifest') await assertFiles(dirname(file), draft.value);
    const signers = await openAtLeastOneSigner(asked, means);
    const envelope = await addSignatures(draft.envelope, signers);
    if (!asked.has('dry-run')) await writeDraft(file, envelope);
    return toOutcome(
      draft,
      file,
      envelope.signatures.map(({ keyid }) => keyid),
    );
  },
};

function toOutcome(draft: Draft, file: string, keyids: readonly string[]): Outcome {
  const { remote, version } = draft.value;
  const what = draft.kind === 'root' ? `root ${version} of ${remote}` : `${remote} ${version}`;
  return {
    lines: [
      ...(draft.kind === 'manifest' ? describe(draft.value) : []),
      `Signatures on ${what}: ${keyids.length}`,
      ...keyids.map((keyid) => `  ${keyid}`),
    ],
    facts: { kind: draft.kind, remote, version, file, signatures: keyids },
  };
}

function describe(manifest: Extract<Draft, { kind: 'manifest' }>['value']): readonly string[] {
  const { commit, sequence, files, dependencies, hosts } = manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    `From commit ${commit}, sequence ${sequence}`,
    `${files.length} files, ${bytes} bytes, ${dependencies.length} packages`,
    `Hosts named: ${hosts.join(', ') || 'none'}`,
  ];
}
