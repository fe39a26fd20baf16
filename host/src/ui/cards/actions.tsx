import { type Capability, networkOf } from '@linkspan/contract';
import type { FormName } from '../forms/family-form.tsx';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { t } from '../texts/t.ts';
import type { WithAccount } from './card-state.ts';
import { RetryButton } from './panel.tsx';
import type { CardProps } from './use-family.ts';

/** `open` shows a form. */
type ActionsProps<Status extends WithAccount['status']> = CardProps<Status> & {
  open: (form: FormName) => void;
};

const busy = ['checking', 'asking', 'switching', 'attempt'];

/** Two actions of the wallet, and the others in a menu. During a request, only the way out. */
export function Actions({ family, card, open }: ActionsProps<WithAccount['status']>) {
  const { commands, notice } = family;
  const disconnect = (
    <button type="button" className="button" onClick={commands.disconnect}>
      {t('card.disconnect')}
    </button>
  );
  if (notice.kind === 'stopped')
    return (
      <div className="actions">
        <RetryButton family={family} step="reload" />
        {disconnect}
      </div>
    );
  if (card.status !== 'connected' || busy.includes(notice.kind))
    return <div className="actions">{disconnect}</div>;
  const can = (capability: Capability) => card.capabilities.includes(capability);
  return (
    <div className="actions">
      {can('send') && family.network(networkOf(card.accounts[0])) && (
        <button
          type="button"
          className="button button-tint"
          aria-haspopup="dialog"
          onClick={() => open('send')}
        >
          {t('card.send')}
        </button>
      )}
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => open('receive')}>
        {t('card.receive')}
      </button>
      <MoreActions family={family} card={card} open={open} />
    </div>
  );
}

function MoreActions({ family: { commands, config }, card, open }: ActionsProps<'connected'>) {
  const here = networkOf(card.accounts[0]);
  const can = (capability: Capability) => card.capabilities.includes(capability);
  const hasElsewhere = config.networks.some(({ id }) => id !== here);
  const { tokens = [] } = config.networks.find(({ id }) => id === here) ?? {};
  const items: readonly (MenuItem | false)[] = [
    can('message') && { word: t('card.signMessage'), press: () => open('sign'), opens: true },
    can('sign-in') && { word: t('card.signIn'), press: () => commands.request({ kind: 'sign-in' }) },
    can('switchAccount') && card.accounts.length > 1
      ? { word: t('card.switchAccount'), press: () => open('account'), opens: true }
      : { word: t('card.switchAccount'), press: commands.chooseAccount },
    can('switchNetwork') &&
      hasElsewhere && { word: t('card.switchNetwork'), press: () => open('network'), opens: true },
    ...(can('token') ? tokens : []).map((token) => ({
      word: t('card.addToken', { symbol: token.symbol }),
      press: () => commands.request({ kind: 'token', ...token }),
    })),
    { word: t('card.disconnect'), press: commands.disconnect },
  ];
  return (
    <Menu
      name={t('card.more')}
      label={t('card.moreOf', { family: config.title })}
      items={items.filter((item) => item !== false)}
    />
  );
}
