import { faultsAt, type RemoteFault, type RemoteFaultName, type RemotePlace } from '../remotes/faults.ts';
import type { RemoteAnswers, RemoteStage } from '../remotes/server/remote-faults.mjs';

/** What each stage of loading is called. */
export const stageTitles: Readonly<Record<RemoteStage, string>> = {
  document: 'Its release document comes',
  discovery: 'Its list of wallets comes',
  connector: 'Its connector comes',
};

/** How a remote's server answers, the one without a fault first. */
export const answerTitles: Readonly<Record<RemoteAnswers, string>> = {
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

/** What each place of a faulty release is called. */
export const placeTitles: Readonly<Record<RemotePlace, string>> = {
  'discovery.evaluation': 'When its list of wallets loads',
  'discovery.start': 'When its list of wallets starts',
  'discovery.listing': 'When it lists wallets',
  'discovery.attempt': 'When a wallet is asked to connect',
  'discovery.restore': 'When a wallet comes back',
  'connector.evaluation': 'When its connector loads',
  'connector.mount': 'When its connector starts',
  'connector.adopt': 'When it takes a wallet over',
  'connector.connected': 'While it is connected',
  'connector.sign': 'When it is to sign',
  'connector.send': 'When it is to send',
  'connector.settle': 'When it is to say what a send became',
  'connector.switch': 'When it is to switch',
  'connector.disconnect': 'When it is to disconnect',
  'connector.unmount': 'Once it has been ended',
};

const faultTitles: Readonly<Record<RemoteFaultName, string>> = {
  throws: 'it throws',
  rejects: 'a promise of it fails',
  throwsInTimer: 'a timer of it throws',
  throwsInEvent: 'a listener of it throws',
  throwsInListener: 'it throws at each change',
  hangs: 'it never answers',
  answersNothing: 'it answers nothing',
  malformed: 'it says nonsense',
  foreign: 'it names an account of another chain',
  floods: 'it publishes 10,000 times a second',
  publishes: 'it publishes all the same',
  overwrites: 'it writes over what the page shares',
  leaks: 'it keeps 1 MB and a timer',
  blocks: 'it blocks the page',
};

/** A fault as a person chooses it. */
export interface FaultChoice {
  readonly value: string;
  readonly title: string;
  readonly fault: RemoteFault;
}

/** What can be chosen at a place. */
export function toFaultChoices(place: RemotePlace): readonly FaultChoice[] {
  const names: readonly RemoteFaultName[] = faultsAt[place];
  return names.flatMap(toChoices);
}

function toChoices(name: RemoteFaultName): readonly FaultChoice[] {
  const title = faultTitles[name];
  if (name !== 'blocks') return [{ value: name, title, fault: toFault(name) }];
  return [
    { value: name, title: `${title} for 5 seconds`, fault: { fault: name, ms: 5_000 } },
    { value: 'blocks-ever', title: `${title} until the tab is closed`, fault: { fault: name, ms: 'ever' } },
  ];
}

function toFault(name: Exclude<RemoteFaultName, 'blocks'>): RemoteFault {
  if (name === 'floods') return { fault: name, perSecond: 10_000 };
  if (name === 'leaks') return { fault: name, bytes: 1_000_000 };
  return { fault: name };
}
