import type { Family } from '../family.ts';
import type { Switches } from '../switches.ts';
import type { WalletId } from '../wallet-id.ts';

/** The switches of one moment in a wallet's life, in the order of the panel. */
export interface SwitchGroup {
  readonly title: string;
  readonly notes: readonly SwitchNote[];
}

/** How the panel shows a switch. */
export interface SwitchNote {
  readonly name: keyof Switches;
  readonly label: string;
  /** What its settings are called, the one that is off first; for switches that have more than off and on. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The only families in which it has an effect. */
  readonly families?: readonly Family[];
  /** The only wallet of a family in which it has an effect. */
  readonly rank?: 'first' | 'second';
}

const groups: readonly SwitchGroup[] = [
  {
    title: 'When connecting',
    notes: [
      { name: 'locked', label: 'Locked' },
      { name: 'connectsOthers', label: 'Connects its other families too' },
      { name: 'connectsUnasked', label: 'Connected though nobody asked' },
      { name: 'otherNetworks', label: 'Knows none of these networks' },
      {
        name: 'rubbish',
        label: 'Answers',
        settings: { none: 'As it should', accounts: 'No addresses', network: 'No network', null: 'Nothing' },
      },
      {
        name: 'spelling',
        label: 'Writes addresses in',
        families: ['evm', 'near'],
        settings: { own: 'Their own case', lower: 'Lower case', upper: 'Upper case' },
      },
    ],
  },
  {
    title: 'When asked',
    notes: [
      { name: 'alreadyAsking', label: 'Says that it is already asking' },
      { name: 'rejectsAtOnce', label: 'Rejects at once' },
      { name: 'closesWindow', label: 'Its window is closed' },
      { name: 'neverAnswers', label: 'Never answers' },
      { name: 'hangsAfterApproval', label: 'Hangs after the approval' },
      { name: 'answersLateMs', label: 'Answers late' },
      { name: 'unsupportedMethods', label: 'Can only connect' },
      { name: 'otherSignatureForm', label: 'Signs in another form' },
      {
        name: 'signs',
        label: 'Its signatures are',
        settings: {
          asAsked: 'As they should be',
          zeros: 'Zeros',
          anotherKey: 'Of a key of nobody’s',
          anotherAccount: 'Of its next account',
          prefixed: 'Of more than was asked',
        },
      },
      { name: 'failsWhenSending', label: 'Fails when sending' },
      { name: 'failsAfterSending', label: 'Sends, and says it failed' },
      {
        name: 'sends',
        label: 'Sends',
        settings: { asAsked: 'What was asked', more: 'Fifty times as much', elsewhere: 'To another account' },
      },
    ],
  },
  {
    title: 'While connected',
    notes: [
      { name: 'disappears', label: 'Disappears' },
      { name: 'goesSilent', label: 'Goes silent' },
      { name: 'silentReadsHang', label: 'Silent reads hang' },
      {
        name: 'networkSwitch',
        label: 'A change of network',
        families: ['evm'],
        settings: {
          works: 'Works',
          fails: 'Fails',
          failsAfter: 'Fails, but was made',
          onlySays: 'Is only said to be made',
        },
      },
    ],
  },
  {
    title: 'As announced, from the next load on',
    notes: [
      { name: 'announcesLateMs', label: 'Announces late' },
      {
        name: 'announcesTwice',
        label: 'Announces',
        settings: { no: 'Once', same: 'Itself twice', another: 'Another one beside it' },
      },
      {
        name: 'icon',
        label: 'Its icon is',
        settings: {
          own: 'Its own',
          address: 'An http address',
          script: 'A script',
          broken: 'A broken picture',
          huge: 'One of 1 MB',
        },
      },
      {
        name: 'poses',
        label: 'Claims to be',
        rank: 'second',
        settings: { itself: 'Itself', name: 'Of the first one’s name', first: 'The first one' },
      },
    ],
  },
  {
    title: 'Beside it, at once',
    notes: [{ name: 'secondWallet', label: 'A second wallet', rank: 'first' }],
  },
];

/** The switches that have an effect in one wallet. */
export function toSwitchGroups(id: WalletId, family: Family): readonly SwitchGroup[] {
  const rank = id === family ? 'first' : 'second';
  const isOffered = (note: SwitchNote) =>
    (note.families?.includes(family) ?? true) && (note.rank ?? rank) === rank;
  return groups
    .map(({ title, notes }) => ({ title, notes: notes.filter(isOffered).map(toOffered(family)) }))
    .filter(({ notes }) => notes.length > 0);
}

/** NEAR's wallets tell no network, so that there is none to be wrong. */
function toOffered(family: Family): (note: SwitchNote) => SwitchNote {
  return (note) => {
    if (family !== 'near' || note.name !== 'rubbish' || !note.settings) return note;
    const { network: _, ...settings } = note.settings;
    return { ...note, settings };
  };
}
