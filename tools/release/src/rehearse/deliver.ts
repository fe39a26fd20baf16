import type { Run } from './create-run.ts';
import { keyFile } from './practice-keys.ts';
import { readOrigin } from './read-origin.ts';

/** A build that is to become a live release. */
export interface Delivery {
  readonly remote: string;
  /** The folder of the remote, built. */
  readonly from: string;
  readonly version: string;
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Publishes a build verb by verb, and answers their names. It is not live yet. Rejects with `Refused`. */
export async function publish(run: Run, delivery: Delivery): Promise<readonly string[]> {
  const { remote, from, version, sequence, now } = delivery;
  const numbers = ['--version', version, '--sequence', `${sequence}`];
  const line = ['build', remote, '--built', '--from', from, ...numbers, ...(await readOrigin(from, now))];
  const { folder } = await run<{ folder: string }>(...line, '--json');
  await run('check', folder, '--static');
  await run('sign', folder, '--key', keyFile('person'));
  await run('publish', folder);
  return ['build', 'check', 'sign', 'publish'];
}

/** Makes a published release live for a share of the visitors, in whole percent. Rejects with `Refused`. */
export async function promote(run: Run, remote: string, version: string, share = 100): Promise<void> {
  await run('promote', remote, version, '--share', `${share}`, '--key', keyFile('machine'));
}

/** Publishes a build and makes it live for all, and answers the names of the verbs. Rejects with `Refused`. */
export async function deliver(run: Run, delivery: Delivery): Promise<readonly string[]> {
  const verbs = await publish(run, delivery);
  await promote(run, delivery.remote, delivery.version);
  return [...verbs, 'promote'];
}
