import type { Switches } from '@linkspan/practice/switches';
import { noSwitches } from '@linkspan/practice/switches';
import type { WalletCommand } from '../page/practice-wallet.ts';
import type { Action, Scene } from './action.ts';

/** What a wallet is broken by, one at a time. */
const faults: readonly [Partial<Switches>, ...Partial<Switches>[]] = [
  { locked: true },
  { rubbish: 'accounts' },
  { rubbish: 'null' },
  { alreadyAsking: true },
  { rejectsAtOnce: true },
  { closesWindow: true },
  { neverAnswers: true },
  { hangsAfterApproval: true },
  { answersLateMs: 2_000 },
  { unsupportedMethods: true },
  { otherSignatureForm: true },
  { failsWhenSending: true },
  { failsAfterSending: true },
  { disappears: true },
  { goesSilent: true },
  { silentReadsHang: true },
  { announcesTwice: 'another' },
  { icon: 'script' },
  { secondWallet: true },
];

const commands: readonly [Command, ...Command[]] = [
  { account: 'Pier' },
  { account: 'Lantern' },
  { removeAccount: true },
  { disconnect: true },
] as const;

type Command = Omit<WalletCommand, 'wallet'>;

/** What wallets do by themselves, or what a person does inside them. */
export const actionsOfWallets: readonly Action[] = [
  { name: 'a wallet breaks', weight: 8, does: breakWallet },
  { name: 'a wallet is repaired', weight: 8, does: repairWallet },
  { name: 'a wallet changes', weight: 5, comesBack: true, does: changeWallet },
  { name: 'a wallet talks rubbish', weight: 2, does: talkRubbish },
  { name: 'a wallet is updated', weight: 2, does: updateWallet },
];

async function breakWallet({ person, family, random }: Scene): Promise<string> {
  const switches = random.pick(faults);
  await person.change({ wallet: family, switches });
  return JSON.stringify(switches);
}

/** Switches a wallet's faults off. */
export async function repairWallet({ person, family }: Pick<Scene, 'person' | 'family'>): Promise<undefined> {
  await person.change({ wallet: family, switches: { ...noSwitches } });
}

async function changeWallet({ person, family, random }: Scene): Promise<string> {
  const command = random.pick(commands);
  await person.change({ wallet: family, ...command });
  await person.lookAgain();
  return JSON.stringify(command);
}

async function talkRubbish({ person, family }: Scene): Promise<undefined> {
  await person.change({ wallet: family, tellRubbish: true });
}

async function updateWallet({ person, family, random }: Scene): Promise<string> {
  const drawn = random.pick(['clean', 'stale'] as const);
  // Nothing tells a page that an object of Wallet Standard is one that its extension has left behind.
  const update = family === 'solana' ? 'clean' : drawn;
  await person.change({ wallet: family, update });
  return update;
}
