import { join, resolve } from 'node:path';
import { manifestFormat, nothingSeen, readEnvelope, refusalOf, verifyManifest } from '@linkspan/trust';
import { assertNewer } from '@linkspan/trust/sign';
import { dryRunOption, openAskedStore, storeOption } from '../ask/store-option.ts';
import { CommandError } from '../command-error.ts';
import { createOrSame } from '../documents/create-or-same.ts';
import { readDraft } from '../documents/draft.ts';
import { manifestName, releasePath } from '../documents/paths.ts';
import { listManifests } from '../documents/published.ts';
import { readRoot } from '../documents/read-root.ts';
import { assertFiles, readListed } from '../documents/release-files.ts';
import { immutableHeaders } from '../store/headers.ts';
import { probeStore } from '../store/probe-store.ts';
import type { Store } from '../store/store.ts';
import type { Verb } from '../verb.ts';

/** Puts a signed release into a store. What is live stays as it is. */
export const publish: Verb = {
  name: 'publish',
  summary: 'puts a signed release into the store: its files first, then its manifest',
  forms: ['publish FOLDER'],
  options: { ...storeOption, ...dryRunOption },
  async run(asked, means) {
    const folder = resolve(means.folder, asked.word(0, 'FOLDER'));
    const store = await openAskedStore(asked, means);
    const draft = await readDraft(join(folder, manifestName));
    if (draft.kind !== 'manifest') throw new CommandError('command/no-draft', { file: folder });
    const { remote, version, files } = draft.value;
    const root = await readRoot(store, remote);
    const verified = await verifyManifest(root, draft.envelope);
    const refusal = refusalOf(verified, { root, seen: nothingSeen });
    if (refusal !== undefined) throw refusal;
    await assertFiles(folder, draft.value);

    const isThere = await isPublished(store, draft);
    const others = (await listManifests(store, remote)).filter((one) => one.version !== version);
    if (!isThere) assertNewer(draft.value, others);
    const isWritten = !isThere && !asked.has('dry-run');
    if (isWritten) await upload({ store, folder, draft });
    return {
      lines: [
        isThere
          ? `${remote} ${version} is published already, just so.`
          : `${remote} ${version}${isWritten ? ' is' : ' would be'} published in ${store.address}: ${files.length} files.`,
        `Next: npm run release -- promote ${remote} ${version}`,
      ],
      facts: { remote, version, id: verified.id, files: files.length, isWritten },
    };
  },
};

type Manifested = Extract<Awaited<ReturnType<typeof readDraft>>, { kind: 'manifest' }>;

/** Whether this very release is there whole. Throws `command/published-differently` where another has its version. */
async function isPublished(store: Store, { value, envelope }: Manifested): Promise<boolean> {
  const { remote, version } = value;
  const there = await store.read(`${releasePath(remote, version)}${manifestName}`);
  if (there === undefined) return false;
  const { payload } = readEnvelope(manifestFormat, there.bytes, remote);
  if (Buffer.compare(payload, envelope.payload) === 0) return true;
  throw new CommandError('command/published-differently', { remote, version });
}

/** The manifest last: a release without it is none, however far an earlier run came. */
async function upload(options: {
  readonly store: Store;
  readonly folder: string;
  readonly draft: Manifested;
}): Promise<void> {
  const { store, folder, draft } = options;
  const base = releasePath(draft.value.remote, draft.value.version);
  await probeStore(store);
  for (const file of draft.value.files) {
    const path = base + file.path;
    await createOrSame(store, {
      path,
      bytes: await readListed(folder, file),
      headers: immutableHeaders(path),
    });
  }
  const path = base + manifestName;
  await createOrSame(store, { path, bytes: draft.bytes, headers: immutableHeaders(path) });
}
