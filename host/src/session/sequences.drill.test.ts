import {
  type Connection,
  capabilities,
  type FamilyId,
  isRunning,
  LinkspanError,
  type Signed,
} from '@linkspan/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settle } from '../testing/fake-family.ts';
import {
  type Adoption,
  type Command,
  createPageLife,
  numberOf,
  type PageLife,
  type Prompt,
  type Question,
  toAccounts,
  toApproved,
  toListing,
  walletIds,
} from '../testing/page-life.ts';

const families: readonly FamilyId[] = ['evm', 'solana', 'near'];
const seed = Number(process.env.LINKSPAN_SEED) || 20_261_122;
const timeoutMs = 240_000;
const longMs = 120_000;

/** Where a step happens: `pick` takes the one of a list that the step was generated with. */
interface Place {
  readonly life: PageLife;
  readonly family: FamilyId;
  readonly at: number;
  pick<Value>(values: readonly Value[]): Value | undefined;
}

type Take = (place: Place) => unknown;

const rejected = new LinkspanError('wallet/rejected', { wallet: 'The wallet' });
const broken = new Error('Battery is low');
const factsOf = ({ visit }: PageLife, family: FamilyId) => visit.store.view.family(family);
const connectionOf = (life: PageLife, family: FamilyId) => factsOf(life, family).connection.get();

/** What can happen to a page, and how often it does beside the others. Throws if what must be refused was taken. */
const steps = {
  press: [8, ({ life, family, pick }) => life.visit.commands.connect(family, pick(walletIds) ?? '')],
  cancel: [3, ({ life, family }) => life.visit.commands.cancel(family)],
  dismiss: [1, ({ life, family }) => life.visit.commands.dismiss(family)],
  disconnect: [2, disconnect],
  sign: [
    3,
    ifConnected(({ request }, { family, at }) =>
      request(family, at < 0.5 ? { kind: 'message', text: 'Hello' } : { kind: 'sign-in' }),
    ),
  ],
  send: [
    2,
    ifConnected(({ request }, { family }) => request(family, { kind: 'send', to: 'x1', amount: '1' })),
  ],
  switchNetwork: [2, ifConnected(({ switchNetwork }, { family }) => switchNetwork(family, 'eip155:31338'))],
  switchAccount: [
    1,
    ifConnected(({ switchAccount }, { family }) => switchAccount(family, 'eip155:31337:x1-b')),
  ],

  approve: [9, closing('attempt', approve)],
  reject: [3, closing('attempt', ({ answer }) => answer.reject(rejected))],
  breaks: [1, closing('attempt', ({ answer }) => answer.reject(broken))],
  waits: [
    1,
    ({ life, family, pick }) =>
      pick(open(life, 'attempt', family))?.options.onProgress?.({ step: 'waiting' }),
  ],

  adopts: [
    12,
    closing('adoption', (adoption, { life }) => {
      publishApproved(life, adoption);
      adoption.answer.resolve();
    }),
  ],
  /** It has published, and still has something to do. */
  adoptsHalf: [
    3,
    ({ life, family, pick }) => {
      const adoption = pick(open(life, 'adoption', family));
      if (adoption) publishApproved(life, adoption);
    },
  ],
  adoptsWrongly: [
    1,
    closing('adoption', (adoption, { life }) => {
      publishApproved(life, adoption, ['bip122:0:x1-a']);
      adoption.answer.resolve();
    }),
  ],
  adoptFails: [
    2,
    closing('adoption', ({ answer, family }) =>
      answer.reject(new LinkspanError('remote/failed', { family })),
    ),
  ],
  adoptSaysNothing: [1, closing('adoption', ({ answer }) => answer.resolve())],

  restores: [8, closing('restore', (prompt) => prompt.answer.resolve(toApproved(prompt)))],
  restoresSame: [
    8,
    closing('restore', (prompt, { life, family }) => {
      const connection = connectionOf(life, family);
      const shown = 'accounts' in connection && { accounts: connection.accounts };
      prompt.answer.resolve({ ...toApproved(prompt), ...shown });
    }),
  ],
  restoresNothing: [2, closing('restore', ({ answer }) => answer.resolve(undefined))],
  restoreFails: [1, closing('restore', ({ answer }) => answer.reject(broken))],

  answers: [6, closing('command', (asked) => asked.answer.resolve(toAnswer(asked)))],
  answersWrongly: [1, closing('command', ({ answer }) => answer.resolve({ account: 7 }))],
  refuses: [2, closing('command', ({ answer }) => answer.reject(rejected))],

  accountChanges: [2, accountChanges],
  revokes: [
    1,
    ({ life, family }) => {
      const failure = { code: 'wallet/revoked', context: { wallet: 'The wallet' } };
      const holder = life.holders.get(family);
      if (holder) publish(life, holder, { status: 'disconnected', failure });
    },
  ],
  publishesLate: [2, publishesLate],
  listingChanges: [
    1,
    ({ life, family, at }) => {
      const listed = walletIds.filter((_, index) => index !== Math.floor(at * 6));
      life.visit.store.publishWallets(family, listed.map(toListing));
    },
  ],
  unmounts: [1, ({ life, family }) => life.visit.connectors.unmount(family)],
  stops: [
    1,
    ({ life, family }) => {
      const failure = { code: 'release/withdrawn', context: { remote: family } };
      life.visit.store.publishReleaseStatus(family, { state: 'stopped', failure });
    },
  ],
  goesOn: [2, ({ life, family }) => life.visit.store.publishReleaseStatus(family, { state: 'current' })],
  time: [3, ({ pick }) => vi.advanceTimersByTimeAsync(pick([1_000, 7_000, 20_000, 40_000]) ?? 0)],
  reload: [3, ({ life }) => life.reload()],
} satisfies Readonly<Record<string, readonly [weight: number, take: Take]>>;

