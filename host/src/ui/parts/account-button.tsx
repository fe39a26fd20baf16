import { type AccountId, addressOf } from '@linkspan/contract';
import { shorten } from '../texts/shorten.ts';
import { t } from '../texts/t.ts';
import { CopySymbol, TickSymbol } from './symbols.tsx';
import { useCopy } from './use-copy.ts';

/** An account, short; the whole of it by pointer, by screen reader and by a press that copies it. */
export function AccountButton({ account }: { account: AccountId }) {
  const address = addressOf(account);
  const short = shorten(address);
  const [copied, copy] = useCopy(address);
  return (
    <button
      type="button"
      className="account"
      data-field="account"
      data-account={account}
      title={address}
      aria-label={t('card.copyAccount', { short, address })}
      onClick={copy}
    >
      <bdi translate="no">{short}</bdi>
      {copied === 'yes' ? <TickSymbol /> : <CopySymbol />}
    </button>
  );
}
