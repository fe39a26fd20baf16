import { type Connection, capabilities, LinkspanError, type Signed } from '@linkspan/contract';
import { settle } from '../fake-family.ts';
import type { PageLife } from './page-life.ts';
import { pickAt, type Step } from './step.ts';
import { toListing, type Visit } from './visit.ts';
import {
  type Adoption,
  type Asked,
  numberOf,
  type Prompt,
  toAccounts,
  toApproved,
  walletIds,
} from './world.ts';

type Take = (life: PageLife, step: Step) => unknown;

/** Lets one thing happen to a page. Throws where what must be refused was taken. */
export async function takeStep(life: PageLife, step: Step): Promise<void> {
  await takers[step.act](life, step);
  await settle();
}

const hush = (promise: Promise<unknown>) => void promise.catch(() => undefined);
const rejected = new LinkspanError('wallet/rejected', { wallet: 'The wallet' });
const spans = [1_000, 7_000, 20_000, 40_000];

const takers: Readonly<Record<Step['act'], Take>> = {
  press: ({ visit }, step) => visit.commands.connect(step.family, pickAt(walletIds, step) ?? ''),
  cancel: ({ visit }, { family }) => visit.commands.cancel(family),
  dismiss: ({ visit }, { family }) => visit.commands.dismiss(family),
  disconnect({ visit, world }, { family }) {
    const isComingBack = visit.store.view.family(family).connection.get().status === 'reconnecting';
    for (const prompt of world.prompts)
      if (isComingBack && prompt.kind === 'restore' && prompt.family === family) prompt.isGivenUp = true;
    hush(visit.commands.disconnect(family));
  },
  sign: ifConnected(({ commands }, { family, at }) =>
    at < 0.5 ? commands.signMessage(family, 'Hello') : commands.signIn(family),
  ),
  send: ifConnected(({ commands }, { family }) => commands.send(family, 'x1', '1')),
  switchNetwork: ifConnected(({ commands }, { family }) => commands.switchNetwork(family, 'eip155:31338')),
  switchAccount: ifConnected(({ commands }, { family }) =>
    commands.switchAccount(family, 'eip155:31337:x1-b'),
  ),

  approve: withPrompt('attempt', approve),
  reject: withPrompt('attempt', ({ answer }) => answer.reject(rejected)),
  breaks: withPrompt('attempt', ({ answer }) => answer.reject(new Error('Battery is low'))),
  waits({ world }, step) {
    const prompt = pickAt(open(world.prompts, step), step);
    prompt?.options.onProgress?.({ step: 'waiting' });
  },

  adopts: withAdoption((adoption, life) => {
    const { wallet, accounts } = adoption.approved;
    publish(life, adoption, { status: 'connected', wallet, accounts, capabilities });
    adoption.answer.resolve();
  }),
  /** It has published, and still has something to do. */
  adoptsHalf(life, step) {
    const adoption = pickAt(open(life.world.adoptions, step), step);
    if (adoption === undefined) return;
    const { wallet, accounts } = adoption.approved;
    publish(life, adoption, { status: 'connected', wallet, accounts, capabilities });
  },
  adoptsWrongly: withAdoption((adoption, life) => {
    const { wallet } = adoption.approved;
    const accounts = ['bip122:0:x1-a'] as const;
    publish(life, adoption, { status: 'connected', wallet, accounts, capabilities });
    adoption.answer.resolve();
  }),
  adoptFails: withAdoption(({ answer, family }) =>
    answer.reject(new LinkspanError('remote/failed', { family })),
  ),
  adoptSaysNothing: withAdoption(({ answer }) => answer.resolve()),

  restores: withPrompt('restore', (prompt) => prompt.answer.resolve(toApproved(prompt))),
  restoresNothing: withPrompt('restore', ({ answer }) => answer.resolve(undefined)),
  restoreFails: withPrompt('restore', ({ answer }) => answer.reject(new Error('Battery is low'))),

  answers: withAsked((asked) => asked.answer.resolve(toAnswer(asked))),
  answersWrongly: withAsked(({ answer }) => answer.resolve({ account: 7 })),
  refuses: withAsked(({ answer }) => answer.reject(rejected)),

  accountChanges(life, { family, at }) {
    const holder = life.holders.get(family);
    const connection = life.visit.store.view.family(family).connection.get();
    if (holder === undefined || connection.status !== 'connected') return;
    const [first, second] = toAccounts(family, `${numberOf(connection.accounts[0])}`);
    const accounts = at < 0.5 ? ([second ?? first, first] as const) : ([first] as const);
    publish(life, holder, { ...connection, accounts });
  },
  revokes(life, { family }) {
    const holder = life.holders.get(family);
    const failure = { code: 'wallet/revoked', context: { wallet: 'The wallet' } };
    if (holder) publish(life, holder, { status: 'disconnected', failure });
  },
  publishesLate(life, step) {
    const { family } = step;
    const isOver = (one: Adoption) =>
      one.family === family && !one.isOpen && one !== life.holders.get(family);
    const former = pickAt(life.world.adoptions.filter(isOver), step);
    if (former === undefined) return;
    const { wallet, accounts } = former.approved;
    const before = life.visit.store.view.family(family).connection.get();
    try {
      former.lease.publishConnection({ status: 'connected', wallet, accounts, capabilities });
    } catch {
      // Refused, as it must be. What belongs to an earlier load of the page is taken by nobody.
    }
    if (life.visit.store.view.family(family).connection.get() !== before)
      throw new Error('What a connector says whose turn is over was taken');
  },

  listingChanges({ visit }, { family, at }) {
    const gone = at < 0.5 ? pickAt(walletIds, { act: 'listingChanges', family, at: at * 2 }) : undefined;
    visit.store.publishWallets(family, walletIds.filter((id) => id !== gone).map(toListing));
  },
  unmounts: ({ visit }, { family }) => visit.connectors.unmount(family),
  stops({ visit }, { family }) {
    const failure = { code: 'release/withdrawn', context: { remote: family } };
    visit.store.publishStanding(family, { state: 'stopped', failure });
  },
  goesOn: ({ visit }, { family }) => visit.store.publishStanding(family, { state: 'current' }),
  time: ({ timers }, step) => timers.pass(pickAt(spans, step) ?? 0, settle),
  reload: (life) => life.reload(),
};

