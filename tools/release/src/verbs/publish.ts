import {
  type Envelope,
  type Manifest,
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
import { findOwnRemote } from '../packages.ts';
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
    const release = await findRelease(
      args.words[0] ?? (await findOwnRemote(context.folder)) ?? '.',
      context.folder,
    );
    const { folder, value: manifest } = release;
    const { remote, version, files } = manifest;
    const store = await openStoreFromArgs(args, context);
    const trusted = await findTrustedRoot(args, context, remote);
    const root = await readRoot(store, remote, trusted);
    const published = await readPublishedManifest(store, release);
    const envelope = published ? await join(root, published.envelope, release.envelope) : release.envelope;
    const verified = await verifyManifest(root, envelope);
    const refusal = refusalOf(verified, { root, seen: nothingSeen });
    if (refusal !== undefined) throw refusal;
    await assertFiles(folder, manifest);

    const checked = await readCheckReport(folder, remote);
    const isThere = published !== undefined;
    const signed = envelope.signatures.length - (published?.envelope.signatures.length ?? 0);
    const { id } = verified;
    if (!isThere && !args.has('unchecked')) assertChecked({ manifest, id, folder, report: checked?.report });
    if (!isThere) await assertRises(store, manifest);
    const added = await listNew(store, manifest);
    const isWritten = (!isThere || added.length + signed > 0) && !args.has('dry-run');
    if (isWritten) {
      await uploadFiles(store, release, added, context);
      if (published === undefined) await uploadManifest(store, release, checked?.bytes);
      else if (signed > 0) await replaceManifest(store, published, envelope);
    }
    const counts = { all: files.length, added: added.length, signed };
    return {
      lines: [
        `${remote} ${version} ${isThere ? describeAgain(counts, isWritten) : describeNew(counts, isWritten, store)}`,
        ...describeTrust(trusted, remote),
        `Next: ${command} promote ${remote} ${version}`,
      ],
      facts: {
        remote,
        version,
        id,
        files: files.length,
        added: added.map(({ path }) => path),
        signatures: envelope.signatures.map(({ keyid }) => keyid),
        isWritten,
        isRootOwn: trusted !== undefined,
      },
    };
  },
};

interface Counts {
  readonly all: number;
  /** Those of the files that the store did not have. */
  readonly added: number;
  /** The signatures that its manifest did not have. */
  readonly signed: number;
}

function describeNew({ all, added }: Counts, isWritten: boolean, { address }: Store): string {
  const known = all - added;
  const what = `${isWritten ? 'is' : 'would be'} published in ${address}: ${all} files`;
  return known === 0 ? `${what}.` : `${what}, ${known} of them as they were in an earlier release.`;
}

function describeAgain({ all, added, signed }: Counts, isWritten: boolean): string {
  if (added + signed === 0) return 'is published already, just so.';
  const what = [
    ...(added > 0 ? [`${added} of its ${all} files that were not there`] : []),
    ...(signed > 0 ? [`${signed} more signature${signed > 1 ? 's' : ''}`] : []),
  ];
  return `is published already. ${isWritten ? 'Uploaded' : 'To be uploaded'}: ${what.join(' and ')}.`;
}

/** The manifest of a published release. */
interface PublishedManifest {
  readonly path: string;
  readonly tag: Tag;
  readonly envelope: Envelope;
}

/** This very release as it is in the store. Throws `command/published-differently` if another has its version. */
async function readPublishedManifest(
  store: Store,
  { value: { remote, version }, envelope: own }: ReleaseFolder,
): Promise<PublishedManifest | undefined> {
  const path = `${releasePath(remote, version)}${manifestName}`;
  const there = await store.read(path);
  if (there === undefined) return undefined;
  const envelope = readEnvelope(manifestFormat, there.bytes, remote);
  if (Buffer.compare(envelope.payload, own.payload) !== 0)
    throw new Refusal(
      'command/published-differently',
      `${remote} ${version} is published already, with other content. Nothing was written; build the new one with a higher --version.`,
    );
  return { path, tag: there.tag, envelope };
}

/** A published manifest with the valid signatures of the same payload that it does not have yet. */
async function join(
  { remote, keys, roles }: Root,
  published: Envelope,
  { signatures }: Envelope,
): Promise<Envelope> {
  const offered = { ...published, signatures };
  const valid = await signersOf(offered, { remote, keys, role: roles.release });
  const known = new Set(published.signatures.map(({ keyid }) => keyid));
  const more = signatures.filter(({ keyid }) => valid.includes(keyid) && !known.has(keyid));
  const all = [...published.signatures, ...more];
  return { ...published, signatures: all.sort((one, other) => (one.keyid < other.keyid ? -1 : 1)) };
}

/** Rejects with `store/changed` if another publisher has added signatures meanwhile, which stay. */
async function replaceManifest(
  store: Store,
  { path, tag }: PublishedManifest,
  envelope: Envelope,
): Promise<void> {
  await store.replaceIfUnchanged(path, toEnvelopeBytes(envelope), tag);
}

/** A signed release, and the outcome of its checks, if it was checked. */
interface Candidate {
  readonly manifest: Manifest;
  /** The id of the manifest. */
  readonly id: string;
  readonly folder: string;
  readonly report: CheckReport | undefined;
}

/** Throws `command/dirty-release`, `command/not-checked`. */
function assertChecked({ manifest, id, folder, report }: Candidate): void {
  const { remote, version, dirty } = manifest;
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

/** Refuses a release that does not rise above every published one. Throws `release/older`. */
async function assertRises(store: Store, manifest: Manifest): Promise<void> {
  const { remote, version } = manifest;
  const published = await listManifests(store, remote);
  assertNewer(
    manifest,
    published.filter((one) => one.version !== version),
  );
}
