import { type Connection, type FamilyId, isRunning } from '@linkspan/contract';
import { type Facts, readFacts } from './facts.ts';
import type { PageLife } from './page-life.ts';
import type { Step } from './step.ts';
import { numberOf } from './world.ts';

/** By these, and by no other step, a connection that stands may change or end. */
const changing: readonly Step['act'][] = [
  'adopts',
  'adoptsHalf',
  'disconnect',
  'unmounts',
  'accountChanges',
  'revokes',
  'reload',
];

/** What no page may ever be in, however it came there; undefined where all is well. */
export function findWrong(
  life: PageLife,
  step: Step,
  before: ReadonlyMap<FamilyId, Facts>,
): string | undefined {
  for (const [family, was] of before) {
    const is = readFacts(life, family);
    const scene = { life, step, family, was, is };
    for (const [wrong, look] of Object.entries(rules)) if (look(scene)) return `${family}: ${wrong}`;
  }
  const [thrown] = life.visit.thrown;
  return thrown === undefined ? undefined : `Coming back throws ${String(thrown)}`;
}

interface Scene {
  readonly life: PageLife;
  readonly step: Step;
  readonly family: FamilyId;
  readonly was: Facts;
  readonly is: Facts;
}

/** Each is true where what its name says has happened. */
const rules: Readonly<Record<string, (scene: Scene) => boolean>> = {
  'a step of another family has changed it': ({ step, family, was, is }) =>
    family !== step.family &&
    step.act !== 'time' &&
    step.act !== 'reload' &&
    (Object.keys(is) as (keyof Facts)[]).some((name) => is[name] !== was[name]),

  'it is connecting, and no attempt runs with that wallet': ({ is: { connection, attempt } }) =>
    connection.status === 'connecting' && !(isRunning(attempt) && attempt.wallet.id === connection.wallet.id),

  'an attempt runs, and nobody is asked': ({ life, family, is: { attempt } }) =>
    isRunning(attempt) &&
    countAsked(life, family) + countAdopting(life, family) === 0 &&
    !isReadFor(life, attempt.id),

  'more than one attempt is asked': ({ life, family }) => countAsked(life, family) > 1,

  'what was cancelled or given up has become connected': ({ life, was, is }) => {
    const { connection } = is;
    if (connection.status !== 'connected') return false;
    const number = numberOf(connection.accounts[0]);
    const isNew = !('accounts' in was.connection) || numberOf(was.connection.accounts[0]) !== number;
    const prompt = life.world.prompts[number - 1];
    if (!isNew || prompt === undefined) return false;
    return prompt.kind === 'attempt' ? prompt.options.signal.aborted : prompt.isGivenUp;
  },

  'its connection has changed, and nothing that may change it has happened': ({ step, was, is }) =>
    was.connection.status === 'connected' &&
    !was.isTakingOver &&
    is.connection !== was.connection &&
    !changing.includes(step.act),

  'what came back has taken the place of what the person chose': ({ life, step, was, is }) =>
    step.act !== 'reload' &&
    originOf(life, was.connection) === 'attempt' &&
    originOf(life, is.connection) === 'restore',

  'it is connected, and its connector can say nothing more': ({ life, family, is }) => {
    if (is.connection.status !== 'connected') return false;
    try {
      life.holders.get(family)?.lease.publishConnection(is.connection);
      return !life.holders.has(family);
    } catch {
      return true;
    }
  },

  'a wallet is asked for something, and none is connected': ({ is: { connection, request } }) =>
    (request.state === 'asking' || request.state === 'switching') && connection.status !== 'connected',

  'an attempt has failed with its wallet connected': ({ is: { connection, attempt } }) =>
    attempt.state === 'failed' &&
    connection.status === 'connected' &&
    connection.wallet.id === attempt.wallet.id &&
    attempt.failure.code === 'wallet/timeout',
};

/** How many wallets of a family are asked in the page's name, and not cancelled. */
function countAsked({ world }: PageLife, family: FamilyId): number {
  return world.prompts.filter(
    ({ kind, isOpen, options, family: own }) =>
      kind === 'attempt' && isOpen && own === family && !options.signal.aborted,
  ).length;
}

/** Whether a wallet is read for an attempt without a prompt, after a late approval. */
function isReadFor({ world }: PageLife, id: string): boolean {
  return world.prompts.some(
    ({ kind, isOpen, options }) =>
      kind === 'restore' && isOpen && options.id === id && !options.signal.aborted,
  );
}

function countAdopting({ world }: PageLife, family: FamilyId): number {
  return world.adoptions.filter(({ isOpen, family: own }) => isOpen && own === family).length;
}

/** How what is connected came to be. */
function originOf({ world }: PageLife, connection: Connection) {
  if (connection.status !== 'connected') return undefined;
  return world.prompts[numberOf(connection.accounts[0]) - 1]?.kind;
}