type Act = keyof typeof steps;
const acts = Object.keys(steps) as Act[];

/** By these, and by no other step, a connection may change or end. */
const changing: readonly Act[] = [
  'adopts',
  'adoptsHalf',
  'disconnect',
  'unmounts',
  'accountChanges',
  'revokes',
  'reload',
];

interface Scene {
  readonly life: PageLife;
  readonly act: Act;
  readonly isOwn: boolean;
  readonly family: FamilyId;
  readonly was: Facts;
  readonly is: Facts;
}

/** Each is true if what its name says has happened. */
const wrongs: Readonly<Record<string, (scene: Scene) => boolean>> = {
  'a step of another family has changed it': ({ act, isOwn, was, is }) =>
    !isOwn &&
    act !== 'time' &&
    act !== 'reload' &&
    (Object.keys(is) as (keyof Facts)[]).some((name) => is[name] !== was[name]),

  'it is connecting, and no attempt runs with that wallet': ({ is: { connection, attempt } }) =>
    connection.status === 'connecting' && !(isRunning(attempt) && attempt.wallet.id === connection.wallet.id),

  'an attempt runs, and nobody is asked': ({ life, family, is: { attempt } }) =>
    isRunning(attempt) &&
    countAsked(life, family) === 0 &&
    open(life, 'adoption', family).length === 0 &&
    // After a late approval a wallet is read for an attempt, without a prompt.
    !open(life, 'restore', family).some(
      ({ options }) => options.id === attempt.id && !options.signal.aborted,
    ),

  'more than one attempt is asked': ({ life, family }) => countAsked(life, family) > 1,

  'what was cancelled or given up has become connected': ({ life, was, is: { connection } }) => {
    if (connection.status !== 'connected') return false;
    const number = numberOf(connection.accounts[0]);
    const isNew = !('accounts' in was.connection) || numberOf(was.connection.accounts[0]) !== number;
    const prompt = life.questions[number - 1];
    if (!isNew || !prompt || !('wallet' in prompt)) return false;
    return prompt.kind === 'attempt' ? prompt.options.signal.aborted : prompt.isGivenUp;
  },

  'its connection has changed, and nothing that may change it has happened': ({ act, was, is }) =>
    was.connection.status === 'connected' &&
    !was.isTakingOver &&
    !was.isAhead &&
    is.connection !== was.connection &&
    !changing.includes(act),

  'what was restored has taken the place of what the person chose': ({ life, act, was, is }) =>
    act !== 'reload' &&
    originOf(life, was.connection) === 'attempt' &&
    originOf(life, is.connection) === 'restore',

  'it is connected, and its connector can say nothing more': ({
    life,
    family,
    is: { connection, isAhead },
  }) => {
    if (connection.status !== 'connected' || isAhead) return false;
    try {
      life.holders.get(family)?.lease.publishConnection(connection);
      return !life.holders.has(family);
    } catch {
      return true;
    }
  },

  'a wallet is asked for something, and none is connected': ({ is: { connection, request } }) =>
    (request.state === 'asking' || request.state === 'switching') && connection.status !== 'connected',

  'an attempt has timed out with its wallet connected': ({ is: { connection, attempt } }) =>
    attempt.state === 'failed' &&
    connection.status === 'connected' &&
    connection.wallet.id === attempt.wallet.id &&
    attempt.failure.code === 'wallet/timeout',
};

