import { writeFileSync } from 'node:fs';
import { access, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Manifest, manifestFormat } from '@linkspan/trust';
import { createPayload } from '@linkspan/trust/sign';
import { describe, expect, it } from 'vitest';
import { readDraft, writeDraft } from '../documents/draft.ts';
import { manifestIdOf } from '../documents/live.ts';
import { writeWhole } from '../files.ts';
import { ProgramError } from '../run-program.ts';
import { createSourceTeam } from '../testing/source-team.ts';
import { createTeam, soundFiles as source } from '../testing/team.ts';

/** A release that ann has built and signed from a commit, delivered to a machine that did not build it. */
async function createSigned() {
  const team = await createSourceTeam();
  await team.commit('1.0.0', source);
  const { folder } = await team.done<{ folder: string }>('build remote-evm', team.context);
  await team.done(`sign ${folder} ${team.by('ann')}`, team.context);
  team.programs.length = 0;
  const forgetBuilt = () => rm(join(team.folder, '.config/linkspan/built'), { recursive: true });
  await forgetBuilt();
  const manifest = join(folder, 'manifest.json');
  const strip = async () => writeDraft(manifest, { ...(await readDraft(manifest)).envelope, signatures: [] });
  return { ...team, release: folder, forgetBuilt, strip };
}

/** The commands that were run, each by its first words. */
const toWords = (programs: readonly { readonly args: readonly string[] }[]) =>
  programs.flatMap(({ args }) => args.find((word) => ['install', 'build'].includes(word)) ?? []);

describe('release sign', () => {
  it('adds one signature at a time, each key once', async () => {
    const { done, release, by, keyids, context } = await createSigned();
    await done(`sign ${release} ${by('ann')}`, context);
    const { signatures } = await done<{ signatures: string[] }>(`sign ${release} ${by('bob')}`, context);
    expect(signatures).toEqual([keyids.ann, keyids.bob].sort());
  });

  it('tells first what would be signed, and signs nothing, if it is asked to', async () => {
    const { run, release, by, context } = await createSigned();
    const { said } = await run(`sign ${release} --dry-run ${by('bob')}`, context);
    expect(said).toMatch(/Nothing was signed\.$/);
    expect((await readDraft(join(release, 'manifest.json'))).envelope.signatures).toHaveLength(1);
  });

  it('refuses files that are not the listed ones, and a file that is no draft', async () => {
    const { refused, folder, release, by } = await createSigned();
    await writeFile(join(release, 'chunk.js'), 'export const one = 2;');
    expect(await refused(`sign ${release} ${by('bob')}`)).toContain('command/altered');
    await writeFile(join(folder, 'NOTES.md'), 'A release');
    expect(await refused(`sign NOTES.md ${by('bob')}`)).toMatch(/Name the file .*no-draft/s);
    expect(await refused('root publish NOTES.md')).toContain('command/no-draft');
  });

  it('takes the release in the current folder if none is named', async () => {
    const { folder, done, by, context, release } = await createSigned();
    const here = { ...context, folder: resolve(folder, release) };
    const keys = by('bob').replaceAll('--key ', `--key ${folder}/`);
    expect(await done(`sign --from ${folder}/remote-evm ${keys}`, here)).toMatchObject({ version: '1.0.0' });
    expect(await done('check --static', here)).toMatchObject({ version: '1.0.0' });
    expect(await done('publish --dry-run --unchecked', here)).toMatchObject({ version: '1.0.0' });
  });

  it('signs with the only key of a person that is here, where nobody is named', async () => {
    const { folder, done, refused, release, keyids, context } = await createSigned();
    expect(await refused(`sign ${release}`, context)).toContain('command/no-signer');
    for (const ending of ['key', 'pub']) await rm(join(folder, `.config/linkspan/keys/ann.${ending}.json`));
    const { signatures } = await done<{ signatures: string[] }>(`sign ${release}`, context);
    expect(signatures).toContain(keyids.bob);
  });
});

