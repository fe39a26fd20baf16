import { formatAmount, toExactAmount } from '../../texts/amount.ts';
import { t } from '../../texts/t.ts';
import { useShell } from '../shell-context.ts';
import { useReadable } from '../use-readable.ts';
import type { WithAccount } from './card-state.ts';
import type { Family } from './use-family.ts';

/** What the account holds: in figures that can be read, and to the last digit on demand. */
export function BalanceText({ family, card }: { family: Family; card: WithAccount }) {
  const balance = useReadable(useShell().view.family(family.config.id).balance);
  if (balance === undefined)
    return (
      <span className="balance balance-none">
        {t(card.status === 'connected' ? 'card.balanceUnknown' : 'card.balanceNone')}
      </span>
    );
  const { amount, decimals, symbol } = balance;
  const exact = toExactAmount(amount, decimals);
  return (
    <data className="balance" data-field="balance" value={exact} title={`${exact} ${symbol}`}>
      {formatAmount(amount, decimals)} <small>{symbol}</small>
    </data>
  );
}