type Facts = ReturnType<typeof readFacts>;

function readFacts(life: PageLife, family: FamilyId) {
  const { connection, attempt, wallets, balance } = factsOf(life, family);
  return {
    ...{
      connection: connection.get(),
      attempt: attempt.get(),
      wallets: wallets.get(),
      balance: balance.get(),
    },
    request: life.visit.requests.of(family).get(),
    isTakingOver: life.holders.get(family)?.isOpen === true,
    /** Shown as connected before its connector has adopted it. */
    isAhead:
      connection.get().status === 'connected' &&
      !life.holders.has(family) &&
      open(life, 'adoption', family).length > 0,
  };
}

type StepOfPage = fc.AsyncCommand<{ readonly acts: readonly Act[] }, PageLife>;

/** A step that looks at the page after it has happened. It happens only in a sequence that has steps of its kind. */
function toStep(act: Act, family: FamilyId, at: number): StepOfPage {
  const take: Take = steps[act][1];
  return {
    check: ({ acts: chosen }) => chosen.includes(act),
    toString: () => `${act} ${family} ${at}`,
    async run(_, life) {
      const before = families.map((one) => [one, readFacts(life, one)] as const);
      await take({ life, family, at, pick: (values) => values[Math.floor(at * values.length)] });
      await settle();
      for (const [one, was] of before) {
        const scene = { life, act, isOwn: one === family, family: one, was, is: readFacts(life, one) };
        for (const [wrong, look] of Object.entries(wrongs))
          if (look(scene)) throw new Error(`${one}: ${wrong}`);
      }
      expect(life.thrown).toEqual([]);
    },
  };
}

/** Past all deadlines nothing is reconnecting; once the wallets have answered, nothing is asked or connecting. */
async function assertEnds(life: PageLife): Promise<void> {
  await vi.advanceTimersByTimeAsync(longMs);
  for (const family of families) expect(connectionOf(life, family).status, family).not.toBe('reconnecting');
  for (const one of life.questions) if (one.isOpen && one.kind !== 'adoption') one.answer.reject(rejected);
  await settle();
  await vi.advanceTimersByTimeAsync(longMs);
  for (const family of families) {
    const { attempt, connection, request } = readFacts(life, family);
    expect(isRunning(attempt), `an attempt of ${family}`).toBe(false);
    expect(connection.status, family).not.toBe('connecting');
    expect(request.state, `a request of ${family}`).toMatch(/^(none|failed)$/);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => void vi.useRealTimers());

/** What long runs have found. */
const found = {
  'a connector that has published the end under a new lease publishes a connection late':
    'press 0, approve 0, adopts 0, press 0.5, approve 0, disconnect 0, adoptSaysNothing 0, publishesLate 0.9',
  'a wallet is restored while it is asked, and taking its approval over hangs':
    'press 0.9, approve 0, adoptsHalf 0, reload 0, restores 0, press 0.9, adopts 0, approve 0, time 0.8',
};

it.each(Object.entries(found))('keeps to its rules if %s', async (_, written) => {
  const life = createPageLife();
  await settle();
  for (const line of written.split(', ')) {
    const [act, at] = line.split(' ') as [Act, string];
    await toStep(act, 'evm', Number(at)).run({ acts }, life);
  }
  await assertEnds(life);
});

/** Most steps are of one family, so that they meet; half of their kinds do not happen, each time another half. */
const anyFamily = fc.oneof({ weight: 4, arbitrary: fc.constant('evm') }, fc.constantFrom('solana', 'near'));
const anyAct = fc.oneof(...acts.map((act) => ({ weight: steps[act][0], arbitrary: fc.constant(act) })));
const anyStep = fc
  .tuple(anyAct, anyFamily, fc.integer({ min: 0, max: 11 }))
  .map(([act, family, twelfths]) => toStep(act, family, twelfths / 12));
const anyActs = fc.subarray(acts).map((chosen) => [...chosen, 'press', 'approve', 'adopts'] as const);

it('keeps to its rules whatever happens, in whatever order', { timeout: timeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(
      anyActs,
      fc.commands([anyStep], { maxCommands: 60, size: 'max' }),
      async (chosen, sequence) => {
        vi.clearAllTimers();
        const life = createPageLife();
        await settle();
        await fc.asyncModelRun(() => ({ model: { acts: chosen }, real: life }), sequence);
        await assertEnds(life);
      },
    ),
    { seed, numRuns: 2_000 },
  );
});