describe('the second signer’s run', () => {
  it('builds the release again from its commit, in a place of its own that is gone afterwards', async () => {
    const { folder, done, release, by, context, programs, git } = await createSigned();
    await writeFile(join(folder, 'remote-evm/source/chunk.js'), 'export const one = "not committed";');
    expect(await done(`sign ${release} ${by('bob')}`, context)).toMatchObject({ isRebuilt: true });
    expect(toWords(programs)).toEqual(['install', 'build']);
    const places = programs.map(
      (program) => /^.*linkspan-(install|rebuild)-\w+/.exec(program.folder)?.[0] ?? '',
    );
    for (const place of places) {
      expect(place).toContain(tmpdir());
      await expect(access(place)).rejects.toThrow('ENOENT');
    }
    expect(await git('worktree', 'list')).not.toContain('linkspan-rebuild');
  });
});

describe('the second signer’s run, before a release,', { tags: ['release'] }, () => {
  it('has an empty home, and no variable of who signs', async () => {
    const { done, release, by, context } = await createSigned();
    const seen: unknown[] = [];
    const run: typeof context.run = async (program) => {
      const { HOME, ...others } = program.env;
      if (program.args.includes('build')) seen.push(await readdir(`${HOME}`), Object.keys(others).sort());
      return context.run(program);
    };
    const env = { PATH: '/usr/bin', HOME: '/home/ann', LINKSPAN_STORE: 'memory', XDG_DATA_HOME: '/home/ann' };
    await done(`sign ${release} ${by('bob')}`, { run, env });
    const others = 'APPDATA LC_ALL LOCALAPPDATA NODE_ENV NO_COLOR PATH TZ USERPROFILE'.split(' ');
    expect(seen).toEqual([[], others.filter((name) => !name.includes('APPDATA'))]);
  });

  it('reads no key before the bytes agree', async () => {
    const { folder, done, release, by, context } = await createSigned();
    const file = join(folder, '.config/linkspan/keys/bob.key.json');
    const key = await readFile(file, 'utf8');
    await writeFile(file, 'no key');
    const run: typeof context.run = async (program) => {
      if (program.args.includes('build')) await writeFile(file, key);
      return context.run(program);
    };
    expect(await done(`sign ${release} ${by('bob')}`, { run })).toMatchObject({ isRebuilt: true });
  });

  it('runs no signer if they do not agree', async () => {
    const { folder, run, release, context } = await createSigned();
    const signer = join(folder, 'signer.sh');
    const trace = join(folder, 'trace');
    await writeFile(signer, `#!/bin/sh\ntouch ${trace}\nexit 1\n`, { mode: 0o755 });
    const line = `sign ${release} --signer ${signer} --public .config/linkspan/keys/bob.pub.json`;
    const altering: typeof context.run = async (program) => {
      if (program.args.includes('build'))
        await writeFile(join(program.folder, 'source/chunk.js'), 'stolen()');
      return context.run(program);
    };
    expect((await run(line, { run: altering })).complaint).toContain('command/rebuilt-differently');
    await expect(access(trace)).rejects.toThrow('ENOENT');
    expect((await run(line, context)).complaint).toContain('command/signer-failed');
    await access(trace);
  });

  it('refuses other bytes, and names the files', async () => {
    const { folder, refused, done, by, context, writeBuilt } = await createSigned();
    const files = { ...source, 'chunk.js': 'export const one = "stolen";', 'more.js': '' };
    await writeBuilt('1.0.0', 1, files);
    await done('build remote-evm --built --out forged');
    await done(`sign forged --no-rebuild ${by('ann')}`);
    const complaint = await refused(`sign forged ${by('bob')}`, context);
    expect(complaint).toContain('command/rebuilt-differently');
    expect(complaint).toContain('chunk.js has other content, more.js does not come of it');
    expect((await readDraft(join(folder, 'forged/manifest.json'))).envelope.signatures).toHaveLength(1);
  });

  it('refuses what else a manifest claims of its bytes', async () => {
    const { refused, by, context, release } = await createSigned();
    const draft = await readDraft(join(release, 'manifest.json'));
    const payload = createPayload(manifestFormat, { ...(draft.value as Manifest), hosts: [] });
    await writeDraft(join(release, 'manifest.json'), { ...payload, signatures: [] });
    expect(await refused(`sign ${release} ${by('bob')}`, context)).toContain('its list of hosts is another');
  });

  it('refuses a release with changes that no commit has', async () => {
    const { folder, run, done, by, context, forgetBuilt } = await createSigned();
    await writeFile(join(folder, 'remote-evm/source/chunk.js'), 'export const one = 2;');
    await done('build remote-evm --dirty --out dirty', context);
    await done(`sign dirty ${by('ann')}`, context);
    await forgetBuilt();
    expect((await run(`sign dirty ${by('bob')}`, context)).complaint).toContain('command/rebuild-dirty');
    const { said } = await run(`sign dirty ${by('bob')} --no-rebuild`, context);
    expect(said).toContain('It was built with changes that no commit has.');
  });

  it('is done whoever has signed, and whatever lies beside the manifest', async () => {
    const { folder, refused, done, by, context, release, programs, strip } = await createSigned();
    const { envelope } = await readDraft(join(release, 'manifest.json'));
    const id = manifestIdOf(envelope);
    for (const forged of [
      `${release}/built/${id}`,
      `${folder}/.linkspan/built/${id}`,
      `${folder}/built/${id}`,
    ])
      await writeWhole(forged, '');
    await strip();
    expect(await done(`sign ${release} ${by('bob')}`, context)).toMatchObject({ isRebuilt: true });
    await strip();
    const line = `sign ${release} ${by('bob')} --dry-run`;
    expect(await done(line, context)).toMatchObject({ isRebuilt: true });
    const altering: typeof context.run = async (program) => {
      if (program.args.includes('build'))
        await writeFile(join(program.folder, 'source/chunk.js'), 'stolen()');
      return context.run(program);
    };
    expect(await refused(`sign ${release} ${by('bob')}`, { run: altering })).toContain(
      'command/rebuilt-differently',
    );
    expect(toWords(programs)).toEqual(['install', 'build', 'install', 'build', 'install', 'build']);
  });

  it('is done before there is a root, and whatever root a store has', async () => {
    const { done, by, context, release, store, strip } = await createSigned();
    await strip();
    for (const name of ['root/1.json', 'root.json']) await store.remove(`remote-evm/${name}`);
    expect(await done(`sign ${release} ${by('bob')}`, context)).toMatchObject({ isRebuilt: true });
  });

  it('is done for the online key too', async () => {
    const { done, by, context, release, strip } = await createSigned();
    await strip();
    expect(await done(`sign ${release} ${by('ci')}`, context)).toMatchObject({ isRebuilt: true });
  });

  it('is not done where its code could read a key in a variable: it says what to do', async () => {
    const { refused, done, context, release, strip, programs, folder } = await createSigned();
    await strip();
    const env = { CI_KEY: await readFile(join(folder, '.config/linkspan/keys/ci.key.json'), 'utf8') };
    const line = `sign ${release} --key-env CI_KEY`;
    expect(await refused(line, { ...context, env })).toMatch(/--no-rebuild .*command\/key-near-build/s);
    expect(programs).toEqual([]);
    expect(await done(`${line} --no-rebuild`, { ...context, env })).toMatchObject({ isRebuilt: false });
  });

  it('is done of what a dist folder had that no build of this machine wrote', async () => {
    const { refused, done, by, context, writeBuilt } = await createSigned();
    await writeBuilt('1.0.0', 1, { ...source, 'chunk.js': 'export const one = "stolen";' });
    await done('build remote-evm --built --out forged');
    expect(await refused(`sign forged ${by('bob')}`, context)).toContain('command/rebuilt-differently');
  });

  it('is not done where this machine built these very bytes, unless that is asked for', async () => {
    const { done, run, by, context } = await createSigned();
    const { folder } = await done<{ folder: string }>('build remote-evm --version 1.1.0', context);
    const { said, complaint } = await run(`sign ${folder} ${by('ann')}`, context);
    expect([said, complaint]).toEqual([expect.stringContaining('It was built on this machine.'), '']);
    expect(await done(`sign ${folder} ${by('bob')}`, context)).toMatchObject({ isRebuilt: false });
    expect(await done(`sign ${folder} ${by('ann')} --rebuild`, context)).toMatchObject({
      ...{ isRebuilt: true, version: '1.1.0' },
    });
  });

  it('is skipped if that is asked for, which is said before a key is read', async () => {
    const { folder, run, release, by, context, programs } = await createSigned();
    const file = join(folder, '.config/linkspan/keys/bob.key.json');
    const key = await readFile(file, 'utf8');
    await writeFile(file, 'no key');
    const complaints: string[] = [];
    const complain = (text: string) => {
      complaints.push(text);
      writeFileSync(file, key);
    };
    const { said } = await run(`sign ${release} ${by('bob')} --no-rebuild`, { ...context, complain });
    expect([said, programs]).toEqual([expect.stringContaining('It was not built again here'), []]);
    expect(complaints).toEqual([expect.stringContaining('It was not built again here')]);
  });

  it('refuses a commit with a link out of it, and removes nothing there', async () => {
    const { folder, refused, done, by, context, commit, forgetBuilt, programs } = await createSigned();
    await writeFile(join(folder, '.npmrc'), 'own');
    await symlink(folder, join(folder, 'remote-evm/all'));
    await commit('1.1.0', source);
    const made = await done<{ folder: string }>('build remote-evm', context);
    await forgetBuilt();
    programs.length = 0;
    const complaint = await refused(`sign ${made.folder} ${by('bob')}`, context);
    expect(complaint).toMatch(/a link, remote-evm\/all, .*command\/commit-link/s);
    expect([await readFile(join(folder, '.npmrc'), 'utf8'), programs]).toEqual(['own', []]);
  });

  it('refuses a commit whose lockfile does not pin its packages', async () => {
    const { folder, refused, done, by, context, commit, forgetBuilt } = await createSigned();
    const packages = 'packages:\n  ms@2.1.3:\n    resolution: {tarball: https://codeload.example/ms}\n';
    await writeFile(join(folder, 'pnpm-lock.yaml'), `lockfileVersion: '9.0'\n${packages}`);
    await commit('1.1.0', source);
    const made = await done<{ folder: string }>('build remote-evm', context);
    await forgetBuilt();
    const complaint = await refused(`sign ${made.folder} ${by('bob')}`, context);
    expect(complaint).toMatch(/^pnpm-lock\.yaml of the commit .*ms@2\.1\.3.*command\/unpinned/s);
  });

  it('refuses where the commit is not here, if there is no checkout, and where nothing can be installed', async () => {
    const { refused, release, by, context } = await createSigned();
    const line = `sign ${release} ${by('bob')}`;
    const broken = {
      run: async () => {
        throw new ProgramError('no network');
      },
    };
    expect(await refused(line, broken)).toContain('The installation said:\nno network');
    expect(await refused(`${line} --from ${tmpdir()}`, context)).toContain('command/no-checkout');
    const elsewhere = await createSourceTeam();
    await elsewhere.commit('1.0.0', { ...source, 'chunk.js': 'export const one = "elsewhere";' });
    const from = join(elsewhere.folder, 'remote-evm');
    expect(await refused(`${line} --from ${from}`, context)).toContain('command/no-commit');
  });
});

