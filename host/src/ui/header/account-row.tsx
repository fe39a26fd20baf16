import { type AccountId, addressOf, type FamilyId, format } from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
import { Avatar } from '../parts/avatar.tsx';
import { CopySymbol, TickSymbol } from '../parts/symbols.tsx';
import { useCopy } from '../parts/use-copy.ts';
import { useShell } from '../shell-context.ts';
import { formatBalance, toExactAmount } from '../texts/amount.ts';
import { onDemandTexts } from '../texts/en-on-demand.ts';
import { shorten } from '../texts/shorten.ts';
import { useReadable } from '../use-readable.ts';

/** The account that a family uses, what it holds, and a button that copies its address. */
export function AccountRow({ config, account }: { config: FamilyConfig; account: AccountId }) {
  const address = addressOf(account);
  const [copied, copy] = useCopy(address);
  return (
    <li className="accounts-row" data-family={config.id}>
      <span className="badged">
        <Avatar address={address} />
        <span className="glyph glyph-small" aria-hidden="true" />
      </span>
      <span className="accounts-who">
        <bdi translate="no" title={address}>
          {shorten(address)}
        </bdi>
        <small>{config.title}</small>
      </span>
      <Holding family={config.id} account={account} />
      <button
        type="button"
        className="accounts-copy"
        aria-label={format(onDemandTexts.accounts.copy, { family: config.title })}
        onClick={copy}
      >
        {copied === 'yes' ? <TickSymbol /> : <CopySymbol />}
      </button>
    </li>
  );
}

function Holding({ family, account }: { family: FamilyId; account: AccountId }) {
  const balance = useReadable(useShell().view.family(family).balance);
  if (balance?.account !== account) return null;
  const { amount, decimals, symbol } = balance;
  const exact = toExactAmount(amount, decimals);
  return (
    <data className="accounts-balance" value={exact} title={`${exact} ${symbol}`} translate="no">
      <span>{`${formatBalance(amount, decimals)} `}</span>
      <small>{symbol}</small>
    </data>
  );
}
