import { addressOf, type Capability, type Failure, networkOf } from '@linkspan/contract';
import { AccountButton } from '../parts/account-button.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { WalletFace } from '../parts/wallet-face.tsx';
import { useShell } from '../shell-context.ts';
import { t } from '../texts/t.ts';
import { useReadable } from '../use-readable.ts';
import { BalanceText } from './balance-text.tsx';
import type { WithAccount } from './card-state.ts';
import { explainIn } from './explain-in.ts';
import { isBrief } from './notice-state.ts';
import type { Family } from './use-family.ts';

/** Whose account it is, what it holds and where. Beside a notice it is told in two lines. */
export function Account({ family, card }: { family: Family; card: WithAccount }) {
  const isCompact = !isBrief(family.notice);
  const id = networkOf(card.accounts[0]);
  const network = family.network(id);
  const failure = useReadable(useShell().view.family(family.config.id).balanceFailure);
  const balance = <BalanceText family={family} card={card} />;
  const where = (
    <span className="network" data-field="network" data-known={network !== undefined} title={id}>
      <span>{network?.title ?? t('card.unknownNetwork')}</span>
      {card.status === 'reconnecting' && <small>{` · ${t('card.lastKnown')}`}</small>}
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

/** What a wallet is for, beside being connected. */
const doing: readonly Capability[] = ['send', 'signMessage', 'signIn'];

function Remark({ card, isKnown, network }: { card: WithAccount; isKnown: boolean; network: string }) {
  const wallet = card.wallet.name;
  if (card.status === 'reconnecting') return <p className="unseen">{t('card.reconnecting', { wallet })}</p>;
  if (isKnown && card.isUnverified) return <p className="remark">{t('card.unverified', { wallet })}</p>;
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
