import type { Discover, Mount, Network, ReleaseFiles } from '@linkspan/contract';
import { takeFileMakers } from '@linkspan/host/loader/file-makers';
import type { Release } from '@linkspan/host/loader/release';
import { createReleaseFiles } from '@linkspan/host/loader/release-files';
import {
  conformance,
  playPracticeWallet,
  type Result,
  runConformance,
  type Subject,
} from '@linkspan/kit/conformance';

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
    libraries: readLibraries(instance),
    files: readFiles(own, entry),
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

interface Instance {
  readonly name: string;
  readonly shareScopeMap: { readonly default: Record<string, Record<string, { lib?(): unknown }>> };
  registerRemotes(remotes: readonly { name: string; entry: string; type: 'module' }[]): void;
  loadRemote(id: string): Promise<unknown>;
}

function findInstance(): Instance {
  const { __FEDERATION__ } = globalThis as unknown as { __FEDERATION__?: { __INSTANCES__: Instance[] } };
  const instance = __FEDERATION__?.__INSTANCES__.find(({ name }) => name === 'linkspan');
  if (instance === undefined) throw new Error('The page has no federation instance.');
  return instance;
}

/** The page's own copies, by package name. */
function readLibraries({ shareScopeMap }: Instance): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(shareScopeMap.default).map(([library, versions]) => [
      library,
      Object.values(versions)[0]?.lib?.(),
    ]),
  );
}

/** The files beside the entry, by the hashes that are in force in this page. */
function readFiles({ remote: { name, allow = [] } }: FamilyConfig, entry: string): ReleaseFiles {
  const folder = new URL('.', entry).href;
  const map = document.querySelector('script[type=importmap]')?.textContent ?? '{}';
  const { integrity } = JSON.parse(map) as { readonly integrity: Readonly<Record<string, string>> };
  const files = Object.entries(integrity)
    .filter(([address]) => address.startsWith(folder))
    .map(([address, hash]) => ({ path: address.slice(folder.length), bytes: 0, integrity: hash }));
  const release = {
    ref: { remote: name, version: '' },
    manifest: { files },
    addressOf: (path: string) => new URL(path, folder).href,
  };
  const makers = takeFileMakers({ hasWorkers: allow.includes('worker') });
  return createReleaseFiles(release as unknown as Release, allow, makers);
}

interface FamilyConfig {
  readonly id: string;
  readonly namespace: string;
  readonly networks: readonly [Network, ...Network[]];
  readonly remote: {
    readonly name: string;
    readonly options?: unknown;
    readonly allow?: readonly ('worker' | 'wasm')[];
  };
}

function readFamily(wanted: string): FamilyConfig {
  const { config } = JSON.parse(document.getElementById('linkspan-page')?.textContent ?? '{}');
  const family = (config.families as FamilyConfig[]).find(({ id }) => id === wanted);
  if (family === undefined) throw new Error(`The page has no family ${wanted}.`);
  return family;
}
