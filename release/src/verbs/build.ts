import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Envelope, manifestFormat } from '@linkspan/trust';
import { createPayload, type Payload } from '@linkspan/trust/sign';
import { dryRunOption } from '../ask/store-option.ts';
import { assertImports } from '../build/assert-imports.ts';
import { listDependencies } from '../build/list-dependencies.ts';
import { listHosts } from '../build/list-hosts.ts';
import { readBuilt } from '../build/read-built.ts';
import { readSource, sourceOptions } from '../build/read-source.ts';
import { CommandError } from '../command-error.ts';
import { readDraft, writeDraft } from '../documents/draft.ts';
import { manifestName } from '../documents/paths.ts';
import type { Verb } from '../verb.ts';

/** Makes a release folder of what a remote's own build wrote. */
export const build: Verb = {
  name: 'build',
  summary: 'checks what a remote’s build wrote, and makes a release to be signed of it',
  forms: ['build REMOTE'],
  options: {
    from: { value: 'FOLDER', text: 'the folder of the remote, already built; else REMOTE' },
    out: { value: 'FOLDER', text: 'the release folder; else .linkspan/releases/REMOTE/VERSION' },
    ...sourceOptions,
    ...dryRunOption,
  },
  async run(asked, { folder }) {
    const remote = asked.word(0, 'REMOTE');
    const from = resolve(folder, asked.one('from') ?? remote);
    const built = await readBuilt(join(from, 'dist'), remote);
    await assertImports(built.contents);
    const { files, ...described } = built.manifest;
    const payload = createPayload(manifestFormat, {
      ...described,
      files,
      ...(await readSource(asked, from)),
      dependencies: await listDependencies(from),
      hosts: listHosts(built.contents),
    });
    const version = described.version;
    const out = resolve(folder, asked.one('out') ?? `.linkspan/releases/${remote}/${version}`);
    const kept = await readKept(out, payload);
    if (!asked.has('dry-run')) {
      // What an earlier build left there is no part of this release.
      await rm(out, { recursive: true, force: true });
      await mkdir(out, { recursive: true });
      await cp(built.folder, out, { recursive: true });
      await writeDraft(join(out, manifestName), { ...payload, signatures: kept });
    }
    return {
      lines: [
        `${remote} ${version}${asked.has('dry-run') ? ' would be' : ' is'} in ${out}: ${files.length} files.`,
        `Next: npm run release -- sign ${out}`,
      ],
      facts: { remote, version, folder: out, files: files.length },
    };
  },
};

/**
 * The signatures that the release folder has for this very payload. Throws `command/folder-taken` where the folder is
 * something else, which a build must not remove.
 */
async function readKept(out: string, { payload }: Payload): Promise<Envelope['signatures']> {
  const names = await readdir(out).catch((): string[] => []);
  if (names.length === 0) return [];
  if (!names.includes(manifestName)) throw new CommandError('command/folder-taken', { folder: out });
  const { kind, envelope } = await readDraft(join(out, manifestName));
  if (kind !== 'manifest') throw new CommandError('command/folder-taken', { folder: out });
  return Buffer.compare(envelope.payload, payload) === 0 ? envelope.signatures : [];
}
