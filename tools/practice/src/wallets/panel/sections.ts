import * as z from 'zod';
import { changeFaults, readFaults } from '../../bench/change-faults.ts';
import { type ChainAnswers, noChainFaults } from '../../chains/chain-faults.ts';
import { noRemoteFaults, type RemoteAnswers, type RemoteStage } from '../../remotes/server/remote-faults.mjs';
import { type Family, families } from '../family.ts';
import type { Fault } from '../faults.ts';
import type { FamilyNetworks, Network } from '../network.ts';
import type { PracticeWallet } from '../wallet.ts';
import type { Field, Group, Section, Settings } from './panel.ts';

/** The faults of a wallet that a person can switch on, each by one box. */
const walletFaults: readonly (Field & { readonly faults: readonly Fault[] })[] = [
  { name: 'rejects', label: 'Rejects at once', faults: [{ does: 'fail', on: 'approval' }] },
  {
    name: 'pending',
    label: 'Says that it is already asking',
    faults: [
      { does: 'fail', on: 'approval', code: -32002, message: 'A request is already open in the wallet.' },
    ],
  },
  { name: 'hangs', label: 'Never answers', faults: [{ does: 'hang', on: 'approval' }] },
  {
    name: 'hangs-after',
    label: 'Does it and never answers',
    faults: [{ does: 'hangAfter', on: 'approval' }],
  },
  { name: 'late', label: 'Answers 3 seconds late', faults: [{ does: 'delay', on: 'approval', ms: 3_000 }] },
  { name: 'lacks', label: 'Can only connect', faults: [{ does: 'lack', on: ['sign', 'signIn', 'send'] }] },
  {
    name: 'signs',
    label: 'Signs with a wrong key',
    faults: [{ does: 'change', on: ['sign', 'signIn'], how: 'anotherKey' }],
  },
  {
    name: 'fails-after',
    label: 'Sends, and says it failed',
    faults: [{ does: 'failAfter', on: 'send', code: -32603 }],
  },
  {
    name: 'sends-more',
    label: 'Sends fifty times as much',
    faults: [{ does: 'change', on: 'send', how: 'more' }],
  },
  {
    name: 'sends-elsewhere',
    label: 'Sends to another account',
    faults: [{ does: 'change', on: 'send', how: 'elsewhere' }],
  },
  { name: 'silent', label: 'Goes silent', faults: [{ does: 'silence' }] },
  {
    name: 'announces-late',
    label: 'Announces itself 3 seconds late',
    faults: [{ does: 'announceLate', ms: 3_000 }],
  },
];

/** The section that shows the inside of each wallet. */
export function createWalletsSection(wallets: readonly PracticeWallet[]): Section {
  return { id: 'wallets', title: 'Wallets', groups: () => wallets.map(toWalletGroup) };
}

function toWalletGroup(wallet: PracticeWallet): Group {
  const { id, family, accounts, networks, name, store } = wallet;
  const titlesOf = (pairs: readonly (readonly [string, string])[]) => Object.fromEntries(pairs);
  return {
    ...{ id: `practice-${id}`, family, ...(id !== family && { title: name }) },
    fields: [
      {
        name: 'account',
        label: 'Account',
        settings: titlesOf(accounts.map((one) => [one.address, `${one.name}, ${shorten(one.address)}`])),
      },
      ...(family === 'evm'
        ? [
            {
              name: 'network',
              label: 'Network',
              settings: titlesOf(networks.map((one) => [one.id, one.title])),
            },
          ]
        : []),
      { name: 'here', label: 'In the browser' },
      { name: 'locked', label: 'Locked' },
    ],
    folded: { title: 'Faults', fields: walletFaults },
    presses: [
      {
        id: `practice-${id}-disconnect`,
        title: 'Disconnect this site',
        run: () => wallet.change({ disconnect: true }),
      },
      {
        id: `practice-${id}-remove`,
        title: 'Remove this account',
        run: () => wallet.change({ removeAccount: true }),
      },
      { id: `practice-${id}-update`, title: 'Update it', run: () => wallet.update() },
    ],
    read() {
      const { active, network, here, locked, faults } = store.get();
      const isOn = (one: { readonly faults: readonly Fault[] }) =>
        one.faults.every((fault) => faults.some((other) => isSame(fault, other)));
      return {
        account: active,
        network,
        here,
        locked,
        ...Object.fromEntries(walletFaults.map((one) => [one.name, isOn(one)])),
      };
    },
    set(field, value) {
      const preset = walletFaults.find((one) => one.name === field);
      if (preset === undefined) wallet.change({ [field]: value });
      else {
        const others = store.get().faults.filter((fault) => !preset.faults.some((own) => isSame(own, fault)));
        wallet.change({ faults: value === true ? [...others, ...preset.faults] : others });
      }
      return '';
    },
    subscribe: store.subscribe,
  };
}

