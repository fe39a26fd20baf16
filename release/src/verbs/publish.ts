import { manifestFormat, nothingSeen, readEnvelope, refusalOf, verifyManifest } from '@linkspan/trust';
import { readHostAddresses } from '../ask/host-address.ts';
import { dryRunOption, openAskedStore, storeOption } from '../ask/store-option.ts';
import { describeTrust, findTrustedRoot, trustedRootOption } from '../ask/trusted-root.ts';
import { findRelease, type ReleaseFolder } from '../check/find-release.ts';
import { CommandError } from '../command-error.ts';
import { readCheckReport } from '../documents/check-report.ts';
import { manifestName, releasePath } from '../documents/paths.ts';
import { readRoot } from '../documents/read-root.ts';
import { assertFiles } from '../documents/release-files.ts';
import { admit } from '../publish/admit.ts';
import { claimSequence } from '../publish/claim-sequence.ts';
import { upload } from '../publish/upload.ts';
import { probeStore } from '../store/probe-store.ts';
import type { Store } from '../store/store.ts';
import type { Outcome, Verb } from '../verb.ts';

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
    ...storeOption,
    ...trustedRootOption,
    ...dryRunOption,
  },
  async run(asked, means) {
    const hosts = readHostAddresses(asked);
    const release = await findRelease(asked.word(0, 'REMOTE or FOLDER'), means.folder);
    const { folder, value: manifest } = release;
    const { remote, version, files } = manifest;
    const store = await openAskedStore(asked, means);
    const trusted = await findTrustedRoot(asked, means, remote);
    const root = await readRoot(store, remote, trusted);
    const verified = await verifyManifest(root, release.envelope);
    const refusal = refusalOf(verified, { root, seen: nothingSeen });
    if (refusal !== undefined) throw refusal;
    await assertFiles(folder, manifest);

    const checked = await readCheckReport(folder, remote);
    const isThere = await isPublished(store, release);
    const { id } = verified;
    const candidate = { manifest, id, folder, report: checked?.report };
    const admitted = isThere ? nothingAsked : await admit(store, candidate, { hosts, means });
    const isWritten = !isThere && !asked.has('dry-run');
    if (isWritten) {
      await probeStore(store);
      await claimSequence(store, candidate);
      await upload({ store, folder, manifest, envelope: release.bytes, report: checked?.bytes }, means);
    }
    return {
      lines: [
        isThere
          ? `${remote} ${version} is published already, just so.`
          : `${remote} ${version}${isWritten ? ' is' : ' would be'} published in ${store.address}: ${files.length} files.`,
        ...admitted.lines,
        ...describeTrust(trusted, remote),
        `Next: npm run release -- promote ${remote} ${version}`,
      ],
      facts: {
        remote,
        version,
        id,
        files: files.length,
        isWritten,
        isRootOwn: trusted !== undefined,
        ...admitted.facts,
      },
    };
  },
};

const nothingAsked: Outcome = { lines: [], facts: { hosts: [] } };

/** Whether this very release is there whole. Throws `command/published-differently` where another has its version. */
async function isPublished(store: Store, { value, envelope }: ReleaseFolder): Promise<boolean> {
  const { remote, version } = value;
  const there = await store.read(`${releasePath(remote, version)}${manifestName}`);
  if (there === undefined) return false;
  const { payload } = readEnvelope(manifestFormat, there.bytes, remote);
  if (Buffer.compare(payload, envelope.payload) === 0) return true;
  throw new CommandError('command/published-differently', { remote, version });
}
