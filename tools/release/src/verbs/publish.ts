import {
  type Envelope,
  manifestFormat,
  nothingSeen,
  type Root,
  readEnvelope,
  refusalOf,
  signersOf,
  verifyManifest,
} from '@linkspan/trust';
import { assertNewer, toEnvelopeBytes } from '@linkspan/trust/sign';
import { type CheckReport, checkNames, hasPassed, readCheckReport } from '../documents/check-report.ts';
import { manifestName, releasePath } from '../documents/paths.ts';
import { listManifests } from '../documents/published.ts';
import { assertFiles, findRelease, type ReleaseFolder } from '../documents/release-folder.ts';
import { readRoot } from '../documents/root.ts';
import { listNew, uploadFiles, uploadManifest } from '../documents/upload.ts';
import { Refusal } from '../errors.ts';
import {
  describeTrust,
  dryRunOption,
  findTrustedRoot,
  openStoreFromArgs,
  storeOption,
  trustedRootOption,
} from '../options.ts';
import { command } from '../output.ts';
import { findNamed } from '../packages.ts';
import type { Store, Tag } from '../store/store.ts';
import type { Verb } from '../verb.ts';

/** Puts a signed release into a store. What is live stays as it is. */
export const publish: Verb = {
  name: 'publish',
  summary: 'puts a signed release into the store, where nobody gets it before “promote”',
  words: '[REMOTE|FOLDER]',
  options: {
    unchecked: {
      text: 'take a release that has not passed both checks, or has changes that no commit has: for practice',
    },
    ...storeOption,
    ...trustedRootOption,
    ...dryRunOption,
  },
  async run(args, context) {
    const release = await findRelease(await findNamed(args, context), context.folder);
    const { folder, value: manifest } = release;
    const { remote, version, files } = manifest;
    const store = await openStoreFromArgs(args, context);
    const trusted = await findTrustedRoot(args, context, remote);
    const root = await readRoot(store, remote, trusted);
    const path = `${releasePath(remote, version)}${manifestName}`;
    const before = await readPublished(store, path, release);
    const envelope = before ? await join(root, before.envelope, release.envelope) : release.envelope;
    const verified = await verifyManifest(root, envelope);
    const refusal = refusalOf(verified, { root, seen: nothingSeen });
    if (refusal !== undefined) throw refusal;
    await assertFiles(folder, manifest);

    const { id } = verified;
    const checked = await readCheckReport(folder, remote);
    if (before === undefined) {
      if (!args.has('unchecked')) assertChecked(release, id, checked?.report);
      assertNewer(
        manifest,
        (await listManifests(store, remote)).filter((one) => one.version !== version),
      );
    }
    const added = await listNew(store, manifest);
    const signed = envelope.signatures.length - (before?.envelope.signatures.length ?? 0);
    const isWritten = added.length + signed > 0 && !args.has('dry-run');
    if (isWritten) {
      await uploadFiles(store, release, added, context);
      if (before === undefined) await uploadManifest(store, release, checked?.bytes);
      // Rejects if another publisher has added signatures meanwhile, which stay.
      else if (signed > 0) await store.replaceIfUnchanged(path, toEnvelopeBytes(envelope), before.tag);
    }
    const what = [
      ...(added.length > 0 || before === undefined ? [`${added.length} of its ${files.length} files`] : []),
      ...(signed > 0 ? [`${signed} signature${signed > 1 ? 's' : ''}`] : []),
    ];
    const wrote = `${isWritten ? 'Uploaded' : 'To be uploaded'}: ${what.join(' and ')}`;
    const state = before ? 'is published already' : `${isWritten ? 'is' : 'would be'} published`;
    return {
      lines: [
        `${remote} ${version} ${state} in ${store.address}. ${what.length > 0 ? wrote : 'Nothing was to be uploaded'}.`,
        ...describeTrust(trusted, remote),
        `Next: ${command} promote ${remote} ${version}`,
      ],
      facts: {
        ...{ remote, version, id, isWritten, files: files.length, isRootOwn: trusted !== undefined },
        added: added.map((file) => file.path),
        signatures: envelope.signatures.map(({ keyid }) => keyid),
      },
    };
  },
};

/** This very release as it is in the store. Throws `command/published-differently` if another has its version. */
async function readPublished(
  store: Store,
  path: string,
  { value: { remote, version }, envelope: own }: ReleaseFolder,
): Promise<{ readonly tag: Tag; readonly envelope: Envelope } | undefined> {
  const there = await store.read(path);
  if (there === undefined) return undefined;
  const envelope = readEnvelope(manifestFormat, there.bytes, remote);
  if (Buffer.compare(envelope.payload, own.payload) === 0) return { tag: there.tag, envelope };
  throw new Refusal(
    'command/published-differently',
    `${remote} ${version} is published already, with other content. Nothing was written; build the new one with a higher --version.`,
  );
}

/** A published manifest with the valid signatures of the same payload that it does not have yet. */
async function join(
  { remote, keys, roles }: Root,
  published: Envelope,
  { signatures }: Envelope,
): Promise<Envelope> {
  const valid = await signersOf({ ...published, signatures }, { remote, keys, role: roles.release });
  const known = new Set(published.signatures.map(({ keyid }) => keyid));
  const more = signatures.filter(({ keyid }) => valid.includes(keyid) && !known.has(keyid));
  const all = [...published.signatures, ...more];
  return { ...published, signatures: all.sort((one, other) => (one.keyid < other.keyid ? -1 : 1)) };
}

/** Refuses what is not from a commit, or was not checked. Throws `command/dirty-release`, `command/not-checked`. */
function assertChecked(
  { value: { remote, version, dirty }, folder }: ReleaseFolder,
  id: string,
  report: CheckReport | undefined,
): void {
  if (dirty)
    throw new Refusal(
      'command/dirty-release',
      `${remote} ${version} was built with changes that no commit has. Commit the changes, then build and sign it again.`,
    );
  const check = checkNames.find((one) => !hasPassed(report, one, id));
  if (check !== undefined)
    throw new Refusal(
      'command/not-checked',
      `${remote} ${version} has not passed the ${check} check. Run “${command} check ${folder}”, fix what it finds, then publish.`,
    );
}
