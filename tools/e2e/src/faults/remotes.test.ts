import type { RemoteSwitches } from '@linkspan/practice/remotes';
import { expect } from 'vitest';
import { families } from '../page/families.ts';
import { faultTest } from './fault-test.ts';
import { misbehave, openAndWait, readActions, readFaults, useFaultyPlace } from './faulty-place.ts';
import type { Person } from './person.ts';

const place = useFaultyPlace('remotes');

type Steps = (person: Person) => Promise<unknown>;

/** A fault of a release, what is switched on for it, and what a person does to meet it. */
type Row = readonly [fault: string, at: string, switches: RemoteSwitches, steps: Steps];

const says =
  (words: string): Steps =>
  (person) =>
    person.whenSays('evm', words);
const pick: Steps = async (person) => {
  await person.pick('evm');
  await person.approve('evm');
};
const after =
  (...all: readonly Steps[]): Steps =>
  async (person) => {
    for (const steps of all) await steps(person);
  };
const press =
  (name: string): Steps =>
  (person) =>
    person.press('evm', name);
const connected: Steps = (person) => person.whenStatus('evm', 'Connected');
/** What was wrong was told to those who run the page, and to nobody else. */
const told =
  (code: string): Steps =>
  async (person) =>
    expect.poll(() => readFaults(person)).toHaveProperty(code);

const notStarted = says('Ethereum support could not be started');
const restarted = after(press('Restart Ethereum support'), connected);

