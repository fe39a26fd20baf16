import { isRunning } from '@linkspan/contract';
import { settle } from '../fake-family.ts';
import { readAllFacts } from './facts.ts';
import { findWrong } from './find-wrong.ts';
import { createPageLife, type PageLife } from './page-life.ts';
import type { Step } from './step.ts';
import { takeStep } from './take-step.ts';
import type { Timers } from './timers.ts';

/** What a sequence has come to: undefined where all went well. */
export interface Wrong {
  readonly reason: string;
  /** As few as show it. */
  readonly steps: readonly Step[];
}

const longMs = 120_000;

/** Takes the steps one after the other and looks at the page after each; then everybody answers, and all must end. */
export async function runSequence(timers: () => Timers, steps: readonly Step[]): Promise<Wrong | undefined> {
  const reason = await tryOut(timers(), steps);
  if (reason === undefined) return undefined;
  for (let at = steps.length - 1; at >= 0; at--) {
    const fewer = steps.filter((_, index) => index !== at);
    if ((await tryOut(timers(), fewer)) === reason) return runSequence(timers, fewer);
  }
  return { reason, steps };
}

async function tryOut(timers: Timers, steps: readonly Step[]): Promise<string | undefined> {
  const life = createPageLife(timers);
  await settle();
  for (const step of steps) {
    const before = readAllFacts(life);
    try {
      await takeStep(life, step);
    } catch (error) {
      return `${step.family}: ${(error as Error).message}`;
    }
    const wrong = findWrong(life, step, before);
    if (wrong !== undefined) return wrong;
  }
  return findStuck(life);
}

/** Past all deadlines nothing is reconnecting; and once the wallets have answered, nothing is asked or connecting. */
async function findStuck(life: PageLife): Promise<string | undefined> {
  const { world, timers } = life;
  await timers.pass(longMs, settle);
  const readAll = () => [...readAllFacts(life)];
  for (const [family, { connection }] of readAll())
    if (connection.status === 'reconnecting') return `${family}: it is reconnecting past its deadline`;
  const no = new Error('No');
  for (const one of [...world.prompts, ...world.asked]) if (one.isOpen) one.answer.reject(no);
  await settle();
  await timers.pass(longMs, settle);
  for (const [family, { connection, attempt, request }] of readAll()) {
    if (isRunning(attempt)) return `${family}: an attempt does not end`;
    if (connection.status === 'connecting') return `${family}: it is connecting for ever`;
    if (request.state !== 'none' && request.state !== 'failed') return `${family}: a request does not end`;
  }
  return undefined;
}
