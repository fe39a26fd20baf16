import type { FamilyId, FamilyView } from '@linkspan/contract';
import type { Shell } from '../../commands/shell.ts';
import { useShell } from '../shell-context.ts';
import { t } from '../texts/t.ts';
import { toList } from '../texts/to-list.ts';
import { useAll } from '../use-readable.ts';

/**
 * Who is known to work while a family does not, to be read before `not affected`: `Your other wallets are` if all others
 * do, else the titles of those that do: `Solana is`. Empty where none is known to.
 */
export function sayUnaffected({ config, view }: Pick<Shell, 'config' | 'view'>, affected: FamilyId): string {
  const others = config.families.filter(({ id }) => id !== affected);
  const working = others.filter(({ id }) => isWorking(view.family(id)));
  if (working.length === 0) return '';
  if (working.length === others.length) return t('card.unaffectedAll');
  const families = toList(working.map(({ title }) => title));
  return t(working.length === 1 ? 'card.unaffectedOne' : 'card.unaffectedSome', { families });
}

/** `sayUnaffected`, and a new render when it changes. */
export function useUnaffected(affected: FamilyId): string {
  const shell = useShell();
  const facts = shell.config.families.flatMap(({ id }) => {
    const { remote, releaseStatus } = shell.view.family(id);
    return [remote, releaseStatus];
  });
  return useAll(facts, () => sayUnaffected(shell, affected));
}

/** Its remote has come, and neither failed nor was stopped. */
function isWorking({ remote, releaseStatus }: FamilyView): boolean {
  const { stage } = remote.get();
  return stage !== 'pending' && stage !== 'failed' && releaseStatus.get().state !== 'stopped';
}
