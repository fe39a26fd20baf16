import type { Failure } from '@linkspan/contract';
import { t } from '../texts/t.ts';
import { explainIn } from './explain-in.ts';
import type { Family } from './use-family.ts';

/** Why there is no balance, or none that is new, and one press to ask again. */
export function BalanceWhy({ family, failure }: { family: Family; failure: Failure }) {
  const { title, advice } = explainIn(family.config, failure, 'ask', family.unaffected);
  return (
    <div className="remark balance-why" data-code={failure.code}>
      <span>{`${title}. ${advice}`}</span>
      <button type="button" className="button button-small" onClick={family.commands.refreshBalance}>
        {t('card.askBalance')}
      </button>
    </div>
  );
}
