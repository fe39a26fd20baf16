import type { AccountChoice, AccountLabel, Answer, ApprovalRequest, Ask } from './approval.ts';
import type { Family } from './family.ts';
import type { Platform } from './platform.ts';
import type { Switches } from './switches.ts';
import { alreadyPending, closed, rejected } from './wallet-error.ts';
import type { WalletStore } from './wallet-store.ts';

/** What a wallet asks, apart from what is the same in all its requests. */
export type Question = Omit<ApprovalRequest, 'family' | 'wallet' | 'site'>;

interface Asking {
  readonly store: WalletStore;
  readonly platform: Platform;
  readonly ask: Ask;
  readonly family: Family;
  readonly name: string;
}

/**
 * Asks the person as the switches have it; resolves to the picked accounts. Throws 4001, -32002, and the signal's reason.
 */
export async function askPerson(
  parts: Asking,
  question: Question,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { store, platform, ask, family, name } = parts;
  const { neverAnswers, alreadyAsking } = store.get().switches;
  if (neverAnswers) return new Promise<never>(() => {});
  if (alreadyAsking) throw alreadyPending();
  const request = { ...question, family, wallet: name, site: platform.origin };
  const answer = toForced(store.get().switches) ?? (await ask(request, signal));
  const { answersLateMs } = store.get().switches;
  if (answersLateMs > 0) await platform.wait(answersLateMs);
  signal.throwIfAborted();
  if (answer.kind === 'rejected') throw rejected();
  if (answer.kind === 'closed') throw closed(family);
  return answer.accounts;
}

interface Choosing {
  readonly store: WalletStore;
  readonly accounts: readonly AccountLabel[];
}

/** What a person is asked before the site sees any account. */
export function toConnectQuestion({ store, accounts }: Choosing): Question {
  const { active, switches } = store.get();
  const choice: AccountChoice = { picks: 'several', accounts, picked: active };
  const question = { title: 'Connect to this site', facts: [], choice };
  const note =
    'It will see the accounts you pick, and can ask you to sign. It cannot move anything by itself.';
  if (!switches.locked) return { ...question, note };
  return { ...question, note: `The wallet is locked; approving unlocks it. ${note}` };
}

function toForced({ rejectsAtOnce, closesWindow }: Switches): Answer | undefined {
  if (rejectsAtOnce) return { kind: 'rejected' };
  return closesWindow ? { kind: 'closed' } : undefined;
}
