import { manifestFormat, nothingSeen, readEnvelope, refusalOf, verifyManifest } from '@linkspan/trust';
import {
  describeTrust,
  dryRunOption,
  findTrustedRoot,
  openStoreFromArgs,
  readHostAddresses,
  storeOption,
  trustedRootOption,
} from '../args/options.ts';
import { readCheckReport } from '../documents/check-report.ts';
import { assertRises, claimSequence } from '../documents/claim-sequence.ts';
import { askHosts, type HostReport } from '../documents/host-offer.ts';
import { manifestName, releasePath } from '../documents/paths.ts';
import { assertPolicy, type Candidate, readPolicy } from '../documents/policy.ts';
import { assertFiles, findRelease, type ReleaseFolder } from '../documents/release-folder.ts';
import { readRoot } from '../documents/root.ts';
import { locateFiles } from '../documents/stored-files.ts';
import { listNew, upload, uploadFiles } from '../documents/upload.ts';
import { CommandError } from '../errors.ts';
import { probeStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Context, Verb } from '../verb.ts';

/** Puts a signed release into a store. What is live stays as it is. */
export const publish: Verb = {
  name: 'publish',
  summary: 'puts a signed release into the store, where nobody gets it before “promote”',
  forms: ['publish REMOTE', 'publish FOLDER'],
  options: {
    host: {
      value: 'URL',
      isMany: true,
      text: 'a live page that should be able to run the release; else as the store’s policy says',
    },
    apart: {
      text: 'put its files into a folder of its own: every visitor loads all of them again',
    },
    ...storeOption,
    ...trustedRootOption,
    ...dryRunOption,
  },
  async run(args, context) {
    const hosts = readHostAddresses(args);
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
    const candidate = { manifest, id, folder, report: checked?.report };
    const admitted = isThere ? nothingAsked : await admit(store, candidate, { hosts, context });
    const to = args.has('apart') ? releasePath(remote, version) : await locateFiles(store, manifest);
    const added = await listNew(store, to, manifest);
    const isWritten = (!isThere || added.length > 0) && !args.has('dry-run');
    if (isWritten) {
      await probeStore(store);
      const wanted = { store, folder, to, manifest, envelope: release.bytes, report: checked?.bytes };
      if (isThere) await uploadFiles(wanted, added, context);
      else {
        await claimSequence(store, candidate);
        await upload(wanted, added, context);
      }
    }
    const counts = { all: files.length, added: added.length };
    return {
      lines: [
        `${remote} ${version} ${isThere ? describeAgain(counts, isWritten) : describeNew(counts, isWritten, store)}`,
        ...admitted.lines,
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
        hosts: admitted.hosts,
      },
    };
  },
};

const nothingAsked: HostReport = { lines: [], hosts: [] };

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

/**
 * Refuses a release that the store's policy does not take, that does not rise, or that no live page could run; tells
 * what the pages said. `hosts` are asked in place of those of the policy. Rejects with what `assertPolicy`,
 * `assertRises` and `assertHostFits` throw.
 */
async function admit(
  store: Store,
  candidate: Candidate,
  options: { readonly hosts: readonly string[]; readonly context: Pick<Context, 'fetch' | 'progress'> },
): Promise<HostReport> {
  assertPolicy(await readPolicy(store), candidate, store.address);
  await assertRises(store, candidate);
  return askHosts(store, candidate.manifest, options);
}
