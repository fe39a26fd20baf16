import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Root, rootFormat } from '@linkspan/trust';
import { type KeyPair, toCanonicalJson } from '@linkspan/trust/sign';
import { type Changes, createRepository, type Repository, signValue } from '@linkspan/trust/testing';
import { fakeConfig } from './fake-shell.ts';
import { testTime } from './signed-remote.ts';

/** The files that a deploy reads: a configuration, and for each remote its team's root and live document. */
export interface SignedPage {
  readonly teams: readonly Repository[];
  /** The configuration's file as JSON, to be changed and written again. */
  readonly config: { families: { remote: Record<string, unknown> }[]; [field: string]: unknown };
  /** Writes a file below the folder; texts and bytes as they are, all else as JSON. */
  write(path: string, content: unknown): Promise<void>;
  /** A team's root as the file that it gives to the host team: by default signed by its own keys. */
  signRoot(team: Repository, changes?: Changes<Root>, signers?: readonly KeyPair[]): Promise<Uint8Array>;
}

/** Writes all of it into a folder: `config.json`, `REMOTE/root.json` and `REMOTE/live.json`. */
export async function writeSignedPage(folder: string): Promise<SignedPage> {
  const teams = await Promise.all(
    fakeConfig.families.map(({ remote }) => createRepository(remote.name, testTime)),
  );
  const config = JSON.parse(JSON.stringify(fakeConfig)) as SignedPage['config'];
  const page: SignedPage = {
    teams,
    config,
    async write(path, content) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      const isPlain = typeof content === 'string' || content instanceof Uint8Array;
      await writeFile(join(folder, path), isPlain ? content : JSON.stringify(content));
    },
    signRoot: async ({ root, people }, changes, signers = people) =>
      toCanonicalJson(await signValue(rootFormat.payloadType, { ...root, ...changes }, signers)),
  };
  for (const [index, team] of teams.entries()) {
    const paths = { root: `${team.remote}/root.json`, live: `${team.remote}/live.json` };
    Object.assign(config.families[index]?.remote ?? {}, paths);
    await page.write(paths.root, await page.signRoot(team));
    await page.write(paths.live, await team.signLive({ version: 7 }));
  }
  await page.write('config.json', config);
  return page;
}
