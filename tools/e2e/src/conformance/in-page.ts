import {
  conformance,
  playPracticeWallet,
  type Result,
  runConformance,
  type Subject,
} from '@linkspan/conformance';
import type { Discover, Mount } from '@linkspan/contract';
import { findInstance, readFamily } from './own-page.ts';

/** Which remote is run, and what the suite needs beside it. */
export interface Candidate {
  readonly family: string;
  /** Addresses of its release's discovery and entry. */
  readonly discovery: string;
  readonly entry: string;
  readonly recipient: string;
}

/** What the suite leaves in the page. */
export interface Suite {
  open(candidate: Candidate): Promise<void>;
  run(sentence: string): Promise<Result>;
}

const patienceMs = 10_000;
let subject: Subject | undefined;

const suite: Suite = {
  async open(candidate) {
    subject = await createSubject(candidate);
  },
  async run(sentence) {
    if (subject === undefined) throw new Error('No remote has been opened.');
    const cases = conformance.filter((one) => one.sentence === sentence);
    for await (const result of runConformance(subject, cases)) return result;
    throw new Error(`No case says: ${sentence}`);
  },
};
Object.assign(globalThis, { conformance: suite });

/** The remote as this page's own loader would have it: discovery by import, connector by the page's federation. */
async function createSubject({ family, discovery, entry, recipient }: Candidate): Promise<Subject> {
  const own = readFamily(family);
  const instance = findInstance();
  const name = `conformance_${family}`;
  instance.registerRemotes([{ name, entry, type: 'module' }]);
  const { mount } = (await instance.loadRemote(`${name}/connector`)) as { mount: Mount };
  const { discover } = (await import(/* @vite-ignore */ discovery)) as { discover: Discover };
  const [{ id: network }] = own.networks;
  const wallet = playPracticeWallet({
    id: family,
    name: 'Practice Wallet',
    accounts: ['Harbour', 'Pier'],
    ...(family === 'evm' && { network }),
  });
  return {
    ...{ discover, mount, family, wallet, recipient, patienceMs },
    namespace: own.namespace,
    networks: own.networks,
    options: own.remote.options,
    targets: [window, document],
    createStorage: () => {
      const kept = new Map<string, string>();
      return {
        get: (key) => kept.get(key),
        set: (key, value) => void kept.set(key, value),
        remove: (key) => void kept.delete(key),
      };
    },
  };
}