function isSame(one: Fault, other: Fault): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}

function shorten(address: string): string {
  return address.length > 20 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}

/** How a network can answer; `slow` is an answer as it should be, three seconds late. */
const chainAnswers: Readonly<Record<ChainAnswers | 'slow', string>> = {
  soundly: 'As it should',
  slow: 'Slow: after 3 seconds',
  rateLimited: 'Asked too often (429)',
  down: 'Down: no connection',
  html: 'A web page, as in a hotel',
  serverError: 'Error 500',
  malformed: 'JSON that is cut off',
};
const slowMs = 3_000;

/** The section in which the practice chains are broken. */
export function createChainsSection(networks: FamilyNetworks): Section {
  const all = families.flatMap((family) => (networks[family] ?? []).map((network) => ({ family, network })));
  return {
    id: 'chains',
    title: 'Chains',
    groups: () => all.map(({ family, network }) => toChainGroup(family, network)),
    failed: 'Not all of these chains can be broken from here.',
    presses: [
      {
        id: 'practice-chains-off',
        title: 'Repair all chains',
        async run() {
          await Promise.all(all.map(({ network }) => changeFaults(network.rpc[0], { [network.id]: {} })));
          return 'All chains are as they should be.';
        },
      },
    ],
  };
}

function toChainGroup(family: Family, { id, title, rpc: [address] }: Network): Group {
  return {
    ...{ id: `practice-chain-${id.replace(/\W/g, '-')}`, family, title },
    fields: [{ name: 'answers', label: 'It answers', settings: chainAnswers }],
    async read() {
      const faults = { ...noChainFaults, ...(await readOne(address, id)) };
      return { answers: faults.answers === 'soundly' && faults.slowMs > 0 ? 'slow' : faults.answers };
    },
    async set(_, value) {
      await changeFaults(address, { [id]: value === 'slow' ? { slowMs } : { answers: value } });
      return `${title}: changed.`;
    },
  };
}

/** What each stage of loading is called. */
const stages: Readonly<Record<RemoteStage, string>> = {
  document: 'Its release document comes',
  discovery: 'Its list of wallets comes',
  connector: 'Its connector comes',
};

/** How a remote's server can answer. */
const remoteAnswers: Readonly<Record<RemoteAnswers, string>> = {
  soundly: 'As it should',
  slow: 'Slow: after 3 seconds',
  hangs: 'Never',
  missing: 'Not at all (404)',
  serverError: 'As an error 500',
  html: 'As a web page, as in a hotel',
  cutShort: 'Half, and no more',
  altered: 'With one byte changed',
  reset: 'With the connection ended',
};

/** Beside the practice wallets, for pages that are served with them: the remotes of the page, and where they are served. */
const servedFile = 'bench.json';
const servedShape = z.strictObject({
  remotes: z.array(z.strictObject({ family: z.enum(families), name: z.string(), url: z.url() })),
});
type Served = z.infer<typeof servedShape>['remotes'][number];

/** The section in which the servers of the remotes are broken. `beside` is the address of the practice wallets. */
export function createRemotesSection(beside: string): Section {
  const load = async () => {
    const response = await fetch(new URL(servedFile, beside));
    return servedShape.parse(await response.json()).remotes;
  };
  return {
    id: 'remotes',
    title: 'Remotes',
    groups: async () => (await load()).map(toRemoteGroup),
    failed: 'The remotes of this page cannot be broken from here.',
    presses: [
      {
        id: 'practice-remotes-off',
        title: 'Repair all remotes',
        async run() {
          for (const { url, name } of await load()) await changeFaults(url, { [name]: {} });
          return 'All remotes are as they should be, once the page is loaded again.';
        },
      },
      { id: 'practice-load-again', title: 'Load the page again', run: () => location.reload() },
    ],
  };
}

function toRemoteGroup({ family, name, url }: Served): Group {
  const read = async (): Promise<Settings> => ({ ...noRemoteFaults, ...(await readOne(url, name)) });
  return {
    ...{ id: `practice-remote-${family}`, family },
    fields: Object.entries(stages).map(([stage, label]) => ({ name: stage, label, settings: remoteAnswers })),
    read,
    async set(stage, value) {
      await changeFaults(url, { [name]: { ...(await read()), [stage]: value } });
      return `${name}: changed. It shows once the page is loaded again.`;
    },
  };
}

/** What is switched on of one network or remote. */
async function readOne(address: string, name: string): Promise<Settings> {
  return z.record(z.string(), z.record(z.string(), z.any())).parse(await readFaults(address))[name] ?? {};
}
