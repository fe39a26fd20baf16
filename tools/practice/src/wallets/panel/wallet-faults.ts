import { familyTitles } from '../family.ts';
import type { Fault } from '../faults.ts';
import type { PracticeWallet } from '../wallet.ts';
import type { FaultGrid, Target } from './fault-grid.ts';

/** The faults of a wallet that a person can switch on, by the ids of their rows. */
const walletFaults: Readonly<Record<string, { readonly label: string; readonly fault: Fault }>> = {
  hangs: { label: 'Never answers', fault: { does: 'hang', on: 'approval' } },
  late: { label: 'Answers 3 seconds late', fault: { does: 'delay', on: 'approval', ms: 3_000 } },
  rejects: { label: 'Rejects at once', fault: { does: 'fail', on: 'approval' } },
  pending: {
    label: 'Says it is already asking',
    fault: {
      does: 'fail',
      on: 'approval',
      code: -32002,
      message: 'A request is already open in the wallet.',
    },
  },
  'hangs-after': { label: 'Does it, never answers', fault: { does: 'hangAfter', on: 'approval' } },
  lacks: { label: 'Can only connect', fault: { does: 'lack', on: ['sign', 'signIn', 'send'] } },
  signs: {
    label: 'Signs with a wrong key',
    fault: { does: 'change', on: ['sign', 'signIn'], how: 'anotherKey' },
  },
  'fails-after': {
    label: 'Sends, says it failed',
    fault: { does: 'failAfter', on: 'send', code: -32603 },
  },
  'sends-more': {
    label: 'Sends 50 times as much',
    fault: { does: 'change', on: 'send', how: 'more' },
  },
  'sends-elsewhere': {
    label: 'Sends to another account',
    fault: { does: 'change', on: 'send', how: 'elsewhere' },
  },
  silent: { label: 'Goes silent', fault: { does: 'silence' } },
  'announces-late': { label: 'Appears 3 seconds late', fault: { does: 'announceLate', ms: 3_000 } },
};

/** What can be wrong with these wallets, one of each family. */
export function createWalletGrid(id: string, title: string, wallets: readonly PracticeWallet[]): FaultGrid {
  return {
    id,
    title,
    faults: Object.fromEntries(Object.entries(walletFaults).map(([fault, { label }]) => [fault, label])),
    targets: () => wallets.map(toTarget),
    failed: 'The wallet did not change.',
  };
}

function toTarget({ family, store, change }: PracticeWallet): Target {
  return {
    family,
    title: familyTitles[family],
    read() {
      const { faults } = store.get();
      const isOn = (id: string) => faults.some((fault) => isSame(fault, walletFaults[id]?.fault));
      return Object.keys(walletFaults).filter(isOn);
    },
    set(id, isOn) {
      const preset = walletFaults[id]?.fault;
      const others = store.get().faults.filter((fault) => !isSame(fault, preset));
      change({ faults: isOn && preset ? [...others, preset] : others });
      return '';
    },
    reset: () => change({ faults: [] }),
    subscribe: store.subscribe,
  };
}

function isSame(one: Fault, other: Fault | undefined): boolean {
  return other !== undefined && JSON.stringify(toSorted(one)) === JSON.stringify(toSorted(other));
}

function toSorted(fault: Fault): readonly unknown[] {
  return Object.entries(fault).sort();
}
