import { lateBalanceMs } from '../../limits.ts';
import { useShell } from '../shell-context.ts';
import { formatBalance, toExactAmount } from '../texts/amount.ts';
import { t } from '../texts/t.ts';
import { useReadable } from '../use-readable.ts';
import type { WithAccount } from './card-state.ts';
import type { Family } from './use-family.ts';
import { useLate } from './use-late.ts';

/** What the account holds: in figures that can be read, and to the last digit on demand. */
export function BalanceText({ family, card }: { family: Family; card: WithAccount }) {
  const { balance, balanceFailure } = useShell().view.family(family.config.id);
  const known = useReadable(balance);
  const isUnknown = useReadable(balanceFailure) !== undefined;
  const isLate = useLate(lateBalanceMs, `${card.status} ${card.accounts[0]}`);
  if (known === undefined)
    return <span className="balance balance-none">{sayUnknown(card, isUnknown || isLate)}</span>;
  const { amount, decimals, symbol } = known;
  const exact = toExactAmount(amount, decimals);
  return (
    <data className="balance" data-field="balance" value={exact} title={`${exact} ${symbol}`} translate="no">
      <span>{`${formatBalance(amount, decimals)} `}</span>
      <small>{symbol}</small>
      {isUnknown && (
        <span className="balance-old" translate="yes">
          {` ${t('card.balanceOld')}`}
        </span>
      )}
    </data>
  );
}

function sayUnknown({ status }: WithAccount, isOver: boolean): string {
  if (status !== 'connected') return t('card.balanceNone');
  return t(isOver ? 'card.balanceFailed' : 'card.balanceUnknown');
}
