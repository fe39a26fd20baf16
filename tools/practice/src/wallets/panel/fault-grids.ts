import * as z from 'zod';
import type { ChainAnswers } from '../../chains/network-faults.ts';
import { families, familyIds } from '../../families.ts';
import { changeFaults, readFaults } from '../../fault-control/change-faults.ts';
import type { RemoteAnswers, RemoteStage } from '../../remotes/create-faulty-server.ts';
import type { Fault } from '../faults.ts';
import type { FamilyNetworks, Network } from '../network.ts';
import type { PracticeWallet } from '../wallet.ts';
import type { FaultGrid, Target } from './fault-grid.ts';

const asking = { code: -32002, message: 'A request is already open in the wallet.' };

/** The faults of a wallet that a person can switch on, by the ids of their rows. */
const walletFaults: Readonly<Record<string, readonly [label: string, Fault]>> = {
  hangs: ['Never answers', { does: 'hang', on: 'approval' }],
  late: ['Answers 3 seconds late', { does: 'delay', on: 'approval', ms: 3_000 }],
  rejects: ['Rejects at once', { does: 'fail', on: 'approval' }],
  pending: ['Says it is already asking', { does: 'fail', on: 'approval', ...asking }],
  'hangs-after': ['Does it, never answers', { does: 'hangAfter', on: 'approval' }],
  lacks: ['Can only connect', { does: 'lack', on: ['sign', 'signIn', 'send'] }],
  signs: ['Signs with a wrong key', { does: 'change', on: ['sign', 'signIn'], how: 'anotherKey' }],
  'fails-after': ['Sends, says it failed', { does: 'failAfter', on: 'send', code: -32603 }],
  'sends-more': ['Sends 50 times as much', { does: 'change', on: 'send', how: 'more' }],
  'sends-elsewhere': ['Sends to another account', { does: 'change', on: 'send', how: 'elsewhere' }],
  silent: ['Goes silent', { does: 'silence' }],
  'announces-late': ['Appears 3 seconds late', { does: 'announceLate', ms: 3_000 }],
};

/** What can be wrong with these wallets, one of each family. */
export function createWalletGrid(id: string, title: string, wallets: readonly PracticeWallet[]): FaultGrid {
  const faults = Object.fromEntries(Object.entries(walletFaults).map(([fault, [label]]) => [fault, label]));
  return { id, title, faults, targets: () => wallets.map(toWallet), failed: 'The wallet did not change.' };
}

function toWallet(wallet: PracticeWallet): Target {
  const { family, store } = wallet;
  const isFault = (id: string) => (fault: Fault) => toText(fault) === toText(walletFaults[id]?.[1]);
  return {
    family,
    title: families[family].title,
    read: () => Object.keys(walletFaults).filter((id) => store.get().faults.some(isFault(id))),
    set(id, isOn) {
      const others = store.get().faults.filter((fault) => !isFault(id)(fault));
      const fault = walletFaults[id]?.[1];
      wallet.change({ faults: isOn && fault ? [...others, fault] : others });
      return '';
    },
    reset: () => wallet.change({ faults: [] }),
    subscribe: store.subscribe,
  };
}

/** Equal for equal faults, in whichever order their fields are. */
function toText(fault: Fault | undefined): string {
  return JSON.stringify(Object.entries(fault ?? {}).sort());
}

const networkSlowMs = 3_000;

/** How a network can answer other than it should; `slow` is a right answer, three seconds late. */
const networkFaults: Readonly<Record<Exclude<ChainAnswers, 'soundly'> | 'slow', string>> = {
  slow: 'Is slow, by 3 seconds',
  down: 'Is down',
  malformed: 'Answers half of it',
  html: 'Answers a web page',
  serverError: 'Answers an error (500)',
  rateLimited: 'Is asked too often (429)',
};

/** What can be wrong with the networks of this rank, one of each family that has so many: 0 is the preferred one. */
export function createNetworkGrid(id: string, title: string, all: FamilyNetworks, rank: number): FaultGrid {
  const ranked = familyIds.flatMap((family) => {
    const network = all[family]?.[rank];
    return network
      ? [{ family, title: `${families[family].title}, ${network.title}`, ...toNetwork(network) }]
      : [];
  });
  const failed = 'Not all of these networks can be changed from here.';
  return { id, title, faults: networkFaults, targets: () => ranked, failed };
}

/** A network has one fault at a time. */
function toNetwork({ id, title, rpc: [address] }: Network): ServerFaults {
  const { read, write } = openServer(address, id);
  return {
    async read() {
      const { answers, slowMs } = await read();
      if (typeof answers === 'string' && answers !== 'soundly') return [answers];
      return typeof slowMs === 'number' && slowMs > 0 ? ['slow'] : [];
    },
    async set(fault, isOn) {
      await write(!isOn ? {} : fault === 'slow' ? { slowMs: networkSlowMs } : { answers: fault });
      return `${title}: changed.`;
    },
    reset: () => write({}),
  };
}

/** What each stage of loading brings. */
const stages: Readonly<Record<RemoteStage, string>> = {
  connector: 'Code that connects',
  discovery: 'Code that lists wallets',
  document: 'Signed list of versions',
};

/** How a remote's server can answer other than it should. */
const codeFaults: Readonly<Record<Exclude<RemoteAnswers, 'soundly'>, string>> = {
  missing: 'Is missing (404)',
  slow: 'Comes 3 seconds late',
  hangs: 'Never comes',
  serverError: 'Is an error (500)',
  html: 'Is a web page',
  cutShort: 'Is cut in half',
  altered: 'Has one byte changed',
  reset: 'Breaks the connection',
};

/** Beside the practice wallets, where a page is served with them: its remotes, and where those are served. */
const remotesFile = 'remotes.json';
const remotesShape = z.array(z.strictObject({ family: z.enum(familyIds), name: z.string(), url: z.url() }));

/**
 * What can be wrong with the code of each family, a grid for each stage of loading. `beside` is the address of the
 * practice wallets.
 */
export function createCodeGrids(beside: string): readonly FaultGrid[] {
  const load = async () => remotesShape.parse(await (await fetch(new URL(remotesFile, beside))).json());
  return Object.entries(stages).map(([stage, title]) => ({
    id: stage,
    title,
    faults: codeFaults,
    targets: async () =>
      (await load()).map(({ family, name, url }) => ({
        ...{ family, title: families[family].title, ...toCode(stage, name, url) },
      })),
    failed: 'The code of this page cannot be changed from here.',
  }));
}

/** Of each stage, the code has one fault at a time. */
function toCode(stage: string, name: string, url: string): ServerFaults {
  const { read, write } = openServer(url, name);
  return {
    async read() {
      const answers = (await read())[stage];
      return typeof answers === 'string' ? [answers] : [];
    },
    async set(fault, isOn) {
      await write({ ...(await read()), [stage]: isOn ? fault : 'soundly' });
      return `${name}: changed. It shows once the page is loaded again.`;
    },
    reset: () => write({}),
  };
}

type ServerFaults = Pick<Target, 'read' | 'set' | 'reset'>;

const switchedOn = z.record(z.string(), z.record(z.string(), z.unknown()));

/** Reads and replaces what is switched on of one network or remote, by its id or name, at its server. */
function openServer(address: string, name: string) {
  return {
    read: async () => switchedOn.parse(await readFaults(address))[name] ?? {},
    write: (faults: object) => changeFaults(address, { [name]: faults }),
  };
}
