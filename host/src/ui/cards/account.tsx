import { type AccountId, addressOf, type Capability, type Failure, networkOf } from '@linkspan/contract';
import { lateBalanceMs } from '../../limits.ts';
import { Avatar } from '../parts/address.tsx';
import { copyIcons, useCopy } from '../parts/copy-button.tsx';
import { SmallIcon } from '../parts/icon.tsx';
import { WalletFace } from '../parts/wallet-face.tsx';
import { shorten } from '../texts/address.ts';
import { explainIn } from '../texts/explain.ts';
import { formatBalance, toExactAmount } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import { useLate, useReadable, useShell } from '../use-shell.ts';
import { isBrief, type WithAccount } from './card-state.ts';
import type { CardProps, Family } from './use-family.ts';

/** The account, its balance and its network; in two lines beside a notice. */
export function Account({ family, card }: CardProps<WithAccount['status']>) {
  const isCompact = !isBrief(family.notice);
  const id = networkOf(card.accounts[0]);
  const network = family.network(id);
  const view = useShell().view.family(family.config.id);
  const failure = useReadable(view.balanceFailure);
  const { stage } = useReadable(view.remote);
  // The connector asks the chain for the balance.
  const isLastKnown = card.status === 'reconnecting' || stage === 'listed' || stage === 'mounting';
  const balance = <BalanceText family={family} card={card} />;
  const where = (
    <span className="network" data-field="network" data-known={network !== undefined} title={id}>
      <span>{network?.title ?? t('card.unknownNetwork')}</span>
      {isLastKnown && <small>{` · ${t('card.lastKnown')}`}</small>}
    </span>
  );
  return (
    <div className="holding" data-compact={isCompact}>
      {!isCompact && (
        <p className="holds">
          {balance}
          {where}
        </p>
      )}
      <div className="who">
        <span className="who-face">
          <Avatar address={addressOf(card.accounts[0])} />
          <WalletFace wallet={card.wallet} />
        </span>
        <div className="who-lines">
          <AccountButton account={card.accounts[0]} />
          <p className="who-line">
            {isCompact && balance}
            {isCompact && where}
            <bdi data-field="wallet">{card.wallet.name}</bdi>
          </p>
        </div>
      </div>
      {family.notice.kind !== 'waiting' && (
        <Remark card={card} isKnown={network !== undefined} network={id} />
      )}
      {!isCompact && card.status === 'connected' && network && failure && (
        <BalanceWhy family={family} failure={failure} />
      )}
    </div>
  );
}

/** The commands of a connected wallet. */
const doing: readonly Capability[] = ['send', 'message', 'sign-in'];

function Remark({ card, isKnown, network }: { card: WithAccount; isKnown: boolean; network: string }) {
  const wallet = card.wallet.name;
  if (card.status === 'reconnecting') return <p className="unseen">{t('card.reconnecting', { wallet })}</p>;
  if (isKnown && card.isUnverified) return <p className="remark">{t('card.unverified')}</p>;
  if (isKnown && doing.some((one) => card.capabilities.includes(one))) return null;
  if (isKnown) return <p className="remark">{t('card.onlyConnects', { wallet })}</p>;
  const number = network.slice(network.indexOf(':') + 1);
  const canSwitch = card.capabilities.includes('switchNetwork');
  const step = canSwitch ? t('card.unknownNetworkSwitch') : t('card.unknownNetworkWallet', { wallet });
  return <p className="remark">{`${t('card.unknownNetworkAdvice', { wallet, number })} ${step}`}</p>;
}

/** Why there is no balance, or none that is new, and one press to ask again. */
function BalanceWhy({ family, failure }: { family: Family; failure: Failure }) {
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

/** The account's balance: rounded, and exact on demand. */
function BalanceText({ family, card }: CardProps<WithAccount['status']>) {
  const { balance, balanceFailure } = useShell().view.family(family.config.id);
  const known = useReadable(balance);
  const isUnknown = useReadable(balanceFailure) !== undefined;
  const isLate = useLate(lateBalanceMs, `${card.status} ${card.accounts[0]}`);
  if (known === undefined)
    return <span className="balance balance-none">{sayUnknown(card, isUnknown || isLate)}</span>;
  const { amount, account } = known;
  const { decimals, symbol } = family.network(networkOf(account)) ?? { decimals: 0, symbol: '' };
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

/** An account, short; the whole of it by pointer, by screen reader and by a press that copies it. */
function AccountButton({ account }: { account: AccountId }) {
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
      <SmallIcon name={copyIcons[copied]} />
    </button>
  );
}
