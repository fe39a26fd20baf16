import { join } from 'node:path';
import { copySource } from '@linkspan/stack/copy-source';
import { createRun, promote, readOrigin } from '@linkspan/stack/deliver';
import { root } from '@linkspan/stack/root';

/** The outcome of a release. */
export interface ReleasedAgain {
  /** The files that no earlier release has. */
  readonly added: readonly string[];
  /** What its team has waited for: build, check, signature and publishing, by the release command. */
  readonly buildSignPublishMs: number;
}

/** Releases a remote again. */
export type ReleaseAgain = () => Promise<ReleasedAgain>;

const remote = 'remote-solana';
/** One line of its connector. */
const edit = {
  file: 'src/session.ts',
  from: 'networks.length > 1',
  into: 'networks.length >= 2',
};
/** Of a store with one release, this is the second. */
const sequence = 2;

/**
 * Releases remote-solana with one line of its source changed, into the store below a folder that `releaseRemotes` has
 * made, and makes it live for all. Rejects with `Refused`.
 */
export async function releaseAgain(folder: string, version: string): Promise<ReleasedAgain> {
  const from = join('source', remote);
  const out = join('edited', remote);
  await copySource(remote, join(folder, from), edit);
  const run = createRun({ folder });
  const origin = await readOrigin(root, Date.now());
  const begun = performance.now();
  const numbers = ['--version', version, '--sequence', `${sequence}`];
  await run('build', remote, '--from', from, '--out', out, ...numbers, ...origin);
  await run('check', out, '--static');
  await run('sign', out);
  const { added } = await run<Pick<ReleasedAgain, 'added'>>('publish', out, '--json');
  const buildSignPublishMs = performance.now() - begun;
  await promote(run, remote, version);
  return { added, buildSignPublishMs };
}
