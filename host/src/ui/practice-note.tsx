import type { FamilyId, View } from '@linkspan/contract';
import { useSyncExternalStore } from 'react';
import { listenAll } from './listen-all.ts';
import { useShell } from './shell-context.ts';
import { t } from './texts/t.ts';

/** On a page for practice: invites who has no wallet of their own, and says to all that nothing is real. */
export function PracticeNote() {
  const { view, commands } = useShell();
  const isNewcomer = useIsNewcomer(view);
  const [first] = view.families;
  return (
    <aside className="note" aria-label={t('page.practice')}>
      <p>
        <strong>{`${t(isNewcomer ? 'page.newcomer' : 'page.practice')} `}</strong>
        <span>{t(isNewcomer ? 'page.newcomerAdvice' : 'page.practiceAdvice')}</span>
      </p>
      {isNewcomer && first !== undefined && (
        <button
          type="button"
          className="button button-small"
          aria-haspopup="dialog"
          onClick={() => commands.choose(first)}
        >
          {t('page.tryPractice')}
        </button>
      )}
    </aside>
  );
}

function useIsNewcomer(view: View): boolean {
  const get = () => view.families.every((family) => isBare(view, family));
  const facts = view.families.flatMap((id) => {
    const { wallets, connection, remote } = view.family(id);
    return [wallets, connection, remote];
  });
  const listen = (listener: () => void) => listenAll(facts, listener);
  return useSyncExternalStore(listen, get, get);
}

/** It is known that no wallet of this family is connected, and that none is installed but for practice. */
function isBare(view: View, id: FamilyId): boolean {
  const { wallets, connection, remote } = view.family(id);
  if (remote.get().stage === 'pending') return false;
  const hasOwn = wallets.get().some(({ reach, practice }) => reach === 'installed' && !practice);
  return !hasOwn && connection.get().status === 'disconnected';
}
