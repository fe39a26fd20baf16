import {
  type Manifest,
  manifestFormat,
  nothingSeen,
  readEnvelope,
  refusalOf,
  verifyManifest,
} from '@linkspan/trust';
import { assertNewer } from '@linkspan/trust/sign';
import {
  describeTrust,
  dryRunOption,
  findTrustedRoot,
  openStoreFromArgs,
  storeOption,
  trustedRootOption,
} from '../args/options.ts';
import { type CheckReport, checkNames, hasPassed, readCheckReport } from '../documents/check-report.ts';
import { manifestName, releasePath } from '../documents/paths.ts';
import { listManifests } from '../documents/published.ts';
import { assertFiles, findRelease, type ReleaseFolder } from '../documents/release-folder.ts';
import { readRoot } from '../documents/root.ts';
import { locateFiles } from '../documents/stored-files.ts';
import { listNew, upload, uploadFiles } from '../documents/upload.ts';
import { CommandError } from '../errors.ts';
import { probeStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Verb } from '../verb.ts';

/** Puts a signed release into a store. What is live stays as it is. */
export const publish: Verb = {
  name: 'publish',
  summary: 'puts a signed release into the store, where nobody gets it before “promote”',
  forms: ['publish REMOTE', 'publish FOLDER'],
  options: {
    unchecked: {
      text: 'take a release that has not passed both checks, or has changes that no commit has: for practice',
    },
    apart: {
      text: 'put its files into a folder of its own: every visitor loads all of them again',
    },
    ...storeOption,
    ...trustedRootOption,
    ...dryRunOption,
  },
  async run(args, context) {
    const release = await findRelease(args.word(0, 'REMOTE or FOLDER'), context.folder);
    const { folder, value: manifest } = release;
    const { remote, version, files } = manifest;
    const store = await openStoreFromArgs(args, context);
    const trusted = await findTrustedRoot(args, context, remote);
    const root = await readRoot(store, remote, trusted);
    const verified = await verifyManifest(root, release.envelope);
    const refusal = refusalOf(verified, { root, seen: nothingSeen });
    if (refusal !== undefined) throw refusal;
    await assertFiles(folder, manifest);

    const checked = await readCheckReport(folder, remote);
    const isThere = await isPublished(store, release);
    const { id } = verified;
    if (!isThere && !args.has('unchecked')) assertChecked({ manifest, id, folder, report: checked?.report });
    if (!isThere) await assertRises(store, manifest);
    const to = args.has('apart') ? releasePath(remote, version) : await locateFiles(store, manifest);
    const added = await listNew(store, to, manifest);
    const isWritten = (!isThere || added.length > 0) && !args.has('dry-run');
    if (isWritten) {
      await probeStore(store);
      const wanted = { store, folder, to, manifest, envelope: release.bytes, report: checked?.bytes };
      if (isThere) await uploadFiles(wanted, added, context);
      else await upload(wanted, added, context);
    }
    const counts = { all: files.length, added: added.length };
    return {
      lines: [
        `${remote} ${version} ${isThere ? describeAgain(counts, isWritten) : describeNew(counts, isWritten, store)}`,
        ...describeTrust(trusted, remote),
        `Next: npm run release -- promote ${remote} ${version}`,
      ],
      facts: {
        remote,
        version,
        id,
        files: files.length,
        added: added.map(({ path }) => path),
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
}

function describeNew({ all, added }: Counts, isWritten: boolean, { address }: Store): string {
  const known = all - added;
  const what = `${isWritten ? 'is' : 'would be'} published in ${address}: ${all} files`;
  return known === 0 ? `${what}.` : `${what}, ${known} of them as they were in an earlier release.`;
}

function describeAgain({ all, added }: Counts, isWritten: boolean): string {
  if (added === 0) return 'is published already, just so.';
  return `is published already. ${isWritten ? 'Uploaded' : 'To be uploaded'}: ${added} of its ${all} files that were not there.`;
}

/** Whether this very release is there whole. Throws `command/published-differently` if another has its version. */
async function isPublished(store: Store, { value, envelope }: ReleaseFolder): Promise<boolean> {
  const { remote, version } = value;
  const there = await store.read(`${releasePath(remote, version)}${manifestName}`);
  if (there === undefined) return false;
  const { payload } = readEnvelope(manifestFormat, there.bytes, remote);
  if (Buffer.compare(payload, envelope.payload) === 0) return true;
  throw new CommandError('command/published-differently', { remote, version });
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
  if (dirty) throw new CommandError('command/dirty-release', { remote, version });
  const check = checkNames.find((one) => !hasPassed(report, one, id));
  if (check !== undefined) throw new CommandError('command/not-checked', { remote, version, check, folder });
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