/** A late approval is undone, unless the wallet is in use: asked here as a discovery asks. */
function approve(prompt: Prompt, { visit }: PageLife): void {
  const { family, wallet, options, answer } = prompt;
  const { attempt, connection } = visit.store.view.family(family);
  const facts = [attempt.get(), connection.get()];
  const isUsed = facts.some((fact) => 'wallet' in fact && fact.wallet.id === wallet && !('failure' in fact));
  if (options.signal.aborted && options.mayUndo?.() === isUsed)
    throw new Error(`A late approval may ${isUsed ? '' : 'not '}be undone`);
  answer.resolve(toApproved(prompt));
}

function publish(life: PageLife, adoption: Adoption, connection: Connection): void {
  const { family, lease } = adoption;
  try {
    lease.publishConnection(connection);
  } catch (error) {
    adoption.answer.reject(error);
    return;
  }
  adoption.hasPublished = true;
  life.holders.set(family, adoption);
}

/** The page offers it to nobody else. */
function ifConnected(give: (visit: Visit, step: Step) => Promise<unknown>): Take {
  return ({ visit }, step) => {
    if (visit.store.view.family(step.family).connection.get().status === 'connected') hush(give(visit, step));
  };
}

function open<One extends { readonly family: string; readonly isOpen: boolean }>(
  ones: readonly One[],
  { family }: Pick<Step, 'family'>,
): readonly One[] {
  return ones.filter((one) => one.isOpen && one.family === family);
}

function withPrompt(kind: Prompt['kind'], then: (prompt: Prompt, life: PageLife) => void): Take {
  return (life, step) => {
    const prompts = open(life.world.prompts, step).filter((one) => one.kind === kind);
    const prompt = pickAt(prompts, step);
    if (prompt === undefined) return;
    prompt.isOpen = false;
    then(prompt, life);
  };
}

function withAdoption(then: (adoption: Adoption, life: PageLife) => void): Take {
  return (life, step) => {
    const adoption = pickAt(open(life.world.adoptions, step), step);
    if (adoption === undefined) return;
    adoption.isOpen = false;
    then(adoption, life);
  };
}

function withAsked(then: (asked: Asked) => void): Take {
  return (life, step) => {
    const asked = pickAt(open(life.world.asked, step), step);
    if (asked === undefined) return;
    asked.isOpen = false;
    then(asked);
  };
}

function toAnswer({ command, family }: Asked): unknown {
  if (command === 'send') return { transaction: 'x1' };
  if (command !== 'sign') return undefined;
  const [account] = toAccounts(family, '1');
  return { account, message: 'Hello', scheme: 'x-test', signature: 'x1' } satisfies Signed;
}
