import {
  conformance,
  type Result,
  runConformance,
  type Subject,
  type TestWallet,
} from '@linkspan/conformance';
import { createStorage, loadRemote, type Candidate as Remote } from './own-page.ts';

/** Which remote is run, and what the suite needs beside it. */
export interface Candidate extends Remote {
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

async function createSubject({ recipient, ...candidate }: Candidate): Promise<Subject> {
  const { family } = candidate;
  const { own, discover, mount } = await loadRemote(candidate);
  // The page has imported it, and announced its wallets.
  const module = '/practice/wallets.js';
  const { testWallet } = (await import(/* @vite-ignore */ module)) as {
    testWallet(family: string): TestWallet;
  };
  const wallet = testWallet(family);
  return {
    ...{ discover, mount, family, wallet, recipient, patienceMs },
    namespace: own.namespace,
    networks: own.networks,
    options: own.remote.options,
    targets: [window, document],
    createStorage,
  };
}
