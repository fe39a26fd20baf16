import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addFaults } from '@linkspan/practice/remotes';
import { createRun, openLocalStore, promote, publish, storeOf } from '@linkspan/stack/deliver';
import { keyFile } from '@linkspan/stack/keys';
import type { Format } from '@linkspan/trust';
import { createPayload, openKeyPair, signEnvelope, toEnvelopeBytes } from '@linkspan/trust/sign';
import { families } from '../page/families.ts';
import { copyBuild, type Edit } from './copy-build.ts';
import { outputFolder, practiceFolder } from './stack.ts';

/** The keys of the practice: a person's, and the online one of a machine. */
export type KeyName = 'person' | 'machine';

/** A release to be delivered. */
export interface Delivery {
  readonly version: string;
  /** What differs from the build that everyone has. */
  readonly edit?: Edit;
  /** Wraps the build in code that a page can make fail: see `addFaults`. */
  readonly faulty?: true;
  /** Of the visitors, in whole percent; else all. */
  readonly share?: number;
}

/** A store of a journey's own, which begins as a copy of the common one, with the keys that may write it. */
export interface Team {
  /** Where the paths in its lines of the command begin. */
  readonly folder: string;
  /** Where the store has what belongs to a remote: to be served, or looked into. */
  folderOf(remote: string): string;
  /** Runs a line of words of the release command, and answers its facts. Rejects with `Refused`. */
  run<Facts>(line: string): Promise<Facts>;
  /** The option by which a key signs, as a word of such a line. */
  by(name: KeyName): string;
  /** Builds, checks, signs and publishes a release. It is not live yet. */
  publish(remote: string, delivery: Delivery): Promise<void>;
  /** Does the same and makes it live. */
  deliver(remote: string, delivery: Delivery): Promise<void>;
  /** From now on the command's clock is this much ahead of the machine's, or behind. */
  shiftClock(ms: number): void;
  /** A document as these keys sign it, whatever it says. */
  sign<Value extends object>(
    format: Format<Value>,
    value: Value,
    ...by: readonly KeyName[]
  ): Promise<Uint8Array>;
  /** Writes a file of the store over whatever is there, as whoever has taken the store over can. */
  put(path: string, bytes: Uint8Array | string): Promise<void>;
}

/** Opens a team under a name that no other journey has. What was there before is gone. */
export async function openTeam(name: string): Promise<Team> {
  const folder = join(outputFolder, 'teams', name);
  await rm(folder, { recursive: true, force: true });
  await cp(practiceFolder, folder, { recursive: true });
  const storeFolder = storeOf(folder);
  let shiftMs = 0;
  let sequence = 100;
  const now = () => Date.now() + shiftMs;
  const run = createRun({ folder, store: openLocalStore(storeFolder), keysOf: practiceFolder, now });
  const folderOf: Team['folderOf'] = (remote) => join(storeFolder, remote);

  const publishBuild: Team['publish'] = async (remote, { version, edit, faulty }) => {
    const from = join(folder, 'built', remote);
    await copyBuild(remote, from, edit);
    if (faulty) await addFaults(from, familyOf(remote));
    sequence += 1;
    await publish(run, { remote, from, version, sequence });
  };

  return {
    folder,
    folderOf,
    run: (line) => run(...line.split(' '), '--json'),
    by: (key) => `--key ${keyFile(practiceFolder, key)}`,
    publish: publishBuild,
    async deliver(remote, delivery) {
      await publishBuild(remote, delivery);
      await promote(run, remote, delivery.version, delivery.share);
    },
    shiftClock(ms) {
      shiftMs = ms;
    },
    async sign(format, value, ...by) {
      const signers = await Promise.all(by.map((key) => readKey(keyFile(practiceFolder, key))));
      return toEnvelopeBytes(await signEnvelope(createPayload(format, value), signers));
    },
    async put(path, bytes) {
      await mkdir(dirname(join(storeFolder, path)), { recursive: true });
      await writeFile(join(storeFolder, path), bytes);
    },
  };
}

function familyOf(remote: string): string {
  const family = families.find((one) => one.remote === remote);
  if (family === undefined) throw new Error(`No family has a ${remote}.`);
  return family.id;
}

async function readKey(file: string) {
  const { kind, private: held } = JSON.parse(await readFile(file, 'utf8'));
  return openKeyPair(kind, new Uint8Array(Buffer.from(held, 'base64')));
}
