import { type Capability, networkOf } from '@linkspan/contract';
import type { FormName } from '../forms/family-form.tsx';
import { t } from '../texts/t.ts';
import type { WithAccount } from './card-state.ts';
import { RetryButton } from './retry-button.tsx';
import type { Family } from './use-family.ts';

/** What an account's actions are made of; `open` shows a form. */
interface ActionsProps {
  readonly family: Family;
  readonly card: WithAccount;
  open(form: FormName): void;
}

const busy = ['checking', 'asking', 'switching', 'attempt'];

/**
 * What the wallet can do and what makes sense now. While it is asked for one thing, only the way out; where the
 * release was stopped, a reload too.
 */
export function Actions({ family, card, open }: ActionsProps) {
  const { commands, config, network, notice } = family;
  if (notice.kind === 'stopped')
    return (
      <div className="row-main">
        <RetryButton family={family} step="reload" />
        <Small word={t('card.disconnect')} press={commands.disconnect} />
      </div>
    );
  const here = networkOf(card.accounts[0]);
  const isFree = card.status === 'connected' && !busy.includes(notice.kind);
  const can = (capability: Capability) =>
    isFree && card.status === 'connected' && card.capabilities.includes(capability);
  const hasElsewhere = config.networks.some(({ id }) => id !== here);
  return (
    <div className="actions">
      <div className="row-main">
        {can('send') && network(here) && <Small word={t('card.send')} press={() => open('send')} opens />}
        {can('signMessage') && <Small word={t('card.signMessage')} press={() => open('sign')} opens />}
        {can('signIn') && <Small word={t('card.signIn')} press={commands.signIn} />}
      </div>
      <div className="row-quiet">
        {can('switchNetwork') && hasElsewhere && (
          <Small word={t('card.switchNetwork')} press={() => open('network')} opens />
        )}
        {can('switchAccount') && card.accounts.length > 1 ? (
          <Small word={t('card.switchAccount')} press={() => open('account')} opens />
        ) : (
          isFree && <Small word={t('card.switchAccount')} press={commands.chooseAccount} />
        )}
        <Small word={t('card.disconnect')} press={commands.disconnect} />
      </div>
    </div>
  );
}

function Small({ word, press, opens }: { word: string; press: () => void; opens?: true }) {
  return (
    <button type="button" className="button button-small" aria-haspopup={opens && 'dialog'} onClick={press}>
      {word}
    </button>
  );
}