type Of<Kind> = Question & { readonly kind: Kind };

function questions<Kind extends Question['kind']>(life: PageLife, kind: Kind, family: FamilyId) {
  return life.questions.filter((one): one is Of<Kind> => one.kind === kind && one.family === family);
}

function open<Kind extends Question['kind']>(life: PageLife, kind: Kind, family: FamilyId) {
  return questions(life, kind, family).filter(({ isOpen }) => isOpen);
}

/** Answers one of the questions that are open. */
function closing<Kind extends Question['kind']>(
  kind: Kind,
  answer: (one: Of<Kind>, place: Place) => void,
): Take {
  return (place) => {
    const one = place.pick(open(place.life, kind, place.family));
    if (one === undefined) return;
    one.isOpen = false;
    answer(one, place);
  };
}

/** The page offers it to nobody else. */
function ifConnected(
  give: (commands: PageLife['visit']['commands'], place: Place) => Promise<unknown>,
): Take {
  return (place) => {
    const { life, family } = place;
    if (connectionOf(life, family).status === 'connected')
      give(life.visit.commands, place).catch(() => undefined);
  };
}

function disconnect({ life, family }: Place): void {
  const isRestoring = connectionOf(life, family).status === 'reconnecting';
  for (const prompt of questions(life, 'restore', family)) if (isRestoring) prompt.isGivenUp = true;
  life.visit.commands.disconnect(family).catch(() => undefined);
}

/** A late approval is undone, unless the wallet is in use. */
function approve(prompt: Prompt, { life }: Place): void {
  const { family, wallet, options, answer } = prompt;
  const { attempt, connection } = factsOf(life, family);
  const facts = [attempt.get(), connection.get()];
  const isUsed = facts.some((fact) => 'wallet' in fact && fact.wallet.id === wallet && !('failure' in fact));
  if (options.signal.aborted && options.mayUndo?.() === isUsed)
    throw new Error(`A late approval may ${isUsed ? '' : 'not '}be undone`);
  answer.resolve(toApproved(prompt));
}

function publish(life: PageLife, adoption: Adoption, connection: Connection): void {
  try {
    adoption.lease.publishConnection(connection);
    life.holders.set(adoption.family, adoption);
  } catch (error) {
    adoption.answer.reject(error);
  }
}

function publishApproved(life: PageLife, adoption: Adoption, accounts = adoption.approved.accounts): void {
  const { wallet } = adoption.approved;
  publish(life, adoption, { status: 'connected', wallet, accounts, capabilities });
}

function accountChanges({ life, family, at }: Place): void {
  const holder = life.holders.get(family);
  const connection = connectionOf(life, family);
  if (holder === undefined || connection.status !== 'connected') return;
  const [first, second] = toAccounts(family, numberOf(connection.accounts[0]));
  const accounts = at < 0.5 ? ([second ?? first, first] as const) : ([first] as const);
  publish(life, holder, { ...connection, accounts });
}

function publishesLate({ life, family, pick }: Place): void {
  const holder = life.holders.get(family);
  const previous = pick(questions(life, 'adoption', family).filter((one) => !one.isOpen && one !== holder));
  if (previous === undefined) return;
  const { wallet, accounts } = previous.approved;
  const before = connectionOf(life, family);
  try {
    previous.lease.publishConnection({ status: 'connected', wallet, accounts, capabilities });
  } catch {
    // Refused, as it must be. What belongs to an earlier load of the page is taken by nobody.
  }
  if (connectionOf(life, family) !== before)
    throw new Error('What a connector publishes after its turn was taken');
}

function toAnswer({ name, family }: Command): unknown {
  if (name === 'send') return { transaction: 'x1' };
  if (name !== 'sign') return undefined;
  const [account] = toAccounts(family, 1);
  return { account, message: 'Hello', scheme: 'x-test', signature: 'x1' } satisfies Signed;
}

/** How many wallets of a family are asked in the page's name, and not cancelled. */
function countAsked(life: PageLife, family: FamilyId): number {
  return open(life, 'attempt', family).filter(({ options }) => !options.signal.aborted).length;
}

/** How what is connected came to be. */
function originOf(life: PageLife, connection: Connection) {
  return connection.status === 'connected'
    ? life.questions[numberOf(connection.accounts[0]) - 1]?.kind
    : undefined;
}
