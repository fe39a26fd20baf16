import { access, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Envelope } from '@linkspan/trust';
import type { Payload } from '@linkspan/trust/sign';
import type { Asked } from '../ask/asked.ts';
import { dryRunOption } from '../ask/store-option.ts';
import { type Build, type Described, describeRelease } from '../build/describe-release.ts';
import { raiseSequence } from '../build/raise-sequence.ts';
import { readSource, sourceOptions } from '../build/read-source.ts';
import { runBuild } from '../build/run-build.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { checkReportName } from '../documents/check-report.ts';
import { readDraft, writeDraft } from '../documents/draft.ts';
import { manifestName } from '../documents/paths.ts';
import { toShown } from '../to-shown.ts';
import { toSize } from '../to-size.ts';
import type { Verb } from '../verb.ts';

/** Builds a remote, and makes a release folder of what its own build wrote. */
export const build: Verb = {
  name: 'build',
  summary: 'builds a remote, checks what came of it, and makes a release to be signed',
  forms: ['build REMOTE'],
  options: {
    from: { value: 'FOLDER', text: 'the folder of the remote; else REMOTE' },
    built: { text: 'take its dist folder as it is, and run no build' },
    version: { value: 'VERSION', text: 'such as 1.2.3; else the one in its package.json' },
    out: { value: 'FOLDER', text: 'the release folder; else .linkspan/releases/REMOTE/VERSION' },
    ...sourceOptions,
    ...dryRunOption,
  },
  async run(asked, means) {
    const remote = asked.word(0, 'REMOTE');
    const from = resolve(means.folder, asked.one('from') ?? remote);
    await access(join(from, 'package.json')).catch((cause: unknown) => {
      throw new CommandError('command/no-remote-folder', { folder: from }, { cause });
    });
    const source = await readSource(asked, from);
    if (!asked.has('built')) await runBuild(means, { remote, from });
    const home = resolve(means.folder, '.linkspan/releases', remote);
    const described = await describe({ remote, from, version: readVersion(asked), source }, home, asked);
    const { version, files, sequence, commit, dirty = false } = described.manifest;
    const out = resolve(means.folder, asked.one('out') ?? join(home, version));
    const isDry = asked.has('dry-run');
    await writeRelease(out, described, isDry);
    const shown = toShown(out, means.folder);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return {
      lines: [
        `${remote} ${version}${isDry ? ' would be' : ' is'} in ${shown}: ${files.length} files, ${toSize(bytes)}.`,
        `From commit ${commit}${dirty ? ', with changes that no commit has' : ''}; sequence ${sequence}.`,
        `Next: npm run release -- check ${remote}, then npm run release -- sign ${remote}`,
      ],
      facts: { remote, version, sequence, commit, dirty, folder: out, files: files.length, bytes },
    };
  },
};

/** Where no commit counts a release, its sequence rises by itself, unless it was asked for. */
async function describe(build: Build, home: string, asked: Asked): Promise<Described> {
  const described = await describeRelease(build);
  if (!build.source.dirty || asked.whole('sequence') !== undefined) return described;
  const sequence = await raiseSequence(home, described.manifest);
  return describeRelease({ ...build, source: { ...build.source, sequence } });
}

function readVersion(asked: Asked): string | undefined {
  const version = asked.one('version');
  if (version === undefined || /^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version)) return version;
  throw new UsageError(`--version should be a version such as 1.2.3, not “${version}”.`);
}

async function writeRelease(out: string, { payload, folder }: Described, isDry: boolean): Promise<void> {
  const { signatures, report } = await readKept(out, payload);
  if (isDry) return;
  // What an earlier build left there is no part of this release.
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await cp(folder, out, { recursive: true });
  await writeDraft(join(out, manifestName), { ...payload, signatures });
  if (report !== undefined) await writeFile(join(out, checkReportName), report);
}

interface Kept {
  readonly signatures: Envelope['signatures'];
  /** What `release check` found. */
  readonly report?: Uint8Array | undefined;
}

/**
 * What the release folder has for this very payload. Throws `command/folder-taken` where the folder is something else,
 * which a build must not remove.
 */
async function readKept(out: string, { payload }: Payload): Promise<Kept> {
  const names = await readdir(out).catch((): string[] => []);
  if (names.length === 0) return { signatures: [] };
  if (!names.includes(manifestName)) throw new CommandError('command/folder-taken', { folder: out });
  const { kind, envelope } = await readDraft(join(out, manifestName));
  if (kind !== 'manifest') throw new CommandError('command/folder-taken', { folder: out });
  if (Buffer.compare(envelope.payload, payload) !== 0) return { signatures: [] };
  const report = await readFile(join(out, checkReportName)).catch(() => undefined);
  return { signatures: envelope.signatures, report };
}