describe('what a signer is shown', () => {
  it('is what changed against the release that is live, or that it cannot be told', async () => {
    const { done, run, store, publish, release, by } = await createTeam();
    await publish('1.0.0', 1);
    const files = { ...source, 'chunk.js': 'export const one = "https://new.example/";' };
    const line = `sign ${await release('1.1.0', 2, files)} --no-rebuild ${by('ann', 'bob')}`;
    expect((await run(line)).said).toContain('No release of remote-evm is live');
    await done(`promote remote-evm 1.0.0 ${by('ci')}`);
    expect(await done(line)).toMatchObject({
      against: '1.0.0',
      changes: { hosts: { added: ['new.example'] }, packages: { added: [] } },
    });
    const { said } = await run(line);
    expect(said).toContain('Compared with 1.0.0, live for 100 %');
    expect(said).toMatch(/Packages: no change\nHosts named\n {2}new: new\.example\nSize: .* → .*\n/);
    await store.remove('remote-evm/root/1.json');
    expect(await done(line)).toMatchObject({ against: null, changes: null });
  });

  it('is what changed since the last live release, after a withdrawal and its refreshes', async () => {
    const { done, run, publish, release, by } = await createTeam();
    await publish('1.0.0', 1);
    await publish('1.1.0', 2);
    for (const change of ['promote remote-evm 1.0.0', 'promote remote-evm 1.1.0 --share 60'])
      await done(`${change} ${by('ci')}`);
    for (const verb of ['withdraw', 'refresh']) await done(`${verb} remote-evm ${by('ci')}`);
    const { said } = await run(`sign ${await release('1.2.0', 3)} --no-rebuild ${by('ann', 'bob')}`);
    expect(said).toContain('Compared with 1.1.0, live for 60 % until it was withdrawn, in');
  });
});
