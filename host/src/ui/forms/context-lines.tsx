import { addressOf, networkOf } from '@linkspan/contract';
import { shorten } from '../texts/shorten.ts';
import { t } from '../texts/t.ts';
import type { FormProps } from './form-props.ts';

/** Which account on which network a form is about. */
export function ContextLines({ family, card }: Omit<FormProps, 'close'>) {
  const [account] = card.accounts;
  const address = addressOf(account);
  const network = networkOf(account);
  return (
    <dl className="asked">
      <div>
        <dt>{t('forms.from')}</dt>
        <dd title={address}>
          <bdi translate="no">{shorten(address)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('forms.network')}</dt>
        <dd title={network}>{family.network(network)?.title ?? network}</dd>
      </div>
    </dl>
  );
}
