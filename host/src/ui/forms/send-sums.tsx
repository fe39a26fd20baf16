import { type AccountId, addressOf, type Network } from '@linkspan/contract';
import { shorten } from '../texts/shorten.ts';
import { t } from '../texts/t.ts';
import { roundFee, sayAboutFee, sayUnits } from './check-send.ts';

/** What a send comes to, as far as it is known, in smallest units; and the account that pays. */
interface SendSumsProps {
  readonly network: Network;
  readonly account: AccountId;
  readonly fee: bigint | undefined;
  readonly units: string | undefined;
}

/** Shown in place of a sum that is not known yet: nothing moves when it comes. */
const unknown = '–';

function sayTotal({ units, fee, network }: Omit<SendSumsProps, 'account'>): string {
  if (units === undefined) return unknown;
  if (fee === undefined) return t('forms.totalPlus', { amount: sayUnits(units, network) });
  return sayUnits(BigInt(units) + roundFee(fee), network);
}

/** Fee, total and account of a send. */
export function SendSums({ network, account, fee, units }: SendSumsProps) {
  const address = addressOf(account);
  return (
    <dl className="sums">
      <div>
        <dt>{t('forms.fee')}</dt>
        <dd translate="no">{fee === undefined ? unknown : sayAboutFee(fee, network)}</dd>
      </div>
      <div className="sums-total">
        <dt>{t('forms.total')}</dt>
        <dd translate="no">{sayTotal({ units, fee, network })}</dd>
      </div>
      <div>
        <dt>{t('forms.from')}</dt>
        <dd title={address}>
          <bdi translate="no">{shorten(address)}</bdi>
          <span>{`, ${network.title}`}</span>
        </dd>
      </div>
    </dl>
  );
}
