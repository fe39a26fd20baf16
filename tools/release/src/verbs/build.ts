import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isVersion } from '@linkspan/trust';
import { describeRelease } from '../build/describe-release.ts';
import {
  findRemoteFolder,
  findSequence,
  readSource,
  releasesHome,
  sourceOptions,
} from '../build/read-source.ts';
import { runBuild } from '../build/run-build.ts';
import { noteBuiltHere } from '../documents/built-here.ts';
import { writeReleaseFolder } from '../documents/release-folder.ts';
import { Refusal, UsageError } from '../errors.ts';
import { storeOption } from '../options.ts';
import { command, toShown, toSize } from '../output.ts';
import { findOwnRemote } from '../packages.ts';
import type { Verb } from '../verb.ts';

/** Builds a remote, and makes a release folder of what its own build wrote. */
export const build: Verb = {
  name: 'build',
  summary: 'builds a remote, checks what came of it, and makes a release to be signed',
  words: '[REMOTE]',
  options: {
    from: { value: 'FOLDER', text: 'the folder of the remote; else REMOTE, else this one' },
    built: { text: 'take its dist folder as it is, and run no build' },
    version: { value: 'VERSION', text: 'such as 1.2.3; else the one in its package.json' },
    out: { value: 'FOLDER', text: 'the release folder; else .linkspan/releases/REMOTE/VERSION' },
    ...sourceOptions,
    ...storeOption,
  },
  async run(args, context) {
    const remote = args.words[0] ?? (await findOwnRemote(context.folder)) ?? args.word(0, 'REMOTE');
    const asVersion = args.one('version');
    if (asVersion !== undefined && !isVersion(asVersion))
      throw new UsageError(`--version should be a version such as 1.2.3, not “${asVersion}”.`);
    const from = await findRemoteFolder(args, context, remote);
    await access(join(from, 'package.json')).catch((cause: unknown) => {
      throw new Refusal(
        'command/no-remote-folder',
        `There is no remote in ${from}. Name its folder, such as remote-evm, or give --from FOLDER.`,
        { cause },
      );
    });
    const source = await readSource(args, from, context.now());
    if (!args.has('built')) await runBuild(context, { remote, from });
    const about = { remote, from, version: asVersion };
    const { manifest } = await describeRelease({ ...about, source: { ...source, sequence: 1 } });
    const found = await findSequence(args, context, { from, manifest });
    const described = await describeRelease({ ...about, source: { ...source, sequence: found } });
    const { version, files, sequence, commit, dirty = false } = described.manifest;
    const out = resolve(context.folder, args.one('out') ?? join(releasesHome, remote, version));
    await writeReleaseFolder(out, described);
    // A dist folder that is taken as it is may come from anywhere.
    if (!args.has('built')) await noteBuiltHere(described.payload, context.env);
    const shown = toShown(out, context.folder);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return {
      lines: [
        `${remote} ${version} is in ${shown}: ${files.length} files, ${toSize(bytes)}.`,
        `From commit ${commit}${dirty ? ', with changes that no commit has' : ''}; sequence ${sequence}.`,
        `Next: ${command} check ${remote}, then ${command} sign ${remote}`,
      ],
      facts: { remote, version, sequence, commit, dirty, folder: out, files: files.length, bytes },
    };
  },
};
