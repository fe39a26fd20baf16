import { isRunning } from '@linkspan/contract';
import { useEffect, useRef, useState } from 'react';
import type { Shell } from '../../commands/shell.ts';
import { toCardState } from '../cards/card-state.ts';
import { listenAll } from '../facts.ts';
import { Icon } from '../parts/icon.tsx';
import { useFocusRecovery } from '../parts/use-focus-recovery.ts';
import { t } from '../texts/t.ts';
import { useShell } from '../use-shell.ts';
import {
  type NextAction,
  type NextStep,
  type NextStepFacts,
  type Part,
  sayNextStep,
} from './say-next-step.ts';

/** The page’s title, its state in one line, and at most one button for the next step. */
export function TitleRow() {
  const shell = useShell();
  const { lede, action } = useNextStep(shell);
  const head = useRef<HTMLDivElement>(null);
  useFocusRecovery(head, action?.word ?? '');
  return (
    <div ref={head} className="head">
      <div>
        <h1 tabIndex={-1}>{t('page.heading')}</h1>
        <p className="lede">{lede}</p>
      </div>
      {action && <ActionButton action={action} take={() => takeAction(shell, action)} />}
    </div>
  );
}

function ActionButton({ action: { kind, word }, take }: { action: NextAction; take: () => void }) {
  const isPractice = kind === 'practice';
  return (
    <button
      type="button"
      className={isPractice ? 'button' : 'button button-tint'}
      aria-haspopup={isPractice || kind === 'choose' ? 'dialog' : undefined}
      onClick={take}
      {...(isPractice && opensDialog)}
    >
      {isPractice && <Icon name="flask" />}
      <span>{word}</span>
      {!isPractice && <Icon name="arrow" />}
    </button>
  );
}

/** Has a button open the wallet dialog, in browsers with invoker commands before any script has run. */
export const opensDialog = { command: 'show-modal', commandfor: 'connect' };

function takeAction(shell: Shell, action: NextAction): void {
  const { commands, view } = shell;
  if (action.kind === 'connect') connectInTurn(shell, action.parts);
  // The card shows a failure.
  else if (action.kind === 'sign-in')
    commands.request(action.family, { kind: 'sign-in' }).catch(() => undefined);
  else commands.choose(action.kind === 'choose' ? action.family : (view.families[0] as string));
}

function useNextStep(shell: Shell): NextStep {
  const [step, setStep] = useState(() => sayNextStep(toFacts(shell)));
  useEffect(() => {
    const follow = () => setStep(sayNextStep(toFacts(shell)));
    // Something may have changed since the first render.
    follow();
    const facts = shell.config.families.flatMap(({ id }) => {
      const { connection, attempt, remote, releaseStatus, wallets } = shell.view.family(id);
      return [connection, attempt, remote, releaseStatus, wallets];
    });
    return listenAll([...facts, shell.activity], follow);
  }, [shell]);
  return step;
}

function toFacts({ config, view, activity }: Shell): NextStepFacts {
  const families = config.families.map(({ id, title }) => {
    const { connection, attempt, remote, releaseStatus, wallets } = view.family(id);
    const facts = {
      connection: connection.get(),
      attempt: attempt.get(),
      remote: remote.get(),
      releaseStatus: releaseStatus.get(),
    };
    const isStopped = facts.releaseStatus.state === 'stopped';
    return { id, title, card: toCardState(facts), isStopped, wallets: wallets.get() };
  });
  const hasSignedIn = activity
    .get()
    .some(
      (entry) =>
        entry.kind === 'signed' && entry.intent.method === 'sign-in' && entry.signed?.isVerified === true,
    );
  return { families, identities: config.identities, isPractice: config.practice !== undefined, hasSignedIn };
}

/** Connects wallets one after the other until one fails, so that there is one prompt at a time. */
export function connectInTurn(shell: Pick<Shell, 'view' | 'commands'>, parts: readonly Part[]): void {
  const { view, commands } = shell;
  if (parts.some(({ family }) => isRunning(view.family(family).attempt.get()))) return;
  const [part, ...rest] = parts;
  if (part === undefined) return;
  const { attempt, connection } = view.family(part.family);
  const end = listenAll([attempt, connection], () => {
    if (isRunning(attempt.get()) || connection.get().status === 'connecting') return;
    end();
    if (connection.get().status === 'connected') connectInTurn(shell, rest);
  });
  commands.connect(part.family, part.walletId);
}