const rows: readonly Row[] = [
  // While discovery and connector are brought up.
  ['throws', 'discovery', { 'discovery.evaluation': { fault: 'throws' } }, notStarted],
  ['throws', 'listing', { 'discovery.start': { fault: 'throws' } }, notStarted],
  ['throws', 'connector', { 'connector.evaluation': { fault: 'throws' } }, after(pick, notStarted)],
  ['throws', 'mount', { 'connector.mount': { fault: 'throws' } }, after(pick, notStarted)],
  ['exports nothing', 'discovery', { 'discovery.evaluation': { fault: 'answersNothing' } }, notStarted],
  ['exports nothing', 'listing', { 'discovery.start': { fault: 'answersNothing' } }, notStarted],
  [
    'exports nothing',
    'connector',
    { 'connector.evaluation': { fault: 'answersNothing' } },
    after(pick, notStarted),
  ],
  ['exports nothing', 'mount', { 'connector.mount': { fault: 'answersNothing' } }, after(pick, notStarted)],
  [
    'never ends',
    'connector',
    { 'connector.evaluation': { fault: 'hangs' } },
    after(
      pick,
      (person) => expect.poll(() => readActions(person)).not.toEqual([]),
      (person) => person.passTime(11_000),
      says('Ethereum support is taking too long'),
    ),
  ],
  // What nobody waits for: the remote works all the same.
  [
    'throws in a promise',
    'discovery',
    { 'discovery.evaluation': { fault: 'rejects' } },
    after(pick, connected, told('remote/failed')),
  ],
  [
    'throws in a timer',
    'listing',
    { 'discovery.start': { fault: 'throwsInTimer' } },
    after(pick, connected, told('remote/failed')),
  ],
  [
    'throws in an event',
    'mount',
    { 'connector.mount': { fault: 'throwsInEvent' } },
    after(pick, connected, told('remote/failed')),
  ],
  [
    'throws in a listener of the store',
    'mount',
    { 'connector.mount': { fault: 'throwsInListener' } },
    after(pick, connected, told('remote/failed')),
  ],
  [
    'throws in a promise',
    'connected',
    { 'connector.connected': { fault: 'rejects' } },
    after(pick, connected, told('remote/failed')),
  ],
  [
    'throws in a timer',
    'connected',
    { 'connector.connected': { fault: 'throwsInTimer' } },
    after(pick, connected, told('remote/failed')),
  ],
  // What is no fact.
  [
    'publishes rubbish',
    'listing',
    { 'discovery.listing': { fault: 'malformed' } },
    after(says('No wallet found in this browser'), told('remote/malformed')),
  ],
  [
    'publishes rubbish',
    'adopt',
    { 'connector.adopt': { fault: 'malformed' } },
    after(pick, (person) => person.when('evm', ({ isFailure }) => isFailure)),
  ],
  [
    'publishes rubbish',
    'connected',
    { 'connector.connected': { fault: 'malformed' } },
    after(pick, connected, told('remote/malformed')),
  ],
  [
    'publishes an account of another chain',
    'adopt',
    { 'connector.adopt': { fault: 'foreign' } },
    after(pick, (person) => person.when('evm', ({ isFailure }) => isFailure)),
  ],
  [
    'publishes an account of another chain',
    'connected',
    { 'connector.connected': { fault: 'foreign' } },
    after(pick, connected, told('remote/foreign')),
  ],
  [
    'floods the store',
    'connected',
    { 'connector.connected': { fault: 'floods', perSecond: 10_000 } },
    after(pick, connected),
  ],
  [
    'writes over what all share',
    'discovery',
    { 'discovery.evaluation': { fault: 'overwrites' } },
    after(pick, connected),
  ],
  [
    'writes over what all share',
    'connected',
    { 'connector.connected': { fault: 'overwrites' } },
    after(pick, connected),
  ],
  // Commands.
  [
    'throws',
    'adopt',
    { 'connector.adopt': { fault: 'throws' } },
    after(pick, (person) => person.when('evm', ({ isFailure }) => isFailure)),
  ],
  [
    'never ends',
    'adopt',
    { 'connector.adopt': { fault: 'hangs' } },
    after(
      pick,
      (person) => person.whenMounted('evm'),
      says('Approved in'),
      (person) => person.passTime(16_000),
      (person) => person.when('evm', ({ isFailure }) => isFailure),
    ),
  ],
  [
    'throws',
    'signing',
    { 'connector.sign': { fault: 'throws' } },
    after(pick, connected, press('Sign in'), says('Ethereum support stopped unexpectedly')),
  ],
  [
    'answers rubbish',
    'signing',
    { 'connector.sign': { fault: 'malformed' } },
    after(pick, connected, press('Sign in'), says('Ethereum support reported something unreadable')),
  ],
  [
    'never ends',
    'disconnecting',
    { 'connector.disconnect': { fault: 'hangs' } },
    after(
      pick,
      connected,
      press('Disconnect'),
      (person) => person.passTime(11_000),
      (person) => person.whenStatus('evm', 'Disconnected'),
    ),
  ],
  // After it was taken out of the page.
  [
    'throws',
    'unmount',
    { 'connector.sign': { fault: 'throws' }, 'connector.unmount': { fault: 'throws' } },
    after(pick, connected, press('Sign in'), restarted, told('remote/failed')),
  ],
  [
    'throws in a timer',
    'unmount',
    { 'connector.sign': { fault: 'throws' }, 'connector.unmount': { fault: 'throwsInTimer' } },
    after(pick, connected, press('Sign in'), restarted, told('remote/failed')),
  ],
  [
    'goes on publishing',
    'unmount',
    { 'connector.sign': { fault: 'throws' }, 'connector.unmount': { fault: 'publishes' } },
    after(pick, connected, press('Sign in'), restarted, told('remote/unleased')),
  ],
];

for (const [fault, at, switches, steps] of rows)
  faultTest(
    { group: 'remote', fault, at, family: 'evm' },
    async (person) => {
      await steps(person);
      expect(await readActions(person)).not.toEqual([]);
    },
    {
      place,
      before: (person) => misbehave(person, switches),
      inRealTime: fault === 'throws in a timer',
    },
  );

faultTest(
  { group: 'remote', fault: 'never ends', at: 'discovery', family: 'evm' },
  async (person) => {
    await openAndWait(person, 11_000);
    await person.whenSays('evm', 'Ethereum support is taking too long');
    for (const { id } of families) if (id !== 'evm') await person.connect(id);
  },
  {
    place,
    begins: 'nothing',
    before: (person) => misbehave(person, { 'discovery.evaluation': { fault: 'hangs' } }),
  },
);
